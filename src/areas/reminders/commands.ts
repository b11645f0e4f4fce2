import type { PersonalData } from '../../event-log/personal-data.ts'
import type { CommandContext, CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { ReminderChange } from './contract.ts'
import { remindersStream } from './events.ts'
import { timeZoneOf } from './schedule.ts'
import { reminderSettingsDecider } from './settings-decider.ts'

/** Limits per player. */
export const quotas = {
  /** Changes of settings, consents that a mail’s link reverts, and added devices. */
  reminderSettings: quota(
    'reminder-settings',
    { perHour: 20, perDay: 30 },
    'You have changed your reminders many times. Try again later.',
  ),
  pushTests: quota('push-tests', { perHour: 10, perDay: 30, events: 0 }, 'You have sent many tests. Try again later.'),
}

interface ReminderDependencies {
  readonly handler: CommandHandler
  readonly personal: Pick<PersonalData, 'hmac'>
  /** Whether an account exists. */
  exists(userId: number): Promise<boolean>
}

export type ReminderCommands = ReturnType<typeof createReminderCommands>

const TOKEN = /^([1-9]\d{0,9})-([0-9a-f]{32})$/

/** Commands of reminder settings. They throw `EventLogUnavailable` if the log cannot be reached. */
export function createReminderCommands({ handler, personal, exists }: ReminderDependencies) {
  const keyOf = (userId: number): string => personal.hmac('unsubscribe', `${userId}`)
  const undoOf = (userId: number, revision: number): string =>
    personal.hmac('undo-unsubscribe', `${userId}/${revision}`)

  async function handle(userId: number, change: ReminderChange, context: CommandContext) {
    const command = { userId, ...change }
    const outcome = await handler.handle(reminderSettingsDecider, remindersStream(userId), command, context)
    if (!outcome.ok) throw new Error('settings of reminders are never refused')
    return outcome
  }

  /** Owner of an unsubscribe token; null: it is wrong, or the account is deleted. */
  async function ownerOf(token: string): Promise<number | null> {
    const [, id, key] = TOKEN.exec(token) ?? []
    if (id === undefined || key === undefined || !isSameSecret(key, keyOf(Number(id)))) return null
    return (await exists(Number(id))) ? Number(id) : null
  }

  return {
    /** Token of the player’s unsubscribe address: derived, so the store has none (docs/threats.md T100). */
    tokenOf: (userId: number): string => `${userId}-${keyOf(userId)}`,
    ownerOf,

    /** Changes settings; null: there is no such time zone. */
    async change(userId: number, change: ReminderChange, context: CommandContext) {
      const timeZone = change.timeZone === undefined ? undefined : timeZoneOf(change.timeZone)
      if (timeZone === null) return null
      const { timeZone: _, ...others } = change
      return handle(userId, timeZone === undefined ? others : { ...others, timeZone }, context)
    },

    /** Stores the time zone of a browser unless the player has chosen one. An unknown one is ignored. */
    async noteTimeZone(userId: number, name: string | undefined, context: CommandContext): Promise<Wrote | undefined> {
      const timeZone = name === undefined ? null : timeZoneOf(name)
      if (timeZone === null) return undefined
      const { state } = await handler.load(reminderSettingsDecider, remindersStream(userId))
      return state.timeZone === null ? handle(userId, { timeZone }, context) : undefined
    },

    /** Ends the consent to mails. Returns a key that reverts it, until the settings change again; null if there was none. */
    async unsubscribe(userId: number, context: CommandContext) {
      const wrote = await handle(userId, { mail: false }, { ...context, actor: userId })
      return { wrote, undo: wrote.position === null ? null : undoOf(userId, wrote.revision) }
    },

    /** Reverts an unsubscription; null: the key is wrong, or the settings have changed since. */
    async undo(userId: number, key: string, context: CommandContext): Promise<Wrote | null> {
      const { revision } = await handler.load(reminderSettingsDecider, remindersStream(userId))
      if (!isSameSecret(key, undoOf(userId, revision))) return null
      return handle(userId, { mail: true }, { ...context, actor: userId })
    },
  }
}
