import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible, visibleIfAny } from '../../contracts/common.ts'
import { FEEDBACK_LIMITS as LIMITS, FEEDBACK_PROBLEMS as PROBLEMS } from './constants.ts'

export const FeedbackCategory = z.enum(['bug', 'feature', 'improvement', 'general'])
export type FeedbackCategory = z.infer<typeof FeedbackCategory>

export const FeedbackPriority = z.enum(['low', 'medium', 'high'])
export type FeedbackPriority = z.infer<typeof FeedbackPriority>

export const FeedbackStatus = z.enum(['open', 'in-progress', 'resolved', 'closed'])
export type FeedbackStatus = z.infer<typeof FeedbackStatus>

const atMost = (most: number, what: string) =>
  z.maxLength(most, `${what} has at most ${most.toLocaleString('en-GB')} characters`)

/** `POST /api/feedback`. Other fields are ignored: only administrators set `status` and `adminResponse`. */
export const FeedbackCreate = z.object({
  category: z.enum(FeedbackCategory.options, PROBLEMS.category),
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

/**
 * Sort orders. `open`: by status from open to closed; `votes`: most votes first. Ties are newest first.
 */
export const FeedbackSort = z.enum(['newest', 'votes', 'open'])
export type FeedbackSort = z.infer<typeof FeedbackSort>

/** `PATCH /api/admin/feedback/{id}`: missing fields keep their values. An answer of null or without text is removed. */
export const FeedbackPatch = z
  .object({
    status: z.optional(FeedbackStatus),
    adminResponse: z.optional(z.nullable(z.string().check(z.trim(), visibleIfAny, atMost(LIMITS.answer, 'An answer')))),
  })
  .check(
    z.refine(({ status, adminResponse }) => status !== undefined || adminResponse !== undefined, {
      message: 'Set a status or write an answer',
      path: ['status'],
    }),
  )
export type FeedbackPatch = z.infer<typeof FeedbackPatch>

/** A named player or administrator; `id` null: deleted. */
const Named = z.extend(Person, { id: z.nullable(Id) })

export const Feedback = z.object({
  id: Id,
  category: FeedbackCategory,
  title: z.string(),
  description: z.string(),
  priority: FeedbackPriority,
  status: FeedbackStatus,
  /** Answer of an administrator, its author and time; all three are null without an answer. */
  adminResponse: z.nullable(z.string()),
  respondedBy: z.nullable(Named),
  respondedAt: z.nullable(IsoTime),
  createdAt: IsoTime,
  /** Time of the last change of status or answer. */
  updatedAt: IsoTime,
  user: Named,
  /** Number of votes; authors cannot vote for their own feedback. */
  votes: z.int(),
  /** Whether the reader has voted. */
  hasVoted: z.boolean(),
  isMine: z.boolean(),
})
export type Feedback = z.infer<typeof Feedback>

/** `POST /api/feedback/{id}/vote`: the number of votes after it. */
export const FeedbackVotes = z.object({ votes: z.int(), hasVoted: z.boolean() })

/** `GET /api/admin/feedback/counts`: the number of feedback entries by status. */
export const FeedbackCounts = z.object({
  open: z.int(),
  'in-progress': z.int(),
  resolved: z.int(),
  closed: z.int(),
})
export type FeedbackCounts = z.infer<typeof FeedbackCounts>
