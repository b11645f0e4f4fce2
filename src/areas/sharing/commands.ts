import type { CommandContext, CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import type { Decider } from '../../kernel/decider.ts'
import type { Event } from '../../kernel/event.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { ownAmong } from '../predictions/queries.ts'
import { type CommentRefusal, commentDecider } from './comment-decider.ts'
import type { FoundComment } from './comment-queries.ts'
import type { ShareCreate } from './contract.ts'
import { commentIds, shareIds } from './ids.ts'
import type { FoundShare } from './queries.ts'
import { type ReactionCommand, type ReactionState, reactionDecider } from './reaction-decider.ts'
import { type ShareRefusal, type ShareState, shareDecider } from './share-decider.ts'
import { commentStream, reactionStream, shareStream } from './streams.ts'
import { newShareToken } from './token.ts'

export const quotas = {
  shares: quota('shares', { perDay: 50, events: 2 }, 'You have shared 50 times today. Share more tomorrow.'),
  /** Comments written. `events: 2`, because each can be deleted once. */
  comments: quota(
    'comments',
    { perMinute: 20, perDay: 300, events: 2 },
    'You are commenting too fast. Give it a moment.',
  ),
  /** Deletions of own comments, and of comments on own shares. Their events count in `comments` of the authors. */
  commentDeletions: quota('comment-deletions', { perDay: 300, events: 0 }),
  /** Likes and unlikes. */
  likes: quota('likes', { perMinute: 120, perDay: 1_000 }, 'You are liking too fast. Give it a moment.'),
  /** Shares passed on, each once per day. */
  passes: quota('passes', { perDay: 200 }),
}

interface SharingUser {
  readonly id: number
  /** Administrator of the game. */
  readonly isAdmin: boolean
}

export type SharingRefusal =
  | ShareRefusal
  | CommentRefusal
  | 'prediction-not-found'
  /** An individual share contains several predictions. */
  | 'not-one'
  /** A gameweek share contains predictions of several gameweeks. */
  | 'not-one-gameweek'

/** The result of a command: the id and state of the share or comment, or the rejection. */
export type SharingOutcome<State = unknown> =
  | (Wrote & { readonly ok: true; readonly id: number; readonly state: State })
  | { readonly ok: false; readonly rejected: SharingRefusal }

export type Sharing = ReturnType<typeof createSharing>

interface SharingDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
}

/**
 * Commands of shares. The caller has checked that the user may see the share or comment. They throw `EventLogUnavailable` if the log
 * cannot be reached.
 */
export function createSharing({ db, handler, ids }: SharingDependencies) {
  async function handle<C, E extends Event, S, Code extends SharingRefusal>(
    decider: Decider<C, E, S, Code>,
    at: { readonly stream: string; readonly id: number },
    command: C,
    context: CommandContext,
  ): Promise<SharingOutcome<S>> {
    const handled = await handler.handle(decider, at.stream, command, context)
    return handled.ok ? { ...handled, id: at.id } : handled
  }

  const ofShare = (id: number) => ({ stream: shareStream(id), id })
  const ofComment = (id: number) => ({ stream: commentStream(id), id })
  /** Reads the stream, because the read model may still contain a deleted share. */
  const isShared = async (id: number): Promise<boolean> =>
    (await handler.load(shareDecider, shareStream(id))).state.status === 'shared'
  const notFound = { ok: false, rejected: 'share-not-found' } as const

  return {
    async share(
      userId: number,
      { predictionIds, title, description, shareType, isPublic }: ShareCreate,
      context: CommandContext,
    ): Promise<SharingOutcome<ShareState>> {
      const wanted = [...new Set(predictionIds)]
      const own = await ownAmong(db, userId, wanted)
      if (own.length < wanted.length) return { ok: false, rejected: 'prediction-not-found' }
      if (shareType === 'individual' && own.length > 1) return { ok: false, rejected: 'not-one' }
      const gameweeks = new Set(own.map(({ season, gameweek }) => `${season} ${gameweek}`))
      if (shareType === 'gameweek' && gameweeks.size > 1) return { ok: false, rejected: 'not-one-gameweek' }
      const shareId = await ids.next(shareIds, context)
      const share = {
        shareId,
        userId,
        token: newShareToken(),
        title,
        description: description || null,
        shareType,
        isPublic,
      }
      const picks = own.map(({ predictionId, fixtureId }) => ({ predictionId, fixtureId }))
      return handle(shareDecider, ofShare(shareId), { type: 'share', ...share, picks }, context)
    },

    delete: ({ id }: FoundShare, user: SharingUser, context: CommandContext) =>
      handle(shareDecider, ofShare(id), { type: 'delete', userId: user.id, administers: user.isAdmin }, context),

    async report({ id }: FoundShare, userId: number, reason: string | null, context: CommandContext) {
      const reportId = await ids.next(shareIds, context)
      return handle(shareDecider, ofShare(id), { type: 'report', reportId, userId, reason }, context)
    },

    /** Ends a report without an effect on its share, for an administrator. */
    dismiss: (shareId: number, reportId: number, context: CommandContext) =>
      handle(shareDecider, ofShare(shareId), { type: 'dismiss', reportId }, context),

    /** Likes a share, reverts the like, or records that the user passed the share on (once per day). */
    async react(
      { id: shareId, userId: ownerId }: FoundShare,
      userId: number,
      type: ReactionCommand['type'],
      context: CommandContext,
    ): Promise<SharingOutcome<ReactionState>> {
      if (!(await isShared(shareId))) return notFound
      const command = { type, shareId, ownerId, userId, day: context.at.slice(0, 10) }
      return handle(reactionDecider, { stream: reactionStream(shareId, userId), id: shareId }, command, context)
    },

    async comment(
      { id: shareId, userId: ownerId }: FoundShare,
      userId: number,
      content: string,
      context: CommandContext,
    ): Promise<SharingOutcome> {
      if (!(await isShared(shareId))) return notFound
      const commentId = await ids.next(commentIds, context)
      const command = { type: 'comment', commentId, shareId, ownerId, userId, content } as const
      return handle(commentDecider, ofComment(commentId), command, context)
    },

    deleteComment({ id, share: { userId: ownerId } }: FoundComment, user: SharingUser, context: CommandContext) {
      const command = {
        type: 'delete',
        userId: user.id,
        ownsShare: ownerId === user.id,
        administers: user.isAdmin,
      } as const
      return handle(commentDecider, ofComment(id), command, context)
    },

    async reportComment({ id }: FoundComment, userId: number, reason: string | null, context: CommandContext) {
      const reportId = await ids.next(shareIds, context)
      return handle(commentDecider, ofComment(id), { type: 'report', reportId, userId, reason }, context)
    },

    /** Ends a report without an effect on its comment, for an administrator. */
    dismissOfComment: (commentId: number, reportId: number, context: CommandContext) =>
      handle(commentDecider, ofComment(commentId), { type: 'dismiss', reportId }, context),
  }
}
