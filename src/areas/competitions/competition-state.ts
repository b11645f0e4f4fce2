import type { Pair } from './cup.ts'
import type { CompetitionEvent, RoundScore } from './events.ts'
import { emptyRoster, type Roster, withoutPlayer, withPlayer } from './roster.ts'

/** A drawn round of a cup; `winners` null until it is decided. */
interface CupRound {
  readonly gameweek: number
  readonly seed: number
  readonly pairs: readonly Pair[]
  readonly scores: readonly RoundScore[]
  readonly winners: readonly number[] | null
}

/** A decided round of a knockout. */
interface KnockoutRound {
  readonly gameweek: number
  readonly players: readonly RoundScore[]
  readonly out: readonly number[]
}

type Created = Extract<CompetitionEvent, { type: 'CompetitionCreated' }>['data']

export interface KnownCompetition extends Readonly<Omit<Created, 'description'>> {
  readonly status: 'open' | 'ended'
  readonly roster: Roster
  readonly cupRounds: readonly CupRound[]
  readonly knockoutRounds: readonly KnockoutRound[]
  /** Number of season facts known to the latest decision. */
  readonly asOf: number
  /** Points paid so far, by user id. */
  readonly booked: Readonly<Record<string, number>>
}

export type CompetitionState = { readonly status: 'none' } | KnownCompetition

export function evolveCompetition(state: CompetitionState, event: CompetitionEvent): CompetitionState {
  if (event.type === 'CompetitionCreated') {
    const { description: _, ...created } = event.data
    return {
      ...created,
      status: 'open',
      roster: emptyRoster,
      cupRounds: [],
      knockoutRounds: [],
      asOf: 0,
      booked: {},
    }
  }
  if (state.status === 'none') return state
  return evolveKnown('asOf' in event.data ? { ...state, asOf: event.data.asOf } : state, event)
}

function evolveKnown(state: KnownCompetition, event: CompetitionEvent): KnownCompetition {
  switch (event.type) {
    case 'CompetitionCreated':
      return state
    case 'CompetitionMoved': {
      const { window, startDate, endDate } = event.data
      return { ...state, window, startDate, endDate }
    }
    case 'CompetitionJoined':
      return { ...state, roster: withPlayer(state.roster, event.data.userId) }
    case 'CompetitionLeft':
      return { ...state, roster: withoutPlayer(state.roster, event.data.userId) }
    case 'CupRoundDrawn': {
      const { round, gameweek, seed, pairs } = event.data
      const drawn: CupRound = { gameweek, seed, pairs, scores: [], winners: null }
      return { ...state, cupRounds: [...state.cupRounds.slice(0, round - 1), drawn] }
    }
    case 'CupRoundDecided': {
      const { round, scores, winners } = event.data
      const decided = state.cupRounds[round - 1]
      if (!decided) throw new Error(`round ${round} of competition ${state.competitionId} was never drawn`)
      return { ...state, cupRounds: state.cupRounds.with(round - 1, { ...decided, scores, winners }) }
    }
    case 'KnockoutRoundDecided': {
      const { round, gameweek, players, out } = event.data
      return { ...state, knockoutRounds: [...state.knockoutRounds.slice(0, round - 1), { gameweek, players, out }] }
    }
    case 'CompetitionEnded':
      return { ...state, status: 'ended' }
    case 'PrizeBooked': {
      const { userId, points } = event.data
      return { ...state, booked: { ...state.booked, [userId]: (state.booked[userId] ?? 0) + points } }
    }
  }
}
