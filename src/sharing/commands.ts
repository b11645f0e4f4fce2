import type { ShareCreate } from '../contracts/sharing.ts'
import type { Aggregate, CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Event, Position } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import { ownAmong } from '../predictions/queries.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { type CommentRefusal, comment } from './comment-decider.ts'
import type { FoundComment } from './comment-queries.ts'
import { commentIds, shareIds } from './ids.ts'
import type { FoundShare } from './queries.ts'
import { type ReactionCommand, type ReactionState, reaction } from './reaction-decider.ts'
import { type ShareRefusal, type ShareState, share } from './share-decider.ts'
import { commentStream, reactionStream, shareStream } from './streams.ts'
import { newShareToken } from './token.ts'

export interface SharingUser {
  readonly id: number
  /** Of the whole game. */
  readonly isAdmin: boolean
}

export type SharingRefusal =
  | ShareRefusal
  | CommentRefusal
  | 'prediction-not-found'
  /** A share of one prediction has others, too. */
  | 'not-one'
  /** A share of a gameweek has predictions of another. */
  | 'not-one-gameweek'

/** What was stored, and under which id. */
export type SharingOutcome<State = unknown> =
  | {
      readonly ok: true
      readonly id: number
      readonly state: State
      /** null: nothing changed. */
      readonly position: Position | null
      readonly types: readonly string[]
    }
  | { readonly ok: false; readonly rejected: SharingRefusal }

/** Commands of shares. The share or comment is one that the caller has found for the user. Throw `EventLogUnavailable` where the log is away. */
export interface Sharing {
  share(userId: number, what: ShareCreate, context: CommandContext): Promise<SharingOutcome<ShareState>>
  delete(found: FoundShare, user: SharingUser, context: CommandContext): Promise<SharingOutcome>
  report(found: FoundShare, userId: number, reason: string | null, context: CommandContext): Promise<SharingOutcome>
  /** Likes it, takes the like back, or notes that the user passed it on: once a day. */
  react(
    found: FoundShare,
    userId: number,
    what: ReactionCommand['type'],
    context: CommandContext,
  ): Promise<SharingOutcome<ReactionState>>
  comment(found: FoundShare, userId: number, content: string, context: CommandContext): Promise<SharingOutcome>
  deleteComment(found: FoundComment, user: SharingUser, context: CommandContext): Promise<SharingOutcome>
  reportComment(
    found: FoundComment,
    userId: number,
    reason: string | null,
    context: CommandContext,
  ): Promise<SharingOutcome>
}

export interface SharingDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
}

export function createSharing({ db, handler, ids }: SharingDependencies): Sharing {
  async function handle<C, E extends Event, S, Code extends SharingRefusal>(
    aggregate: Aggregate<C, E, S, Code>,
    at: { readonly stream: string; readonly id: number },
    command: C,
    context: CommandContext,
  ): Promise<SharingOutcome<S>> {
    const handled = await handler.handle(aggregate, at.stream, command, context)
    if (!handled.ok) return { ok: false, rejected: handled.rejected }
    const { state, position, events } = handled
    return { ok: true, id: at.id, state, position, types: events.map(({ type }) => type) }
  }

  const ofShare = (id: number) => ({ stream: shareStream(id), id })
  const ofComment = (id: number) => ({ stream: commentStream(id), id })
  /** A read model may still have a share whose end stands in the log. */
  const stands = async (id: number): Promise<boolean> =>
    (await handler.load(share, shareStream(id))).state.status === 'shared'
  const notFound = { ok: false, rejected: 'share-not-found' } as const

  return {
    async share(userId, { predictionIds, title, description, shareType, isPublic }, context) {
      const wanted = [...new Set(predictionIds)]
      const own = await ownAmong(db, userId, wanted)
      if (own.length < wanted.length) return { ok: false, rejected: 'prediction-not-found' }
      if (shareType === 'individual' && own.length > 1) return { ok: false, rejected: 'not-one' }
      const gameweeks = new Set(own.map(({ season, gameweek }) => `${season} ${gameweek}`))
      if (shareType === 'gameweek' && gameweeks.size > 1) return { ok: false, rejected: 'not-one-gameweek' }
      const shareId = await ids.next(shareIds, context)
      const said = {
        shareId,
        userId,
        token: newShareToken(),
        title,
        description: description || null,
        shareType,
        isPublic,
      }
      const picks = own.map(({ predictionId, fixtureId }) => ({ predictionId, fixtureId }))
      return handle(share, ofShare(shareId), { type: 'share', ...said, picks }, context)
    },

    delete: ({ id }, user, context) =>
      handle(share, ofShare(id), { type: 'delete', userId: user.id, administers: user.isAdmin }, context),

    async report({ id }, userId, reason, context) {
      const reportId = await ids.next(shareIds, context)
      return handle(share, ofShare(id), { type: 'report', reportId, userId, reason }, context)
    },

    async react({ id: shareId, userId: ownerId }, userId, type, context) {
      if (!(await stands(shareId))) return notFound
      const command = { type, shareId, ownerId, userId, day: context.at.slice(0, 10) }
      return handle(reaction, { stream: reactionStream(shareId, userId), id: shareId }, command, context)
    },

    async comment({ id: shareId, userId: ownerId }, userId, content, context) {
      if (!(await stands(shareId))) return notFound
      const commentId = await ids.next(commentIds, context)
      const command = { type: 'comment', commentId, shareId, ownerId, userId, content } as const
      return handle(comment, ofComment(commentId), command, context)
    },

    deleteComment({ id, share: { userId: ownerId } }, user, context) {
      const command = {
        type: 'delete',
        userId: user.id,
        ownsShare: ownerId === user.id,
        administers: user.isAdmin,
      } as const
      return handle(comment, ofComment(id), command, context)
    },

    async reportComment({ id }, userId, reason, context) {
      const reportId = await ids.next(shareIds, context)
      return handle(comment, ofComment(id), { type: 'report', reportId, userId, reason }, context)
    },
  }
}
