import { randomBytes } from 'node:crypto'
import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import type { Avatars } from './avatars.ts'
import { profileStream } from './events.ts'
import { type ProfileCommand, type ProfileFields, profileDecider } from './profile-decider.ts'
import { refusedName } from './refused-name.ts'

/** Quotas of players. */
export const quotas = {
  /** Of names, bio, location, phone and club. */
  profileChanges: quota(
    'profile-changes',
    { perHour: 60, perDay: 200, events: 2 },
    'You have changed your profile too often. Please try again later.',
  ),
  /** Each is decoded and drawn anew (docs/threats.md T66). */
  avatars: quota('avatars', { perHour: 10 }, 'You have changed your picture too often. Please try again later.'),
  avatarRemovals: quota(
    'avatar-removals',
    { perHour: 20 },
    'You have changed your picture too often. Please try again later.',
  ),
}

interface ProfileDependencies {
  readonly handler: CommandHandler
  readonly avatars: Avatars
}

/** Commands of one's own profile. Throw `EventLogUnavailable` where the log is away. */
export function createProfiles({ handler, avatars }: ProfileDependencies) {
  async function handle(command: ProfileCommand, context: CommandContext) {
    const handled = await handler.handle(profileDecider, profileStream(command.userId), command, context)
    if (!handled.ok) throw new Error('a profile refuses nothing')
    return handled
  }

  /** The event is stored: a picture that cannot be deleted now goes with the next change. */
  const forget = (userId: number, names: readonly string[], keep: string | null, at: string): Promise<void> =>
    avatars.delete(userId, names, keep, at).catch(() => undefined)

  return {
    /** Why these names may not be taken, and which of the two; null: they may. */
    refusedName: async (userId: number, fields: ProfileFields) =>
      fields.firstName == null && fields.lastName == null
        ? null
        : refusedName(fields, (await handler.load(profileDecider, profileStream(userId))).state),

    change: (userId: number, fields: ProfileFields, context: CommandContext) =>
      handle({ type: 'change', userId, fields }, context),

    /** `picture`: as the decoder gave it. null: the account is gone. */
    async setAvatar(userId: number, picture: Buffer, context: CommandContext) {
      const drawn = randomBytes(16).toString('base64url')
      if (!(await avatars.store(userId, drawn, picture, context.at))) return null
      const handled = await handle({ type: 'set-avatar', userId, name: drawn }, context)
      // A repeat finds the event of its first run, with the name that was drawn then.
      const [set] = handled.events.flatMap(({ type, data }) => (type === 'AvatarChanged' ? [data] : []))
      const { name, replaced } = set!
      const others = [replaced, drawn].filter((other) => other !== null && other !== name) as string[]
      await forget(userId, others, handled.state.avatar, context.at)
      return { ...handled, name }
    },

    async removeAvatar(userId: number, context: CommandContext) {
      const handled = await handle({ type: 'remove-avatar', userId }, context)
      const removed = handled.events.flatMap(({ type, data }) => (type === 'AvatarRemoved' ? [data.name] : []))
      await forget(userId, removed, handled.state.avatar, context.at)
      return handled
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>
