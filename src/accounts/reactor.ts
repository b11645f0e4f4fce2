import { type Heard, type Hearing, heardIn } from '../kernel/event.ts'
import type { Reactor } from '../slice/reactor.ts'
import type { Accounts } from './commands.ts'
import { type AccountEvent, deletionsOnly } from './events.ts'

const hearing = { ...deletionsOnly, UserRoleChanged: true } as const satisfies Hearing<AccountEvent>

/**
 * Finishes deletions and changes of role whose command broke off after its event (docs/threats.md T5, T58): credentials,
 * sessions and the person's key follow the log. Where the command went through it finds nothing to do.
 */
export function createAccountReactor(
  accounts: Pick<Accounts, 'repair'>,
): Reactor<null, Heard<AccountEvent, typeof hearing>> {
  return {
    name: 'accounts',
    events: heardIn(hearing),
    initialState: null,
    async react(_state, event) {
      await accounts.repair(event.data.userId, event.stream)
      return null
    },
  }
}
