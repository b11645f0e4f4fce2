import * as z from 'zod/mini'
import { Id } from './common.ts'

/**
 * Socket.IO event `change`: a topic that open pages may show, with an increasing version, so that a late frame never undoes a newer
 * one. Pages refetch the topic. A page that sends its age in the handshake (`auth: { openFor }`, ms) receives the changes since then
 * at once. A chat message is sent as a whole, as the event `message` with a `ChatMessage`. Besides CONNECT, pongs and DISCONNECT a
 * client may send `watch` and `unwatch`, each with `{ competitionId }` for an open chat, or `{ shareUrl }` for an open share. Changes
 * of a private share are sent to its watchers only. Any other frame ends the connection.
 */
export const LiveChange = z.object({
  /** A topic of `reads.ts` in the UI, or `*`: every topic. */
  topic: z.string(),
  /** Increases with every change that a node has projected. */
  version: z.string(),
  /** Ids of the changed fixtures. */
  ids: z.optional(z.array(Id)),
  /** Many pages receive the change at the same time: each reads again after a short random delay. */
  spread: z.optional(z.literal(true)),
})
export type LiveChange = z.infer<typeof LiveChange>
