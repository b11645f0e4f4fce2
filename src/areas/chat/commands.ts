import type { CommandContext, CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { Competitions } from '../competitions/commands.ts'
import type { Leagues } from '../leagues/commands.ts'
import type { ChatRoom } from './events.ts'
import { messageIds } from './ids.ts'
import { type MessageCommand, type MessageRefusal, type MessageState, messageDecider } from './message-decider.ts'
import { messageStream } from './streams.ts'

/** Quotas of players. */
export const quotas = {
  /** Messages written and edited. */
  messages: quota(
    'messages',
    { per5Seconds: 5, perMinute: 60, perDay: 2_000 },
    'You’re sending messages too fast. Wait a moment.',
  ),
  messageDeletions: quota('message-deletions', { perMinute: 60, perDay: 2_000 }),
  reports: quota(
    'reports',
    { perHour: 20, perDay: 50 },
    'You’ve reported a lot of messages. An administrator will look at them. Report more later.',
  ),
}

export interface ChatUser {
  readonly id: number
  /** True for administrators of the game. */
  readonly isAdmin: boolean
}

export type ChatRefusal = MessageRefusal | 'room-not-found' | 'not-a-participant'

export type ChatOutcome =
  | (Wrote & { readonly ok: true; readonly state: Extract<MessageState, { messageId: number }> })
  | { readonly ok: false; readonly rejected: ChatRefusal }

export type Chat = ReturnType<typeof createChat>

interface ChatDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly leagues: Pick<Leagues, 'membershipOf'>
  readonly competitions: Pick<Competitions, 'exists' | 'takesPart'>
}

interface Permissions {
  readonly canRead: boolean
  readonly canWrite: boolean
  readonly canModerate: boolean
}

/**
 * Commands of chats. Permissions are read from the log, never from a read model (docs/threats.md T38). Messages of a
 * room that the user may not read are reported as not found. Commands throw `EventLogUnavailable` when the log is
 * unavailable.
 */
export function createChat({ handler, ids, leagues, competitions }: ChatDependencies) {
  async function permissionsIn(room: ChatRoom, userId: number): Promise<Permissions> {
    if (room.kind === 'league') {
      const standing = await leagues.membershipOf(room.id, userId)
      const isMember = standing?.isMember ?? false
      return { canRead: isMember, canWrite: isMember, canModerate: isMember && standing!.isAdmin }
    }
    const takesPart = await competitions.takesPart(room.id, userId)
    return { canRead: takesPart !== null, canWrite: takesPart === true, canModerate: false }
  }

  async function unwritable(room: ChatRoom, userId: number): Promise<ChatRefusal | null> {
    const { canRead, canWrite } = await permissionsIn(room, userId)
    if (!canRead) return 'room-not-found'
    return canWrite ? null : 'not-a-participant'
  }

  async function handle(messageId: number, command: MessageCommand, context: CommandContext): Promise<ChatOutcome> {
    const handled = await handler.handle(messageDecider, messageStream(messageId), command, context)
    if (!handled.ok) return handled
    const { state } = handled
    if (state.status === 'none') throw new Error('a stored message has no state')
    return { ...handled, state }
  }

  /**
   * The user's permissions in the room of a message; null if the message is not visible to them. Administrators of the
   * game see every room.
   */
  async function permissionsForMessage(messageId: number, { id, isAdmin }: ChatUser): Promise<Permissions | null> {
    const { state } = await handler.load(messageDecider, messageStream(messageId))
    if (state.status === 'none') return null
    const permissions = await permissionsIn(state.room, id)
    return permissions.canRead || isAdmin ? permissions : null
  }

  const notFound = { ok: false, rejected: 'message-not-found' } as const

  return {
    /** Why the user may not read a room; null if they may. */
    async unreadable(room: ChatRoom, userId: number): Promise<ChatRefusal | null> {
      // Every signed-in user may read the chat of a competition, so its stream is not loaded.
      const canRead =
        room.kind === 'competition' ? await competitions.exists(room.id) : (await permissionsIn(room, userId)).canRead
      return canRead ? null : 'room-not-found'
    },

    async post(room: ChatRoom, userId: number, content: string, context: CommandContext): Promise<ChatOutcome> {
      const refusal = await unwritable(room, userId)
      if (refusal) return { ok: false, rejected: refusal }
      const messageId = await ids.next(messageIds, context)
      return handle(messageId, { type: 'post', messageId, userId, room, content, at: context.at }, context)
    },

    async edit(messageId: number, user: ChatUser, content: string, context: CommandContext): Promise<ChatOutcome> {
      const permissions = await permissionsForMessage(messageId, user)
      if (!permissions?.canRead) return notFound
      if (!permissions.canWrite) return { ok: false, rejected: 'not-a-participant' }
      return handle(messageId, { type: 'edit', userId: user.id, content, at: context.at }, context)
    },

    async delete(messageId: number, user: ChatUser, context: CommandContext): Promise<ChatOutcome> {
      const permissions = await permissionsForMessage(messageId, user)
      if (!permissions) return notFound
      const as = permissions.canModerate ? 'moderator' : user.isAdmin ? 'administrator' : null
      return handle(messageId, { type: 'delete', userId: user.id, as }, context)
    },

    async report(
      messageId: number,
      user: ChatUser,
      reason: string | null,
      context: CommandContext,
    ): Promise<ChatOutcome> {
      const permissions = await permissionsForMessage(messageId, user)
      if (!permissions?.canRead) return notFound
      const reportId = await ids.next(messageIds, context)
      return handle(messageId, { type: 'report', reportId, userId: user.id, reason }, context)
    },

    /** Ends a report without an effect on its message, for an administrator of the game. */
    dismiss: (messageId: number, reportId: number, context: CommandContext) =>
      handle(messageId, { type: 'dismiss', reportId }, context),
  }
}
