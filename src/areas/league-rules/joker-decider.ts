import { type Decider, reject } from '../../kernel/decider.ts'
import { isOpenAt } from '../fixtures/cutoff.ts'
import type { JokerEvent, JokerKey } from './events.ts'
import { isJokerFree, type JokerMatch } from './rules.ts'

interface Base extends JokerKey {
  /** The player is a member, and the rules of the gameweek have a joker. */
  readonly isAllowed: boolean
  /** State of the match with the joker as loaded before; null: none had one. */
  readonly present: (JokerMatch & { readonly fixtureId: number }) | null
  /** Server time of the request, ISO 8601. */
  readonly at: string
}

export type JokerCommand =
  | (Base & { readonly type: 'place'; readonly fixtureId: number; readonly match: JokerMatch })
  | (Base & { readonly type: 'remove' })

/** The match with the joker; null: none. */
type JokerState = number | null

type JokerError =
  | 'no-joker'
  | 'fixture-not-found'
  | 'wrong-gameweek'
  | 'prediction-period-ended'
  | 'joker-played'
  | 'joker-changed'

/** Decides about one member's joker of a gameweek (docs/rules.md R324). Repeating a command changes nothing. */
export const jokerDecider: Decider<JokerCommand, JokerEvent, JokerState, JokerError> = {
  initialState: null,

  evolve: (_state, event) => (event.type === 'JokerPlaced' ? event.data.fixtureId : null),

  decide(command, state) {
    const { leagueId, userId, season, gameweek, present, at } = command
    const key = { leagueId, userId, season, gameweek }
    // Another request of the player came first: its match is not known here.
    if (state !== (present?.fixtureId ?? null)) return reject('joker-changed')
    if (command.type === 'remove') {
      if (present === null) return []
      return isJokerFree(present, gameweek, at) ? [{ type: 'JokerRemoved', data: key }] : reject('joker-played')
    }
    const { fixtureId, match, isAllowed } = command
    if (!isAllowed) return reject('no-joker')
    if (match.status === 'none') return reject('fixture-not-found')
    if (match.gameweek !== gameweek) return reject('wrong-gameweek')
    if (state === fixtureId) return []
    if (present !== null && !isJokerFree(present, gameweek, at)) return reject('joker-played')
    if (!isOpenAt(match, at)) return reject('prediction-period-ended')
    return [{ type: 'JokerPlaced', data: { ...key, fixtureId } }]
  },
}
