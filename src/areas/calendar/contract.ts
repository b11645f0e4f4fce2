import * as z from 'zod/mini'
import { Id } from '../../contracts/common.ts'

/** Calendar address of a player. It shows fixtures to anyone who has it, and nothing about the player. */
export const CalendarAddress = z.object({
  /** Path of the calendar, e.g. `/calendar/12-0f…9a.ics`. */
  path: z.string(),
})
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** Which entries a calendar has: by default every match and every cutoff. */
export const CalendarQuery = z.object({
  /** Only matches of this club and their cutoffs. */
  club: z.optional(Id),
  /** Only cutoffs, no matches. */
  only: z.optional(z.literal('cutoffs')),
})
export type CalendarQuery = z.infer<typeof CalendarQuery>
