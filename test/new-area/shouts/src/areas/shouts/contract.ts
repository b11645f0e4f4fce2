import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible } from '../../contracts/common.ts'

/** Body of `POST /api/shouts`. */
export const ShoutPost = z.object({
  playerId: Id,
  words: z
    .string()
    .check(z.trim(), visible('A shout needs words'), onOneLine, z.maxLength(80, 'A shout has at most 80 characters')),
})
export type ShoutPost = z.infer<typeof ShoutPost>

/** `GET /api/shouts`, newest first: shouts by the player and at the player. */
export const Shout = z.object({
  id: Id,
  from: z.extend(Person, { id: Id }),
  playerId: Id,
  words: z.string(),
  postedAt: IsoTime,
})
export type Shout = z.infer<typeof Shout>
