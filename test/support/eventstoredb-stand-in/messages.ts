import { randomUUID } from 'node:crypto'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Expected, Proposed, StoredEvent, WriteResult } from './store.ts'

const text = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('utf8')

export function streamOf(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  if (!identifier) throw new Error('a call without a stream')
  return text(identifier.getStreamName_asU8())
}

export function expectedOf(
  options: InstanceType<typeof streams.AppendReq.Options> | InstanceType<typeof streams.BatchAppendReq.Options>,
): Expected {
  if (options.hasNoStream()) return 'no_stream'
  if ('hasRevision' in options) return options.hasRevision() ? Number(options.getRevision()) : 'any'
  return options.hasStreamPosition() ? Number(options.getStreamPosition()) : 'any'
}

export function proposedOf(
  message:
    | InstanceType<typeof streams.AppendReq.ProposedMessage>
    | InstanceType<typeof streams.BatchAppendReq.ProposedMessage>,
): Proposed {
  const metadata = message.getMetadataMap()
  return {
    id: uuidOf(message.getId()),
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

/** Ids travel as text or as two signed halves. */
function uuidOf(id: InstanceType<typeof shared.UUID> | undefined): string {
  if (!id) throw new Error('an event without an id')
  if (id.hasString()) return id.getString()
  const structured = id.getStructured()
  const half = (bits: string | undefined) =>
    BigInt.asUintN(64, BigInt(bits ?? 0))
      .toString(16)
      .padStart(16, '0')
  const hex = half(structured?.getMostSignificantBits()) + half(structured?.getLeastSignificantBits())
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function appendResponse(result: WriteResult, expected: Expected) {
  const response = new streams.AppendResp()
  if (result.ok) {
    const position = new streams.AppendResp.Position()
    position.setCommitPosition(String(result.position)).setPreparePosition(String(result.position))
    const success = new streams.AppendResp.Success()
    success.setCurrentRevision(String(result.revision)).setPosition(position)
    return response.setSuccess(success)
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (result.actual < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(result.actual))
  if (typeof expected === 'number') wrong.setExpectedRevision(String(expected))
  else wrong.setExpectedNoStream(new shared.Empty())
  return response.setWrongExpectedVersion(wrong)
}

type BatchRequest = InstanceType<typeof streams.BatchAppendReq>

/**
 * The response to one append of a batch, under its own id. The server returns the id as two halves, in whichever form
 * it was sent.
 */
export function batchResponse(request: BatchRequest, result: WriteResult) {
  const response = batchAnswer(request)
  if (!result.ok) {
    const wrong = new shared.WrongExpectedVersion()
    if (result.actual < 0) wrong.setCurrentNoStream(new shared.Empty())
    else wrong.setCurrentStreamRevision(String(result.actual))
    return response.setError(statusOf('WrongExpectedVersion', wrong))
  }
  const position = new shared.AllStreamPosition()
  position.setCommitPosition(String(result.position)).setPreparePosition(String(result.position))
  const success = new streams.BatchAppendResp.Success()
  return response.setSuccess(success.setCurrentRevision(String(result.revision)).setPosition(position))
}

function batchAnswer(request: BatchRequest) {
  const hex = uuidOf(request.getCorrelationId()).replaceAll('-', '')
  const half = (digits: string) => String(BigInt.asIntN(64, BigInt(`0x${digits}`)))
  const structured = new shared.UUID.Structured()
  structured.setMostSignificantBits(half(hex.slice(0, 16))).setLeastSignificantBits(half(hex.slice(16)))
  return new streams.BatchAppendResp()
    .setCorrelationId(new shared.UUID().setStructured(structured))
    .setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
}

/** A `google.rpc.Status` whose details are packed by hand, as the client has no class for packing them. */
function statusOf(message: string, details: { serializeBinary(): Uint8Array }) {
  const type = `event_store.client.${message}`
  const field = (number: number, bytes: Uint8Array) => [(number << 3) | 2, bytes.length, ...bytes]
  const packed = [...field(1, Buffer.from(`type.googleapis.com/${type}`)), ...field(2, details.serializeBinary())]
  return status.Status.deserializeBinary(
    Uint8Array.from([...field(2, Buffer.from(message)), ...field(3, Uint8Array.from(packed))]),
  )
}

export function eventResponse(event: StoredEvent) {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Uint8Array.from(Buffer.from(event.stream)))
  const id = new shared.UUID()
  id.setString(event.id)
  recorded.setId(id)
  recorded.setStreamIdentifier(identifier)
  recorded.setStreamRevision(String(event.revision))
  recorded.setCommitPosition(String(event.position))
  recorded.setPreparePosition(String(event.position))
  recorded.setData(event.data)
  recorded.setCustomMetadata(event.metadata)
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', event.created)
  const read = new streams.ReadResp.ReadEvent()
  read.setEvent(recorded).setCommitPosition(String(event.position))
  return new streams.ReadResp().setEvent(read)
}

export function notFoundResponse(stream: string) {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Uint8Array.from(Buffer.from(stream)))
  const missing = new streams.ReadResp.StreamNotFound()
  missing.setStreamIdentifier(identifier)
  return new streams.ReadResp().setStreamNotFound(missing)
}

export function confirmationResponse(id: string) {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(id)
  return new streams.ReadResp().setConfirmation(confirmation)
}

export function checkpointResponse(position: number) {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position))
  return new streams.ReadResp().setCheckpoint(checkpoint)
}

export const caughtUpResponse = () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())

/** Servers of a cluster, all alive; the first leads. */
export function membersResponse(ports: readonly number[]) {
  const { VNodeState } = gossip.MemberInfo
  const members = ports.map((port, index) =>
    new gossip.MemberInfo()
      .setIsAlive(true)
      .setState(index === 0 ? VNodeState.LEADER : VNodeState.FOLLOWER)
      .setInstanceId(new shared.UUID().setString(randomUUID()))
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
  )
  return new gossip.ClusterInfo().setMembersList(members)
}
