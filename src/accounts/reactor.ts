import type { Reactor } from '../../projections/engine/reactor.ts'
import type { Accounts } from './commands.ts'

/**
 * Finishes deletions and changes of role whose command broke off after its event (security.md T5, T58): credentials,
 * sessions and the person's key follow the log. Where the command went through it finds nothing to do.
 */
export function createAccountReactor(accounts: Pick<Accounts, 'repair'>): Reactor<null> {
  return {
    name: 'accounts',
    events: ['UserRoleChanged', 'UserDeleted'],
    initialState: null,
    async react(_state, event) {
      await accounts.repair((event.data as { userId: number }).userId, event.stream)
      return null
    },
  }
}
