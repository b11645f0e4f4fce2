import type { Reactor } from '../../projections/engine/reactor.ts'
import { EventLogUnavailable } from '../event-log/port.ts'
import type { Position } from '../kernel/event.ts'
import type { Leagues } from './commands.ts'

/** How long the read model may be behind before the event is tried again. */
const WAIT_MS = 5_000

export interface LeagueReactorDependencies {
  readonly leagues: Pick<Leagues, 'endAllOfErased'>
  /** True once the read models of these event types have passed the position. */
  readonly passed: (position: Position, types: readonly string[], timeoutMs: number) => Promise<boolean>
}

/**
 * A deleted user leaves every league, with succession (decisions.md, Accounts). Joining is looked at too: a join that was
 * under way during the deletion stands behind it in the log.
 */
export function createLeagueReactor({ leagues, passed }: LeagueReactorDependencies): Reactor<null> {
  return {
    name: 'leagues-of-deleted-users',
    events: ['UserDeleted', 'LeagueCreated', 'LeagueJoined'],
    initialState: null,
    async react(_state, event, context) {
      const { userId, creatorId } = event.data as { userId?: number; creatorId?: number }
      if (!(await passed(event.position, [event.type], WAIT_MS)))
        throw new EventLogUnavailable('the read model of leagues is behind')
      await leagues.endAllOfErased((userId ?? creatorId)!, context)
      return null
    },
  }
}
