import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, visible } from './common.ts'

/** `POST /api/shouts`. */
export const ShoutPost = z.object({
  playerId: Id,
  words: z
    .string()
    .check(z.trim(), visible('A shout needs words'), onOneLine, z.maxLength(80, 'A shout has at most 80 characters')),
})

/** `GET /api/shouts`, newest first: those of the player and those at them. */
export const Shout = z.object({
  id: Id,
  from: z.object({ id: Id, username: z.string() }),
  playerId: Id,
  words: z.string(),
  shoutedAt: IsoTime,
})
export type Shout = z.infer<typeof Shout>
