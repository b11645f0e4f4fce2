import * as z from 'zod/mini'
import { Id } from '../../contracts/common.ts'
import { PageBefore, ReportPost } from '../../contracts/requests.ts'
import { personNamed } from '../../slice/person.ts'
import { acceptedOr, problemsOf, wrongField } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import {
  type RouteDefinition,
  type RouteInput,
  type RouteResult,
  route,
  type SessionUser,
  tagged,
} from '../../slice/route.ts'
import { asStored } from '../../slice/stored.ts'
import { quotas as ofChat } from '../chat/commands.ts'
import { quotas, type Sharing, type SharingOutcome, type SharingRefusal } from './commands.ts'
import { commentAt, commentById, commentsOf, type FoundComment } from './comment-queries.ts'
import {
  CommentPost,
  Interaction,
  ShareComment,
  ShareCounts,
  ShareCreate,
  SharedPrediction,
  SharesQuery,
  ShareToken,
} from './contract.ts'
import {
  type FixturesOf,
  type FoundShare,
  latestShares,
  type ShareAddress,
  shareAt,
  shareCounts,
  shownShare,
} from './queries.ts'
import type { ReactionCommand } from './reaction-decider.ts'
import type { ShareState } from './share-decider.ts'
import type { Views } from './views.ts'

/** Token or id of a share. Anything else returns the same 404 as an unknown token. */
const address = z.object({ shareUrl: z.string() })
const byId = z.object({ id: Id })
const thanks = z.object({ message: z.string() })
const THANKS = 'Thank you. An administrator will look at it.'

/** HTTP status and message of each rejection. */
const problemOf = problemsOf<SharingRefusal>({
  'prediction-not-found': [404, 'Prediction not found'],
  'not-one': [400, 'An individual share holds one prediction'],
  'not-one-gameweek': [400, 'A gameweek share holds predictions of one gameweek'],
  'share-not-found': [404, 'Shared prediction not found'],
  'not-the-owner': [403, 'This is not your share'],
  'own-share': [403, 'You cannot report your own share'],
  'already-reported': [409, 'You have already reported this share'],
  'comment-not-found': [404, 'Comment not found'],
  'not-the-author': [403, 'This is not your comment'],
  'own-comment': [403, 'You cannot report your own comment'],
  'comment-already-reported': [409, 'You have already reported this comment'],
})
const accepted = acceptedOr(problemOf)

interface SharingRouteDependencies {
  readonly db: ReadDb
  readonly sharing: Sharing
  readonly views: Views
  readonly fixturesOf: FixturesOf
}

type Input = Pick<RouteInput<undefined, undefined, undefined>, 'context' | 'ip'> & { readonly user: SessionUser | null }

/** Routes of shares, reactions, comments and reports. */
export function sharingRoutes({
  db,
  sharing,
  views,
  fixturesOf,
}: SharingRouteDependencies): readonly RouteDefinition[] {
  const readerOf = ({ user, context }: Pick<Input, 'user' | 'context'>) => ({
    readerId: user?.id ?? null,
    at: context.at,
  })

  async function found(shareUrl: string, user: SessionUser | null): Promise<FoundShare> {
    const share = await shareAt(db, addressOf(shareUrl), user?.id ?? null)
    if (!share) throw problemOf('share-not-found')
    return share
  }

  /**
   * Returns a comment. On a private share, its author, the owner of the share, administrators and viewers of the share may access it;
   * others get 404 (docs/threats.md T46).
   */
  async function foundComment(id: number, user: SessionUser, at: string): Promise<FoundComment> {
    const comment = await commentAt(db, id)
    if (!comment) throw problemOf('comment-not-found')
    const { share, userId } = comment
    const isOpen = share.isPublic || user.role === 'admin' || user.id === userId || user.id === share.userId
    if (!isOpen && !(await views.hasSeen(share.id, { userId: user.id }, at))) throw problemOf('comment-not-found')
    return comment
  }

  async function react(
    shareUrl: string,
    what: ReactionCommand['type'],
    { user, context }: Writes,
  ): Promise<RouteResult> {
    const share = await found(shareUrl, user)
    const done = accepted(await sharing.react(share, user.id, what, context))
    const body = async () => {
      const counts = await shareCounts(db, share.id, user.id)
      if (!counts) throw problemOf('share-not-found')
      // A concurrent request of the same player may have stored the event, so the counts may not include it yet.
      return { ...counts, isLiked: done.state.isLiked }
    }
    return { body, wrote: done }
  }

  return tagged('Sharing', [
    route({
      method: 'post',
      path: '/api/share-predictions',
      access: 'user',
      summary: 'Shares 1 to 50 of your own predictions, publicly or by link only; 50 shares per day',
      body: ShareCreate,
      responses: { 201: SharedPrediction },
      problems: [404],
      consumes: [quotas.shares],
      async handle({ body, user, context }) {
        const done = accepted(await sharing.share(user.id, body, context))
        const shown = async () =>
          asStored(await shownShare(db, { id: done.id }, readerOf({ user, context }), { fixturesOf }), {}, () =>
            unread(done, body, user, context.at),
          )
        return { status: 201, body: shown, wrote: done }
      },
    }),
    route({
      method: 'get',
      path: '/api/shared-predictions',
      access: 'user',
      summary: 'The latest public shares and the reader’s own, newest first',
      query: SharesQuery,
      responses: { 200: z.array(SharedPrediction) },
      hasCursor: true,
      async handle({ query, user, context }) {
        const { shares, next } = await latestShares(db, readerOf({ user, context }), query, fixturesOf)
        return { body: shares, next }
      },
    }),
    route({
      method: 'get',
      path: '/api/shared-predictions/:shareUrl',
      access: 'public',
      summary:
        'A share by its token, or a public one by its id, with all its picks; counts one view per viewer and day',
      params: address,
      responses: { 200: SharedPrediction },
      async handle({ params: { shareUrl }, user, context, ip }) {
        const counting = views.counting(user ? { userId: user.id } : { address: ip }, context.at)
        const share = await shownShare(db, addressOf(shareUrl), readerOf({ user, context }), { fixturesOf, counting })
        if (!share) throw problemOf('share-not-found')
        return { body: share }
      },
    }),
    route({
      method: 'delete',
      path: '/api/shared-predictions/:shareUrl',
      access: 'user',
      summary: 'Deletes a share with its likes and comments, as its owner or as an administrator',
      params: address,
      responses: { 204: null },
      consumes: [],
      async handle({ params: { shareUrl }, user, context }) {
        const share = await found(shareUrl, user)
        return { status: 204, wrote: accepted(await sharing.delete(share, sharingUser(user), context)) }
      },
    }),
    route({
      method: 'post',
      path: '/api/shared-predictions/:shareUrl/report',
      access: 'user',
      summary: 'Reports a share to the administrators, once',
      params: address,
      body: ReportPost,
      responses: { 200: thanks },
      problems: [404, 409],
      consumes: [ofChat.reports],
      async handle({ params: { shareUrl }, body, user, context }) {
        const share = await found(shareUrl, user)
        const done = accepted(await sharing.report(share, user.id, body.reason || null, context))
        return { body: { message: THANKS }, wrote: done }
      },
    }),
    route({
      method: 'post',
      path: '/api/shared-predictions/:shareUrl/like',
      access: 'user',
      summary: 'Likes a share; a second like of the same player changes nothing',
      params: address,
      responses: { 200: ShareCounts },
      consumes: [quotas.likes],
      handle: ({ params: { shareUrl }, user, context }) => react(shareUrl, 'like', { user, context }),
    }),
    route({
      method: 'post',
      path: '/api/shared-predictions/:shareUrl/interact',
      access: 'user',
      summary: 'Likes a share, reverts the like, or counts that it was passed on, once per player and day',
      params: address,
      body: Interaction,
      responses: { 200: ShareCounts },
      consumesItself: [quotas.likes, quotas.passes],
      async handle({ params: { shareUrl }, body: { type }, user, context, consume }) {
        await consume(type === 'share' ? quotas.passes : quotas.likes)
        return react(shareUrl, type, { user, context })
      },
    }),
    route({
      method: 'get',
      path: '/api/shared-predictions/:shareUrl/comments',
      access: 'public',
      summary: 'The latest comments on a share, or those before one of them; oldest first',
      params: address,
      query: PageBefore,
      responses: { 200: z.array(ShareComment) },
      async handle({ params: { shareUrl }, query, user }) {
        const share = await found(shareUrl, user)
        return { body: await commentsOf(db, share.id, user && sharingUser(user), query) }
      },
    }),
    route({
      method: 'post',
      path: '/api/shared-predictions/:shareUrl/comments',
      access: 'user',
      summary: 'Comments on a share, in 1 to 500 characters',
      params: address,
      body: CommentPost,
      responses: { 201: ShareComment },
      consumes: [quotas.comments],
      async handle({ params: { shareUrl }, body, user, context }) {
        const share = await found(shareUrl, user)
        // The path determines the share (docs/threats.md T35).
        if (body.sharedPredictionId !== undefined && body.sharedPredictionId !== share.id)
          throw wrongField('sharedPredictionId', 'The body and the address name different shares')
        const done = accepted(await sharing.comment(share, user.id, body.content, context))
        const shown = async (): Promise<ShareComment> =>
          asStored(await commentById(db, done.id, sharingUser(user)), {}, () => ({
            ...{ id: done.id, sharedPredictionId: share.id, content: body.content, createdAt: context.at, likes: 0 },
            ...{ user: { id: user.id, ...personNamed(user.username) }, mayDelete: true },
          }))
        return { status: 201, body: shown, wrote: done }
      },
    }),
    route({
      method: 'delete',
      path: '/api/comments/:id',
      access: 'user',
      summary: 'Deletes a comment: as its author, as the owner of the share, or as an administrator',
      params: byId,
      responses: { 204: null },
      consumes: [quotas.commentDeletions],
      async handle({ params, user, context }) {
        const comment = await foundComment(params.id, user, context.at)
        return { status: 204, wrote: accepted(await sharing.deleteComment(comment, sharingUser(user), context)) }
      },
    }),
    route({
      method: 'post',
      path: '/api/comments/:id/report',
      access: 'user',
      summary: 'Reports a comment to the administrators, once',
      params: byId,
      body: ReportPost,
      responses: { 200: thanks },
      problems: [404, 409],
      consumes: [ofChat.reports],
      async handle({ params, body, user, context }) {
        const comment = await foundComment(params.id, user, context.at)
        const done = accepted(await sharing.reportComment(comment, user.id, body.reason || null, context))
        return { body: { message: THANKS }, wrote: done }
      },
    }),
  ])
}

type Writes = Pick<Input, 'context'> & { readonly user: SessionUser }

/** Returns a new share that is not projected yet, from the command's values. Its picks are missing until the next read. */
function unread(
  { id, state }: Extract<SharingOutcome<ShareState>, { ok: true }>,
  { title, description, shareType, isPublic, predictionIds }: ShareCreate,
  user: SessionUser,
  createdAt: string,
): SharedPrediction {
  if (state.status === 'none') throw new Error('a stored share has no state')
  return {
    ...{ id, shareUrl: state.token, title, description: description || null, shareType, isPublic, createdAt },
    ...{ views: 0, likes: 0, shares: 0, commentCount: 0, points: null, isLiked: false, isMine: true },
    ...{ predictionIds: [], predictionCount: new Set(predictionIds).size },
    user: { id: user.id, ...personNamed(user.username) },
  }
}

const sharingUser = ({ id, role }: SessionUser) => ({ id, isAdmin: role === 'admin' })

function addressOf(shareUrl: string): ShareAddress {
  const id = z.safeParse(Id, Number(shareUrl))
  if (/^\d+$/.test(shareUrl) && id.success) return { id: id.data }
  if (z.safeParse(ShareToken, shareUrl).success) return { token: shareUrl }
  throw problemOf('share-not-found')
}
