import { randomBytes } from 'node:crypto'
import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import type { Avatars } from './avatars.ts'
import { profileStream } from './events.ts'
import { type ProfileCommand, type ProfileFields, profileDecider } from './profile-decider.ts'
import { refusedName } from './refused-name.ts'

export const quotas = {
  /** Changes of names, bio, location, phone and club. */
  profileChanges: quota(
    'profile-changes',
    { perHour: 60, perDay: 200, events: 2 },
    'You have changed your profile too often. Try again later.',
  ),
  /** Uploaded pictures. Each is decoded and re-encoded (docs/threats.md T66). */
  avatars: quota('avatars', { perHour: 10 }, 'You have changed your picture too often. Try again later.'),
  avatarRemovals: quota(
    'avatar-removals',
    { perHour: 20 },
    'You have changed your picture too often. Try again later.',
  ),
}

interface ProfileDependencies {
  readonly handler: CommandHandler
  readonly avatars: Avatars
}

/** Commands of a player's own profile. They throw `EventLogUnavailable` if the log cannot be reached. */
export function createProfiles({ handler, avatars }: ProfileDependencies) {
  async function handle(command: ProfileCommand, context: CommandContext) {
    const handled = await handler.handle(profileDecider, profileStream(command.userId), command, context)
    if (!handled.ok) throw new Error('unexpected rejection of a profile command')
    return handled
  }

  /** Deletes replaced pictures. Failures are ignored, because the event is stored and the next change deletes them. */
  const forget = (userId: number, names: readonly string[], keep: string | null, at: string): Promise<void> =>
    avatars.delete(userId, names, keep, at).catch(() => undefined)

  return {
    /** Returns why these names are rejected, and the field concerned; null: they are allowed. */
    refusedName: async (userId: number, fields: ProfileFields) =>
      fields.firstName == null && fields.lastName == null
        ? null
        : refusedName(fields, (await handler.load(profileDecider, profileStream(userId))).state),

    change: (userId: number, fields: ProfileFields, context: CommandContext) =>
      handle({ type: 'change', userId, fields }, context),

    /** Stores a decoded picture and returns its name; null: the account is deleted. */
    async setAvatar(userId: number, picture: Buffer, context: CommandContext) {
      const newName = randomBytes(16).toString('base64url')
      if (!(await avatars.store(userId, newName, picture, context.at))) return null
      const handled = await handle({ type: 'set-avatar', userId, name: newName }, context)
      // A repeated command returns the event of its first run, with the name generated there.
      const [set] = handled.events.flatMap(({ type, data }) => (type === 'AvatarChanged' ? [data] : []))
      const { name, replaced } = set!
      const others = [replaced, newName].filter((other) => other !== null && other !== name) as string[]
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
