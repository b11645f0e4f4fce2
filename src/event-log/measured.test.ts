import { expect, test } from 'vitest'
import { sampleEvent } from '../../test/support/event-log-contract.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { withMetrics } from './measured.ts'
import { createMemoryLog } from './memory/memory-log.ts'

test('appends are counted and timed by their outcome', async () => {
  const metrics = createMetrics({ processMetrics: false })
  const log = withMetrics(createMemoryLog(), metrics)
  await log.append('thing-1', [sampleEvent(), sampleEvent()], 'no_stream')
  await log.append('thing-1', [sampleEvent()], 'no_stream').catch(() => undefined)
  await log.appendMany([
    { stream: 'thing-1', events: [sampleEvent()], expected: 1 },
    { stream: 'thing-1', events: [sampleEvent()], expected: 1 },
  ])
  await log.close()
  await log.append('thing-2', [sampleEvent()], 'no_stream').catch(() => undefined)
  const text = await metrics.registry.metrics()
  expect(text).toContain('plp_event_log_appended_events_total 3')
  expect(text).toContain('plp_event_log_append_seconds_count{outcome="stored"} 2')
  expect(text).toContain('plp_event_log_append_seconds_count{outcome="conflict"} 1')
  expect(text).toContain('plp_event_log_append_seconds_count{outcome="unavailable"} 1')
})
