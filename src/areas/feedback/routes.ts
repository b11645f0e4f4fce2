import * as z from 'zod/mini'
import { Id, paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { personNamed } from '../../slice/person.ts'
import { acceptedOr, onlyOneself, problemsOf } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, type SessionUser } from '../../slice/route.ts'
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
const tags = ['Feedback']

const accepted = acceptedOr(
  problemsOf<VoteRefusal>({
    'feedback-not-found': [404, 'Feedback not found'],
    'own-feedback': [403, 'You cannot vote for your own feedback'],
  }),
)

/** What players say of the game: writing, reading, voting, and what administrators answer. */
export function feedbackRoutes({
  db,
  feedback,
}: {
  readonly db: ReadDb
  readonly feedback: FeedbackCommands
}): readonly RouteDefinition[] {
  /** As stored; where the projection lags, by what the command knows. */
  async function stored(state: FeedbackState, user: SessionUser, at: string) {
    const { feedbackId: id, userId, ...said } = existing(state)
    const { category, title, description, priority, status, adminResponse } = said
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

  return [
    route({
      method: 'post',
      path: '/api/feedback',
      access: 'user',
      summary: 'Says something about the game; 20 a day',
      tags,
      body: z.extend(FeedbackCreate, { userId: z.optional(Id) }),
      responses: { 201: Feedback },
      consumes: [quotas.feedback],
      async handle({ body: { userId, ...said }, user, context }) {
        onlyOneself(userId, user, 'You can only give feedback for yourself')
        const done = accepted(await feedback.submit(user.id, said, context))
        return { status: 201, body: () => stored(done.state, user, context.at), wrote: done }
      },
    }),
    route({
      method: 'get',
      path: '/api/feedback',
      access: 'user',
      summary:
        'Everybody’s feedback with its votes and answers; of a category, of a status, the reader’s own (`show=mine`)',
      tags,
      query: z.object({
        category: z.optional(FeedbackCategory),
        status: z.optional(FeedbackStatus),
        show: z.optional(z.enum(['all', 'mine'])),
        sort: z._default(FeedbackSort, 'newest'),
        ...paged(PAGE.feedback),
      }),
      responses: { 200: z.array(Feedback) },
      isPaged: true,
      handle: ({ query: { show, ...asked }, user }) => listFeedback(db, user.id, { ...asked, isMine: show === 'mine' }),
    }),
    route({
      method: 'post',
      path: '/api/feedback/:id/vote',
      access: 'user',
      summary: 'Votes for somebody else’s feedback; again it changes nothing',
      tags,
      params: byId,
      responses: { 200: FeedbackVotes },
      problems: [404],
      consumes: [quotas.feedbackVotes],
      async handle({ params: { id }, user, context }) {
        const done = accepted(await feedback.vote(id, user.id, context))
        const body = async () => {
          const row = await feedbackById(db, user.id, id)
          // A vote that is not projected yet is counted by hand.
          return { votes: (row?.votes ?? 0) + (row?.hasVoted ? 0 : 1), hasVoted: true }
        }
        return { body, wrote: done }
      },
    }),
    route({
      method: 'delete',
      path: '/api/feedback/:id/vote',
      access: 'user',
      summary: 'Takes the own vote back; without one it changes nothing',
      tags,
      params: byId,
      responses: { 204: null },
      problems: [404],
      consumes: [quotas.feedbackVotes],
      handle: async ({ params: { id }, user, context }) => ({
        status: 204,
        wrote: accepted(await feedback.takeVoteBack(id, user.id, context)),
      }),
    }),
    route({
      method: 'patch',
      path: '/api/admin/feedback/:id',
      access: 'admin',
      summary: 'Sets the status of a feedback, answers it, or both; its author is told',
      tags,
      params: byId,
      body: FeedbackPatch,
      responses: { 200: Feedback },
      problems: [404],
      async handle({ params: { id }, body, user, context }) {
        const done = accepted(await feedback.answer(id, user.id, body, context))
        return { body: () => stored(done.state, user, context.at), wrote: done }
      },
    }),
    route({
      method: 'get',
      path: '/api/admin/feedback/counts',
      access: 'admin',
      summary: 'How much feedback there is of each status',
      tags,
      responses: { 200: FeedbackCounts },
      handle: async () => ({ body: await countFeedback(db) }),
    }),
  ]
}
