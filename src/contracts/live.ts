import * as z from 'zod/mini'
import { Id } from './common.ts'

/**
 * What the server pushes over Socket.IO, one event name `change`: a topic that open pages may be showing, with a version
 * that only grows, so that a late frame never undoes a newer one. Pages refetch the topic. A page that says in its handshake how
 * long it has been open (`auth: { openFor }`, ms) is told at once what changed since then. A message of a chat comes whole, as the
 * event `message` with a `ChatMessage`. Besides CONNECT, pongs and DISCONNECT a client may send `watch` and `unwatch`, each with
 * `{ competitionId }` for the chat it shows, or `{ shareUrl }` for the share: of a private one nobody else hears. Anything else ends its
 * connection.
 */
export const LiveChange = z.object({
  /** A topic of `reads.ts` in the UI, or `*`: every topic. */
  topic: z.string(),
  /** Grows with every change a node has projected. */
  version: z.string(),
  /** Of the fixtures that changed. */
  ids: z.optional(z.array(Id)),
  /** Many pages receive the change in the same instant: they read again spread over a short while. */
  spread: z.optional(z.literal(true)),
})
export type LiveChange = z.infer<typeof LiveChange>
