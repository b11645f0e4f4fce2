import {
  type AllStreamSubscription,
  type Credentials,
  END,
  EventStoreDBClient,
  type ReadAllOptions,
  type ResolvedEvent,
  type StreamingRead,
  streamNameFilter,
} from '@eventstore/db-client'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import protocol from '@eventstore/db-client/generated/streams_pb.js'
import {
  type CallOptions,
  Channel,
  type ChannelCredentials,
  type ChannelOptions,
  type ClientDuplexStream,
  type Metadata,
} from '@grpc/grpc-js'
import { pause } from '../deadline.ts'
import { parseConnection } from './connection.ts'
import { fullName } from './stored.ts'

/** What the server leaves out of a read: it passes on what begins with one of these. */
export type ServerFilter = { readonly streams: readonly string[] } | { readonly types: readonly string[] }

/** A call on which appends go out one after another, each answered under its own id. */
export type AppendCall = ClientDuplexStream<
  InstanceType<typeof protocol.BatchAppendReq>,
  InstanceType<typeof protocol.BatchAppendResp>
>

export interface StoreClient {
  readonly client: EventStoreDBClient
  /** Every call carries them: without, all appends would share one stream that knows no deadline. */
  readonly credentials: Credentials
  /** A read of `$all` that the server filters. */
  readFiltered(filter: ServerFilter, options: ReadAllOptions): StreamingRead<ResolvedEvent>
  /** Tells of each event that is appended to our streams and of nothing in it: what comes are empty events. */
  subscribe(prefix: string): AllStreamSubscription
  /** A call for many appends, without a deadline; who opens it sees to its end. Where it breaks, the client looks for the server, or its leader, anew. */
  openAppends(): Promise<AppendCall>
  close(): Promise<void>
}

/**
 * A server that was away is looked for again at least twice a second: with the library's own waits, which begin at 1 s and
 * grow to two minutes, the first write would come seconds after the server.
 */
const reconnecting: ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
}
/** Events that the server looks at in one step of a filtered read. */
const searchWindow = 4_096

/** Opens a client for an address as `parseConnection` takes it; it connects at its first call. Throws `TypeError`. */
export function openClient(address: string): StoreClient {
  const { url, credentials } = parseConnection(address)
  const client = EventStoreDBClient.connectionString(url)
  reconnectSoon(client)
  closeGently(client)
  return {
    client,
    credentials,
    readFiltered: (filter, options) => readFiltered(client, filter, { ...options, credentials }),
    subscribe: (prefix) => subscribe(client, prefix, credentials),
    openAppends: () => openAppends(client, credentials),
    async close() {
      await Promise.race([client.dispose(), pause(500)])
      await closeChannel(client)
    },
  }
}

/** What the client keeps to itself; its version is pinned, and a test holds each use. */
interface Internals {
  createChannel(): Promise<Channel>
  getChannel(): Promise<Channel>
  GRPCStreamCreator<Service, Stream>(
    service: unknown,
    name: string,
    create: (grpc: Service) => Stream,
  ): () => Promise<Stream>
  callArguments(
    options: { readonly credentials: Credentials; readonly requiresLeader: boolean },
    callOptions: CallOptions,
  ): [Metadata, CallOptions]
}
type Reader = InstanceType<typeof services.StreamsClient>
interface ChannelInternals {
  readonly internalChannel: { readonly credentials: ChannelCredentials; readonly options: ChannelOptions }
}

const internalsOf = (client: EventStoreDBClient) => client as unknown as Internals

/** The client takes no options for its channels, so each is made again with ours before anything is called on it. */
function reconnectSoon(client: EventStoreDBClient): void {
  const inner = internalsOf(client)
  const create = inner.createChannel
  inner.createChannel = async () => {
    const made = await create()
    const { credentials, options } = (made as unknown as ChannelInternals).internalChannel
    const channel = new Channel(made.getTarget(), credentials, { ...options, ...reconnecting })
    made.close()
    return channel
  }
}

/**
 * After a fault the client closes its channel while other calls are on their way to it; those would throw where nobody
 * catches. Closed a moment later, they end as calls do.
 */
function closeGently(client: EventStoreDBClient): void {
  const inner = internalsOf(client)
  const getChannel = inner.getChannel
  const gentle = new WeakSet<Channel>()
  inner.getChannel = async () => {
    const channel = await getChannel()
    if (!gentle.has(channel)) {
      gentle.add(channel)
      const close = channel.close.bind(channel)
      channel.close = () => void setTimeout(close, 100).unref()
    }
    return channel
  }
}

/** The client leaves its channel open, whose keep-alive would hold the process. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const channel = internalsOf(client).getChannel()
  await Promise.race([channel.then((open) => open.close()), pause(500)]).catch(() => undefined)
}

/** The protocol filters reads as it does subscriptions, the client only the latter: its request is completed on the way out. */
function readFiltered(client: EventStoreDBClient, filter: ServerFilter, options: ReadAllOptions) {
  const view = readingBy(client, (grpc, request, ...rest) => {
    request.getOptions()?.setFilter(filterOptions(filter))
    return grpc.read(request, ...rest)
  })
  return view.readAll(options)
}

/** A bell needs no more than that something came: decoding each event would cost as much as reading the log once more. */
function subscribe(client: EventStoreDBClient, prefix: string, credentials: Credentials) {
  const { path, requestSerialize, responseDeserialize } = services.StreamsService.read
  const told = (bytes: Buffer) => (isEvent(bytes) ? something : responseDeserialize(bytes))
  const view = readingBy(client, (grpc, request, metadata, options) =>
    grpc.makeServerStreamRequest(path, requestSerialize, told, request, metadata, options),
  )
  const filter = streamNameFilter({ prefixes: [fullName(prefix, '')], checkpointInterval: 1_000 })
  return view.subscribeToAll({ fromPosition: END, filter, credentials })
}

const something = new protocol.ReadResp().setEvent(new protocol.ReadResp.ReadEvent())
/** An answer has one field, and it begins with its number: 1 is an event. */
const isEvent = (bytes: Buffer): boolean => (bytes[0] ?? 0) >> 3 === 1

/** The client, but for how its reads go out. */
function readingBy(
  client: EventStoreDBClient,
  read: (
    grpc: Reader,
    request: InstanceType<typeof protocol.ReadReq>,
    metadata: Metadata,
    options: CallOptions,
  ) => unknown,
): EventStoreDBClient {
  const create = internalsOf(client).GRPCStreamCreator
  const creating = (service: unknown, name: string, make: (grpc: object) => unknown) =>
    create(service, name, (grpc: Reader) => make({ read: read.bind(null, grpc) }))
  return Object.create(client, { GRPCStreamCreator: { value: creating } })
}

/** The client's own shared call knows no deadline and hangs for good after some faults, so this one is ours. */
function openAppends(client: EventStoreDBClient, credentials: Credentials): Promise<AppendCall> {
  const inner = internalsOf(client)
  const open = inner.GRPCStreamCreator(services.StreamsClient, 'appends', (grpc: Reader) =>
    grpc.batchAppend(
      ...inner.callArguments({ credentials, requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY }),
    ),
  )
  return open()
}

function filterOptions(filter: ServerFilter) {
  const { FilterOptions } = protocol.ReadReq.Options
  const begins = new FilterOptions.Expression()
  const options = new FilterOptions().setMax(searchWindow).setCheckpointintervalmultiplier(1)
  if ('streams' in filter) return options.setStreamIdentifier(begins.setPrefixList([...filter.streams]))
  return options.setEventType(begins.setPrefixList([...filter.types]))
}
