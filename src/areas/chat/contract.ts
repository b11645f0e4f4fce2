import * as z from 'zod/mini'
import { Id, IsoTime, Person, visible } from '../../contracts/common.ts'

const content = z
  .string('A message needs some text')
  .check(z.trim(), visible('A message needs some text'), z.maxLength(1000, 'A message has at most 1,000 characters'))
export const MessagePost = z.object({
  content,
  userId: z.optional(Id),
  leagueId: z.optional(z.nullable(Id)),
  competitionId: z.optional(z.nullable(Id)),
  messageType: z.optional(z.string()),
})
export const MessagePatch = z.object({ content })

/** A deleted message stays as a tombstone: `isDeleted`, no content. */
export const ChatMessage = z.object({
  id: Id,
  content: z.nullable(z.string()),
  userId: Id,
  leagueId: z.nullable(Id),
  competitionId: z.nullable(Id),
  messageType: z.literal('message'),
  createdAt: IsoTime,
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  user: Person,
})
export type ChatMessage = z.infer<typeof ChatMessage>
