import { randomUUID } from 'node:crypto'
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { type Failure, faultOf } from './failures.ts'
import {
  appendResponse,
  batchResponse,
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  expectedOf,
  membersResponse,
  notFoundResponse,
  proposedOf,
  streamOf,
} from './messages.ts'
import { createStandInStore, type Proposed, type StandInStore, type StoredEvent } from './store.ts'

type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>
type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>
type BatchCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>
type ReadOptions = InstanceType<typeof streams.ReadReq.Options>
type Operation = 'append' | 'read' | 'subscribe'

/**
 * A gRPC server that behaves as EventStoreDB does, built from the client's own service definitions, with failures on
 * demand.
 */
export interface StandIn {
  readonly url: string
  readonly port: number
  readonly store: StandInStore
  /**
   * Calls so far; `anyAppends` are those without an expected revision. `batches` are the shared calls, which only the
   * bare client of a benchmark makes.
   */
  readonly calls: Record<Operation, number> & { batches: number; anyAppends: number; gossip: number }
  /** Events sent to readers and subscribers so far, without those that a filter excluded. */
  readonly sent: number
  /** Live subscriptions. */
  readonly subscribers: number
  /** The next calls of this kind fail, one after another. */
  failNext(operation: Operation, ...failures: Failure[]): void
  /** Every call of this kind fails until reset to null. */
  failAll(operation: Operation, failure: Failure | null): void
  /** The port of the leading server, as `not-leader` reports it. */
  leader(port: number): void
  /** Ends all live subscriptions. */
  dropSubscribers(failure: Failure): void
  /** Holds every call without a response, as a stopped process would; held calls are lost. */
  hang(on: boolean): void
  /** Ports of the servers that its gossip names, the leader first; initially only itself. */
  gossip(ports: readonly number[]): void
  /**
   * While on, subscriptions are not notified when they reach the end of the log, as if other events were still being
   * scanned. Off notifies them.
   */
  holdScans(on: boolean): void
  /** Like kill -9: the port is closed at once; stored events remain. */
  kill(): Promise<void>
  /** Listens again on the same port. */
  restart(): Promise<void>
}

export async function startStandIn(port = 0): Promise<StandIn> {
  const store = createStandInStore()
  const calls = { append: 0, read: 0, subscribe: 0, batches: 0, anyAppends: 0, gossip: 0 }
  const planned: Record<Operation, Failure[]> = { append: [], read: [], subscribe: [] }
  const standing: Record<Operation, Failure | null> = { append: null, read: null, subscribe: null }
  const subscribers = new Set<ReadCall>()
  let hanging = false
  let held: (() => void)[] | undefined
  let members: readonly number[] | undefined
  let sent = 0
  let leader = 0
  let server: Server | undefined

  function nextFailure(operation: Operation): Failure | undefined {
    calls[operation]++
    if (hanging) return 'silence'
    return planned[operation].shift() ?? standing[operation] ?? undefined
  }

  function append(call: AppendCall, answer: sendUnaryData<streams.AppendResp>): void {
    const failure = nextFailure('append')
    let options: InstanceType<typeof streams.AppendReq.Options> | undefined
    const proposed: Proposed[] = []
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      if (message) proposed.push(proposedOf(message))
    })
    call.on('error', () => undefined)
    call.on('end', () => {
      if (!options || failure === 'silence' || hanging) return
      const expected = expectedOf(options)
      if (expected === 'any') calls.anyAppends++
      if (failure && failure !== 'stored-then-unavailable') {
        endAppend(call, answer, failure)
        return
      }
      const result = store.write(streamOf(options.getStreamIdentifier()), proposed, expected)
      if (failure) endAppend(call, answer, failure)
      else answer(null, appendResponse(result, expected))
    })
  }

  /** The bare client's way of appending, for comparison; it simulates no failures. */
  function batchAppend(call: BatchCall): void {
    calls.batches++
    call.on('error', () => undefined)
    call.on('data', (request: streams.BatchAppendReq) => {
      const options = request.getOptions()
      if (!options) return
      const proposed = request.getProposedMessagesList().map(proposedOf)
      const result = store.write(streamOf(options.getStreamIdentifier()), proposed, expectedOf(options))
      call.write(batchResponse(request, result))
    })
  }

  function read(call: ReadCall): void {
    const options = call.request.getOptions()
    if (!options) {
      call.end()
      return
    }
    call.on('error', () => undefined)
    if (options.hasSubscription()) {
      subscribe(call, options)
      return
    }
    const failure = nextFailure('read')
    if (failure) {
      endRead(call, failure)
      return
    }
    const count = Number(options.getCount())
    const backwards = Number(options.getReadDirection()) === 1
    const stream = options.getStream()
    if (stream) {
      const name = streamOf(stream.getStreamIdentifier())
      const from = stream.hasRevision() ? Number(stream.getRevision()) : 0
      const events = store.stream(name)
      if (events.length === 0) call.write(notFoundResponse(name))
      answer(call, events.slice(from, from + count))
      call.end()
      return
    }
    answer(call, pick(options, backwards, count))
    call.end()
  }

  function answer(call: ReadCall, events: readonly StoredEvent[]): void {
    sent += events.length
    for (const event of events) call.write(eventResponse(event))
  }

  /** `fromPosition` is inclusive forwards, exclusive backwards. */
  function pick(options: ReadOptions, backwards: boolean, count: number): readonly StoredEvent[] {
    const place = options.getAll()?.getPosition()
    const edge = place ? store.indexOf(Number(place.getCommitPosition())) : undefined
    const picked: StoredEvent[] = []
    const step = backwards ? -1 : 1
    const begin = backwards ? (edge ?? store.all.length) - 1 : (edge ?? 0)
    for (let index = begin; picked.length < count && index >= 0 && index < store.all.length; index += step) {
      const event = store.all[index]
      if (event) picked.push(event)
    }
    return picked
  }

  function subscribe(call: ReadCall, options: ReadOptions): void {
    const failure = nextFailure('subscribe')
    if (failure) {
      endRead(call, failure)
      return
    }
    const passes = filterOf(options)
    const all = options.getAll()
    const place = all?.getPosition()
    let next = all?.hasEnd() ? store.all.length : place ? store.indexOf(Number(place.getCommitPosition()) + 1) : 0
    call.write(confirmationResponse(randomUUID()))
    let [isLive, isFull] = [false, false]
    let passed = 0
    const window = (options.getFilter()?.getMax() || 32) * (options.getFilter()?.getCheckpointintervalmultiplier() || 1)
    const goLive = () => {
      if (!isLive && subscribers.has(call)) call.write(caughtUpResponse())
      isLive = true
    }
    // One page at a time, and only as much as the client accepts, as the server does.
    const send = () => {
      if (hanging || isFull || !subscribers.has(call)) return
      for (; next < store.all.length; next++) {
        const event = store.all[next]
        if (!event) continue
        if (passes(event)) {
          sent++
          if (!call.write(eventResponse(event))) {
            next++
            isFull = true
            call.once('drain', () => {
              isFull = false
              send()
            })
            return
          }
        }
        if (++passed % window === 0) call.write(checkpointResponse(event.position))
      }
      if (held && !isLive) held.push(goLive)
      else goLive()
    }
    subscribers.add(call)
    const off = store.onWritten(() => setImmediate(send))
    const over = () => {
      off()
      subscribers.delete(call)
    }
    call.on('cancelled', over)
    call.on('close', over)
    send()
  }

  function endAppend(call: AppendCall, answer: sendUnaryData<streams.AppendResp>, failure: Failure): void {
    const fault = faultOf(failure, leader)
    if (fault) answer(fault)
    // Ends the call without a message.
    else if (failure === 'half-close') call.emit('error', { code: status.OK, details: '' })
  }

  function endRead(call: ReadCall, failure: Failure): void {
    const fault = faultOf(failure, leader)
    if (fault) call.emit('error', fault)
    else if (failure === 'half-close') call.end()
  }

  const streamsImplementation: UntypedServiceImplementation = {
    append,
    read,
    batchAppend,
    delete: (_call: unknown, answer: sendUnaryData<unknown>) => answer({ code: status.UNIMPLEMENTED }),
    tombstone: (_call: unknown, answer: sendUnaryData<unknown>) => answer({ code: status.UNIMPLEMENTED }),
  }

  const featuresImplementation: UntypedServiceImplementation = {
    getSupportedMethods(_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) {
      const methods = ['read', 'append', 'batchappend'].map((name) => {
        const method = new featureMessages.SupportedMethod()
        method.setServiceName('event_store.client.streams.streams')
        method.setMethodName(name)
        return method
      })
      const supported = new featureMessages.SupportedMethods()
      supported.setMethodsList(methods)
      supported.setEventStoreServerVersion('23.10.0')
      answer(null, supported)
    },
  }

  const gossipImplementation: UntypedServiceImplementation = {
    read(_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) {
      calls.gossip++
      if (!hanging) answer(null, membersResponse(members ?? [port]))
    },
  }

  async function listen(): Promise<void> {
    server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
    server.addService(streamsService.StreamsService as never, streamsImplementation)
    server.addService(features.ServerFeaturesService as never, featuresImplementation)
    server.addService(gossip.GossipService as never, gossipImplementation)
    const bound = Promise.withResolvers<number>()
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, given) =>
      error ? bound.reject(error) : bound.resolve(given),
    )
    port = await bound.promise
  }

  await listen()
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    store,
    calls,
    get sent() {
      return sent
    },
    get subscribers() {
      return subscribers.size
    },
    failNext: (operation, ...failures) => void planned[operation].push(...failures),
    failAll(operation, failure) {
      standing[operation] = failure
    },
    dropSubscribers(failure) {
      for (const call of [...subscribers]) {
        subscribers.delete(call)
        endRead(call, failure)
      }
    },
    leader(told) {
      leader = told
    },
    gossip(ports) {
      members = ports
    },
    hang(on) {
      hanging = on
    },
    holdScans(on) {
      for (const goLive of held ?? []) goLive()
      held = on ? [] : undefined
    },
    async kill() {
      subscribers.clear()
      server?.forceShutdown()
      server = undefined
    },
    async restart() {
      hanging = false
      await listen()
    },
  }
}

/** Filters by the prefix of a stream name or a type. The server filters reads and subscriptions alike. */
function filterOf(options: ReadOptions): (event: StoredEvent) => boolean {
  const filter = options.getFilter()
  const begins = (text: string, by: readonly string[] | undefined) =>
    by?.some((start) => text.startsWith(start)) ?? true
  return ({ stream, type }) =>
    begins(stream, filter?.getStreamIdentifier()?.getPrefixList()) &&
    begins(type, filter?.getEventType()?.getPrefixList())
}
