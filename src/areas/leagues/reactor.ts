import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { Reactor } from '../../slice/reactor.ts'
import { accountEvents } from '../accounts/events.ts'
import type { Leagues } from './commands.ts'
import { leagueEvents } from './events.ts'

const handled = { ...only(leagueEvents, 'LeagueCreated', 'LeagueJoined'), UserDeleted: accountEvents.UserDeleted }

/** How long the read model may be behind before the event is tried again. */
const WAIT_MS = 5_000

interface LeagueReactorDependencies {
  readonly leagues: Pick<Leagues, 'endAllOfErased'>
  /** True once the read models of these event types have passed the position. */
  readonly passed: (position: Position, types: readonly string[], timeoutMs: number) => Promise<boolean>
}

/**
 * A deleted user leaves every league, with succession (docs/rules.md R53). Joining is looked at too: a join that was
 * under way during the deletion stands behind it in the log.
 */
export function createLeagueReactor({
  leagues,
  passed,
}: LeagueReactorDependencies): Reactor<null, EventsOf<typeof handled>> {
  return {
    name: 'leagues-of-deleted-users',
    events: typesOf(handled),
    initialState: null,
    async react(_state, event, context) {
      const userId = event.type === 'LeagueCreated' ? event.data.creatorId : event.data.userId
      if (!(await passed(event.position, [event.type], WAIT_MS)))
        throw new EventLogUnavailable('the read model of leagues is behind')
      await leagues.endAllOfErased(userId, context)
      return null
    },
  }
}
