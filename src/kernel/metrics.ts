import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics of `/metrics`; their names are a public contract. Uses a separate registry, so that nodes of one process share nothing. */
export function createMetrics(options: { processMetrics?: boolean } = {}) {
  const registry = new Registry()
  if (options.processMetrics ?? true) {
    // A timer measures the delay of the event loop; every 10 ms by default, which keeps an idle process busy.
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
    // Gauges named like counters; the same numbers exist by type without the suffix.
    for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  }
  const registers = [registry]
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'plp_http_request_seconds',
      help: 'Seconds a request took',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    }),
    appendSeconds: new Histogram({
      name: 'plp_event_log_append_seconds',
      help: 'Seconds an append to the event log took',
      labelNames: ['outcome'],
      buckets,
      registers,
    }),
    appendedEvents: new Counter({ name: 'plp_event_log_appended_events_total', help: 'Events appended', registers }),
    projectionLagSeconds: new Gauge({
      name: 'plp_projection_lag_seconds',
      help: 'Seconds behind the head of the event log',
      labelNames: ['projection'],
      registers,
    }),
    projectionPaused: new Gauge({
      name: 'plp_projection_paused',
      help: '1 while paused by a poison event',
      labelNames: ['projection'],
      registers,
    }),
    projectedEvents: new Counter({
      name: 'plp_projection_events_total',
      help: 'Events handled',
      labelNames: ['projection'],
      registers,
    }),
    deadLetters: new Gauge({
      name: 'plp_dead_letters',
      help: 'Poison events that are neither retried nor skipped',
      labelNames: ['projection'],
      registers,
    }),
    jobFailures: new Counter({
      name: 'plp_job_failures_total',
      help: 'Failed runs of scheduled work',
      labelNames: ['job'],
      registers,
    }),
    mailFailures: new Counter({
      name: 'plp_mail_failures_total',
      help: 'Attempts to send a mail that failed',
      registers,
    }),
    sockets: new Gauge({ name: 'plp_sockets', help: 'Open sockets of this node', registers }),
    socketFailures: new Counter({
      name: 'plp_socket_failures_total',
      help: 'Sockets refused or cut',
      labelNames: ['reason'],
      registers,
    }),
  }
}
