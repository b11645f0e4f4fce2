import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Reactor } from '../../slice/reactor.ts'
import type { Accounts } from './commands.ts'
import { accountEvents } from './events.ts'

const handled = only(accountEvents, 'UserRoleChanged', 'UserDeleted')

/**
 * Finishes deletions and changes of role whose command broke off after its event (docs/threats.md T5, T58): credentials,
 * sessions and the person's key follow the log. Where the command went through it finds nothing to do.
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
