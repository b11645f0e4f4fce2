import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible, visibleIfAny } from '../../contracts/common.ts'
import { FEEDBACK_LIMITS as LIMITS, FEEDBACK_PROBLEMS as PROBLEMS } from './constants.ts'

export const FeedbackCategory = z.enum(['bug', 'feature', 'improvement', 'general'], PROBLEMS.category)
export type FeedbackCategory = z.infer<typeof FeedbackCategory>

export const FeedbackPriority = z.enum(['low', 'medium', 'high'])
export type FeedbackPriority = z.infer<typeof FeedbackPriority>

export const FeedbackStatus = z.enum(['open', 'in-progress', 'resolved', 'closed'])
export type FeedbackStatus = z.infer<typeof FeedbackStatus>

const atMost = (most: number, what: string) =>
  z.maxLength(most, `${what} has at most ${most.toLocaleString('en-GB')} characters`)

/** `POST /api/feedback`. What else a body says, `status` and `adminResponse` among it, is the administrators' to say and left out. */
export const FeedbackCreate = z.object({
  category: FeedbackCategory,
  title: z
    .string(PROBLEMS.shortTitle)
    .check(
      z.trim(),
      visible(PROBLEMS.shortTitle),
      onOneLine,
      z.minLength(LIMITS.title.least, PROBLEMS.shortTitle),
      z.maxLength(LIMITS.title.most, PROBLEMS.longTitle),
    ),
  description: z
    .string(PROBLEMS.description)
    .check(
      z.trim(),
      visible(PROBLEMS.description),
      z.minLength(LIMITS.description.least, PROBLEMS.description),
      atMost(LIMITS.description.most, 'Description'),
    ),
  priority: z._default(FeedbackPriority, 'medium'),
})
export type FeedbackCreate = z.infer<typeof FeedbackCreate>

/** `newest` first; most `votes` first; what is `open` first, then in progress, resolved and closed. Newest first among equals. */
export const FeedbackSort = z.enum(['newest', 'votes', 'open'])
export type FeedbackSort = z.infer<typeof FeedbackSort>

/** `PATCH /api/admin/feedback/{id}`: what is left out stays as it is. An answer of null or without text is taken back. */
export const FeedbackPatch = z
  .object({
    status: z.optional(FeedbackStatus),
    adminResponse: z.optional(z.nullable(z.string().check(z.trim(), visibleIfAny, atMost(LIMITS.answer, 'An answer')))),
  })
  .check(
    z.refine(({ status, adminResponse }) => status !== undefined || adminResponse !== undefined, {
      message: 'Please give a status or an answer',
      path: ['status'],
    }),
  )
export type FeedbackPatch = z.infer<typeof FeedbackPatch>

/** Somebody by name; `id` null: nobody any more. */
const Named = z.extend(Person, { id: z.nullable(Id) })

export const Feedback = z.object({
  id: Id,
  category: FeedbackCategory,
  title: z.string(),
  description: z.string(),
  priority: FeedbackPriority,
  status: FeedbackStatus,
  /** The administrators' answer, with who gave it and when; all three are null without one. */
  adminResponse: z.nullable(z.string()),
  respondedBy: z.nullable(Named),
  respondedAt: z.nullable(IsoTime),
  createdAt: IsoTime,
  /** When status or answer last changed. */
  updatedAt: IsoTime,
  user: Named,
  /** Of others than its author. */
  votes: z.int(),
  /** Of the reader. */
  hasVoted: z.boolean(),
  isMine: z.boolean(),
})
export type Feedback = z.infer<typeof Feedback>

/** `POST /api/feedback/{id}/vote`: how many votes there are then. */
export const FeedbackVotes = z.object({ votes: z.int(), hasVoted: z.boolean() })
export type FeedbackVotes = z.infer<typeof FeedbackVotes>

/** `GET /api/admin/feedback/counts`: how much there is of each status. */
export const FeedbackCounts = z.object({
  open: z.int(),
  'in-progress': z.int(),
  resolved: z.int(),
  closed: z.int(),
})
export type FeedbackCounts = z.infer<typeof FeedbackCounts>
