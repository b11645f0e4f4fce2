import { randomBytes } from 'node:crypto'
import { type Wrote, wroteOf } from '../accounts/wrote.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Avatars } from './avatars.ts'
import { type ProfileCommand, type ProfileFields, type ProfileState, profile } from './profile-decider.ts'
import { profileStream } from './streams.ts'

/** Commands of one's own profile. Throw `EventLogUnavailable` where the log is away. */
export interface Profiles {
  change(userId: number, fields: ProfileFields, context: CommandContext): Promise<Stored>
  /** `picture`: as the decoder gave it. null: the account is gone. */
  setAvatar(userId: number, picture: Buffer, context: CommandContext): Promise<(Stored & { name: string }) | null>
  removeAvatar(userId: number, context: CommandContext): Promise<Stored>
}

interface Stored {
  readonly state: ProfileState
  readonly wrote: Wrote | undefined
}

export interface ProfileDependencies {
  readonly handler: CommandHandler
  readonly avatars: Avatars
}

export function createProfiles({ handler, avatars }: ProfileDependencies): Profiles {
  async function handle(command: ProfileCommand, context: CommandContext) {
    const handled = await handler.handle(profile, profileStream(command.userId), command, context)
    if (!handled.ok) throw new Error('a profile refuses nothing')
    return handled
  }

  /** The event is stored: a picture that cannot be deleted now goes with the next change. */
  const forget = (userId: number, names: readonly string[], keep: string | null, at: string): Promise<void> =>
    avatars.delete(userId, names, keep, at).catch(() => undefined)

  return {
    async change(userId, fields, context) {
      const handled = await handle({ type: 'change', userId, fields }, context)
      return { state: handled.state, wrote: wroteOf(handled) }
    },

    async setAvatar(userId, picture, context) {
      const drawn = randomBytes(16).toString('base64url')
      if (!(await avatars.store(userId, drawn, picture, context.at))) return null
      const handled = await handle({ type: 'set-avatar', userId, name: drawn }, context)
      // A repeat finds the event of its first run, with the name that was drawn then.
      const [set] = handled.events.flatMap(({ type, data }) => (type === 'AvatarChanged' ? [data] : []))
      const { name, replaced } = set!
      const others = [replaced, drawn].filter((other) => other !== null && other !== name) as string[]
      await forget(userId, others, handled.state.avatar, context.at)
      return { name, state: handled.state, wrote: wroteOf(handled) }
    },

    async removeAvatar(userId, context) {
      const handled = await handle({ type: 'remove-avatar', userId }, context)
      const removed = handled.events.flatMap(({ type, data }) => (type === 'AvatarRemoved' ? [data.name] : []))
      await forget(userId, removed, handled.state.avatar, context.at)
      return { state: handled.state, wrote: wroteOf(handled) }
    },
  }
}
