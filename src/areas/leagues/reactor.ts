import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { Reactor } from '../../slice/reactor.ts'
import { accountEvents } from '../accounts/events.ts'
import type { Leagues } from './commands.ts'
import { leagueEvents } from './events.ts'

const handled = { ...only(leagueEvents, 'LeagueCreated', 'LeagueJoined'), UserDeleted: accountEvents.UserDeleted }

/** Longest wait for the read model, in milliseconds. After it the event is retried. */
const WAIT_MS = 5_000

interface LeagueReactorDependencies {
  readonly leagues: Pick<Leagues, 'endAllOfErased'>
  /** Whether the projections of these event types pass the position within `timeoutMs`. */
  readonly passed: (position: Position, types: readonly string[], timeoutMs: number) => Promise<boolean>
}

/**
 * Removes deleted users from their leagues, with succession (docs/rules.md R53). Also handles joins: a join that raced
 * the deletion comes after it in the log.
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
