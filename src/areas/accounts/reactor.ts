import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Reactor } from '../../slice/reactor.ts'
import type { Accounts } from './commands.ts'
import { accountEvents } from './events.ts'

const handled = only(accountEvents, 'UserRoleChanged', 'UserDeleted')

/**
 * Finishes deletions and role changes whose command was interrupted after its event (docs/threats.md T5, T58): updates
 * credentials, sessions and the person's key from the log. Changes nothing if the command completed.
 */
export function createAccountReactor(accounts: Pick<Accounts, 'repair'>): Reactor<null, EventsOf<typeof handled>> {
  return {
    name: 'accounts',
    events: typesOf(handled),
    initialState: null,
    async react(_state, event) {
      await accounts.repair(event.data.userId, event.stream)
      return null
    },
  }
}
