import type { Forgetting } from '../database/forgetting.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import type { CommandHandler } from '../kernel/command-handler.ts'
import { account } from './account-decider.ts'
import type { Credentials } from './credentials.ts'
import type { Sessions } from './sessions.ts'
import { accountStream } from './streams.ts'

/** Registrations this old without their event have failed. */
const UNCLAIMED_MS = 10 * 60_000

interface AccountRepairsDependencies {
  readonly handler: CommandHandler
  readonly credentials: Credentials
  readonly sessions: Sessions
  readonly personal: Pick<PersonalData, 'erase'>
  readonly forgetting: Forgetting
}

/** What brings credentials, sessions and keys to what the log says, where a command broke off or an account has ended. */
export function createAccountRepairs(dependencies: AccountRepairsDependencies) {
  const { handler, credentials, sessions, personal, forgetting } = dependencies

  /** Nothing of a deleted person can sign in or be read any more. */
  async function forget(userId: number): Promise<void> {
    await personal.erase(userId)
    await forgetting.forget(userId)
    // Their rows are gone; their sockets hear of it.
    await sessions.endAll(userId)
  }

  return {
    forget,

    /** Claims or removes credentials whose registration broke off. */
    async sweep(at: string): Promise<void> {
      const before = new Date(Date.parse(at) - UNCLAIMED_MS).toISOString()
      for (const { userId, accountKey } of await credentials.unclaimedBefore(before)) {
        const { state } = await handler.load(account, accountStream(accountKey))
        if (state.status === 'active' && state.userId === userId) await credentials.claim(userId)
        else await credentials.remove(userId)
      }
    },

    /** Brings what belongs to an account to what its stream says. */
    async repair(userId: number, stream: string): Promise<void> {
      const { state } = await handler.load(account, stream)
      if (state.status !== 'active' || state.userId !== userId) return forget(userId)
      const credential = await credentials.ofUser(userId)
      if (!credential || credential.role === state.role) return
      await credentials.setRole(userId, state.role)
      await sessions.endAll(userId)
    },
  }
}
