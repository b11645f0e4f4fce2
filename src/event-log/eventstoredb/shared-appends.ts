import { randomUUID } from 'node:crypto'
import {
  unpackToCommandError,
  unpackWrongExpectedVersion,
} from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import protocol from '@eventstore/db-client/generated/streams_pb.js'
import { type Append, EventLogUnavailable } from '../../kernel/event-log.ts'
import { whenLate } from '../../kernel/late.ts'
import type { AppendCall, StoreClient } from './client.ts'
import type { AllPosition } from './position.ts'
import { fullName } from './stored.ts'

/** What the server says of an append. */
export type Answer =
  | { readonly success: true; readonly revision: number; readonly position: AllPosition | undefined }
  /** Below 0: there is no such stream. */
  | { readonly success: false; readonly revision: number }

/**
 * Sends an append on the one call that all share, and waits at most so many milliseconds for its answer. Rejects with what the
 * server says of this append alone, or with what ended the call: then nobody knows what was stored.
 */
interface SharedAppends {
  append(append: Append, deadline: number): Promise<Answer>
  /** Whether its calls have stayed without a single answer lately: then each append does better on a call of its own. */
  isMute(): boolean
}

/** So many calls in a row without any answer are no accident. */
const MOST_SILENT = 3
/** How long nobody is sent to it then, in milliseconds. */
const MUTE_MS = 60_000

interface Waiting {
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** A call that stands, and who waits for an answer on it. */
interface Standing {
  readonly call: AppendCall
  readonly waiting: Map<string, Waiting>
  /** Nothing has been answered on it yet. */
  isSilent: boolean
  /** Nobody is answered on it any more. */
  end(error: unknown): void
}

/** One call carries all appends, each answered under an id of its own: a fraction of what a call for each costs on both sides. */
export function createSharedAppends({ openAppends }: StoreClient, prefix: string): SharedAppends {
  let standing: Promise<Standing> | undefined
  let silentCalls = 0
  let muteUntil = 0

  function fellSilent(): void {
    if (++silentCalls < MOST_SILENT) return
    silentCalls = 0
    muteUntil = performance.now() + MUTE_MS
  }

  function open(): Promise<Standing> {
    const opening = stand()
    standing = opening
    opening.catch(() => forget(opening))
    return opening

    async function stand(): Promise<Standing> {
      const call = await openAppends()
      const waiting = new Map<string, Waiting>()
      const end = (error: unknown) => {
        forget(opening)
        for (const { reject } of waiting.values()) reject(error)
        waiting.clear()
      }
      const stood: Standing = { call, waiting, isSilent: true, end }
      call.on('data', (response) => {
        stood.isSilent = false
        silentCalls = 0
        const { resolve, reject } = waiting.get(parseUUID(response.getCorrelationId()) ?? '') ?? {}
        try {
          resolve?.(answerOf(response))
        } catch (error) {
          reject?.(error)
        }
      })
      call.on('error', end)
      // The server may end its side and say nothing.
      call.on('end', () => end(new EventLogUnavailable('the event store ended the call of appends')))
      return stood
    }
  }

  function forget(opened: Promise<Standing>): void {
    if (standing === opened) standing = undefined
  }

  async function send(append: Append, deadline: number): Promise<Answer> {
    const stood = await (standing ?? open())
    const { call, waiting, end } = stood
    const id = randomUUID()
    return new Promise<Answer>((resolve, reject) => {
      // A call on which one is not answered is given up, so that the next append does not wait on it as well.
      const cancelTimer = whenLate(deadline, () => {
        if (stood.isSilent && waiting.has(id)) fellSilent()
        end(new EventLogUnavailable(`append to ${append.stream}: no answer within ${Math.round(deadline)} ms`))
        call.cancel()
      })
      const done = () => {
        cancelTimer()
        waiting.delete(id)
      }
      waiting.set(id, {
        resolve(answer) {
          done()
          resolve(answer)
        },
        reject(error) {
          done()
          reject(error)
        },
      })
      call.write(requestOf(id, append, prefix))
    })
  }

  return { append: send, isMute: () => performance.now() < muteUntil }
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf8'))
const uuidOf = (id: string) => new shared.UUID().setString(id)

/** Without a deadline of its own: the server then takes the time that it gives every write. */
function requestOf(id: string, { stream, events, expected }: Append, prefix: string) {
  const { BatchAppendReq } = protocol
  const name = new shared.StreamIdentifier().setStreamName(bytesOf(fullName(prefix, stream)))
  const options = new BatchAppendReq.Options().setStreamIdentifier(name)
  if (expected === 'no_stream') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(String(expected))
  const messages = events.map((event) => {
    const message = new BatchAppendReq.ProposedMessage()
      .setId(uuidOf(event.id))
      .setData(bytesOf(JSON.stringify(event.data)))
      .setCustomMetadata(bytesOf(JSON.stringify(event.metadata)))
    message.getMetadataMap().set('type', event.type).set('content-type', 'application/json')
    return message
  })
  return new BatchAppendReq()
    .setCorrelationId(uuidOf(id))
    .setOptions(options)
    .setProposedMessagesList(messages)
    .setIsFinal(true)
}

/** Throws what the server says against an append, unless it is the revision. */
function answerOf(response: InstanceType<typeof protocol.BatchAppendResp>): Answer {
  const error = response.getError()
  if (error) {
    const wrong = unpackWrongExpectedVersion(error)
    if (!wrong)
      throw error.hasDetails() ? unpackToCommandError(error, streamOf(response)) : new Error(error.getMessage())
    return {
      success: false,
      revision: wrong.hasCurrentStreamRevision() ? Number(wrong.getCurrentStreamRevision()) : -1,
    }
  }
  const success = response.getSuccess()
  if (!success) throw new Error('an append was answered with nothing')
  const place = success.getPosition()
  return {
    success: true,
    revision: Number(success.getCurrentRevision()),
    position: place && { commit: BigInt(place.getCommitPosition()), prepare: BigInt(place.getPreparePosition()) },
  }
}

const streamOf = (response: InstanceType<typeof protocol.BatchAppendResp>): string =>
  Buffer.from(response.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8')
