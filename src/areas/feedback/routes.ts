import * as z from 'zod/mini'
import { Id, paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { personNamed } from '../../slice/person.ts'
import { acceptedOr, onlyOneself, problemsOf } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, type SessionUser, tagged } from '../../slice/route.ts'
import { existing } from '../../slice/stored.ts'
import { type FeedbackCommands, quotas } from './commands.ts'
import {
  Feedback,
  FeedbackCategory,
  FeedbackCounts,
  FeedbackCreate,
  FeedbackPatch,
  FeedbackSort,
  FeedbackStatus,
  FeedbackVotes,
} from './contract.ts'
import type { FeedbackState } from './feedback-decider.ts'
import { countFeedback, feedbackById, listFeedback, namedOf } from './queries.ts'
import type { VoteRefusal } from './vote-decider.ts'

const byId = z.object({ id: Id })

const accepted = acceptedOr(
  problemsOf<VoteRefusal>({
    'feedback-not-found': [404, 'Feedback not found'],
    'own-feedback': [403, 'You cannot vote for your own feedback'],
  }),
)

/** Routes of players (submit, list, vote) and of administrators (answer, counts). */
export function feedbackRoutes({
  db,
  feedback,
}: {
  readonly db: ReadDb
  readonly feedback: FeedbackCommands
}): readonly RouteDefinition[] {
  /** The entry from the read model, or from the command’s state while the projection lags. */
  async function stored(state: FeedbackState, user: SessionUser, at: string) {
    const { feedbackId: id, userId, ...fields } = existing(state)
    const { category, title, description, priority, status, adminResponse } = fields
    const row = await feedbackById(db, user.id, id)
    if (row?.status === status && row.adminResponse === adminResponse) return row
    const isMine = userId === user.id
    const author = await db
      .selectFrom('read.people')
      .select(['username', 'display_name', 'profile_image'])
      .where('id', '=', userId)
      .executeTakeFirst()
    return {
      ...{ id, category, title, description, priority, status, adminResponse },
      respondedBy: adminResponse === null ? null : { id: user.id, ...personNamed(user.username) },
      respondedAt: adminResponse === null ? null : at,
      createdAt: row?.createdAt ?? at,
      updatedAt: at,
      user: author
        ? namedOf(userId, author)
        : { id: isMine ? user.id : null, ...personNamed(isMine ? user.username : null) },
      votes: row?.votes ?? 0,
      hasVoted: row?.hasVoted ?? false,
      isMine,
    }
  }

  return tagged('Feedback', [
    route({
      method: 'post',
      path: '/api/feedback',
      access: 'user',
      summary: 'Submits feedback; 20 a day',
      body: z.extend(FeedbackCreate, { userId: z.optional(Id) }),
      responses: { 201: Feedback },
      consumes: [quotas.feedback],
      async handle({ body: { userId, ...fields }, user, context }) {
        onlyOneself(userId, user, 'You can only send feedback as yourself')
        const done = accepted(await feedback.submit(user.id, fields, context))
        return { status: 201, body: () => stored(done.state, user, context.at), wrote: done }
      },
    }),
    route({
      method: 'get',
      path: '/api/feedback',
      access: 'user',
      summary:
        'Lists all feedback with votes and answers, filtered by category, status or author (`show=mine`: the reader’s own)',
      query: z.object({
        category: z.optional(FeedbackCategory),
        status: z.optional(FeedbackStatus),
        show: z.optional(z.enum(['all', 'mine'])),
        sort: z._default(FeedbackSort, 'newest'),
        ...paged(PAGE.feedback),
      }),
      responses: { 200: z.array(Feedback) },
      isPaged: true,
      handle: ({ query: { show, ...filters }, user }) =>
        listFeedback(db, user.id, { ...filters, isMine: show === 'mine' }),
    }),
    route({
      method: 'post',
      path: '/api/feedback/:id/vote',
      access: 'user',
      summary: 'Votes for feedback of another player; idempotent',
      params: byId,
      responses: { 200: FeedbackVotes },
      consumes: [quotas.feedbackVotes],
      async handle({ params: { id }, user, context }) {
        const done = accepted(await feedback.vote(id, user.id, context))
        const body = async () => {
          const row = await feedbackById(db, user.id, id)
          // Adds the vote if it is not projected yet.
          return { votes: (row?.votes ?? 0) + (row?.hasVoted ? 0 : 1), hasVoted: true }
        }
        return { body, wrote: done }
      },
    }),
    route({
      method: 'delete',
      path: '/api/feedback/:id/vote',
      access: 'user',
      summary: 'Retracts the reader’s vote; idempotent',
      params: byId,
      responses: { 204: null },
      consumes: [quotas.feedbackVotes],
      handle: async ({ params: { id }, user, context }) => ({
        status: 204,
        wrote: accepted(await feedback.retractVote(id, user.id, context)),
      }),
    }),
    route({
      method: 'patch',
      path: '/api/admin/feedback/:id',
      access: 'admin',
      summary: 'Sets the status of feedback, answers it, or both; notifies its author',
      params: byId,
      body: FeedbackPatch,
      responses: { 200: Feedback },
      async handle({ params: { id }, body, user, context }) {
        const done = accepted(await feedback.answer(id, user.id, body, context))
        return { body: () => stored(done.state, user, context.at), wrote: done }
      },
    }),
    route({
      method: 'get',
      path: '/api/admin/feedback/counts',
      access: 'admin',
      summary: 'Counts feedback by status',
      responses: { 200: FeedbackCounts },
      handle: async () => ({ body: await countFeedback(db) }),
    }),
  ])
}
