import { type Decider, type Rejection, reject } from '../../kernel/decider.ts'
import { ordinal } from '../../slice/words.ts'
import { type CompetitionState, evolveCompetition, type KnownCompetition } from './competition-state.ts'
import { CUP_CAPACITY, drawRound, type Pair, winnersOf } from './cup.ts'
import type { CompetitionEvent, CompetitionWindow, RoundScore } from './events.ts'
import { cut } from './knockout.ts'
import { ranked, scoresOf } from './ranking.ts'
import { isIn } from './roster.ts'
import {
  cupPlaces,
  cupPlayers,
  gameweekOf,
  hasRounds,
  knockoutPlaces,
  knockoutPlayers,
  type Place,
  pendingRound,
  placesByPoints,
  prizeOf,
} from './rounds.ts'

type Created = Extract<CompetitionEvent, { type: 'CompetitionCreated' }>['data']

/** A command of the reactor; `asOf` is the number of season facts that it knew. */
interface ByFacts {
  readonly asOf: number
}

export type CompetitionCommand =
  /** Idempotent: creates the competition once. */
  | ({ readonly type: 'create' } & Readonly<Created>)
  /** The window or the dates changed with the calendar. */
  | ({
      readonly type: 'move'
      readonly window: CompetitionWindow
      readonly startDate: string
      readonly endDate: string
    } & ByFacts)
  | { readonly type: 'join'; readonly userId: number; readonly at: string }
  /** The account was deleted. */
  | { readonly type: 'leave'; readonly userId: number }
  /** Draws the first round of a cup among its players. Ignored with fewer than two. */
  | ({ readonly type: 'draw'; readonly seed: number } & ByFacts)
  /**
   * Decides a round whose gameweek has settled, by that gameweek’s scores; `seed` draws the next round of a cup. A
   * decided round is decided again: the caller has checked that the next has not begun. The last round also ends the
   * competition and books prizes, or corrects them.
   */
  | ({
      readonly type: 'decide-round'
      readonly round: number
      readonly scores: readonly RoundScore[]
      readonly seed: number
    } & ByFacts)
  /** Ends a competition by points once all its matches are played. After the end: corrects prizes. */
  | ({ readonly type: 'settle'; readonly scores: readonly RoundScore[] } & ByFacts)
  /** Ends a cup or knockout that begins with fewer than two players. */
  | ({ readonly type: 'call-off' } & ByFacts)

export type CompetitionRefusal = 'no-such-competition' | 'ended' | 'already-in' | 'started' | 'full'

type Decision = readonly CompetitionEvent[] | Rejection<CompetitionRefusal>

/** One competition: its players, rounds, end and prizes (docs/rules.md R36 to R42). */
export const competitionDecider: Decider<CompetitionCommand, CompetitionEvent, CompetitionState, CompetitionRefusal> = {
  initialState: { status: 'none' },
  evolve: evolveCompetition,
  decide(command, state) {
    if (command.type === 'create') {
      const { type: _, ...data } = command
      return state.status === 'none' ? [{ type: 'CompetitionCreated', data }] : []
    }
    return state.status === 'none' ? reject('no-such-competition') : decideKnown(command, state)
  },
}

function decideKnown(command: Exclude<CompetitionCommand, { type: 'create' }>, state: KnownCompetition): Decision {
  switch (command.type) {
    case 'join':
      return join(command, state)
    case 'leave': {
      const { userId } = command
      const { competitionId, roster } = state
      return isIn(roster, userId) ? [{ type: 'CompetitionLeft', data: { competitionId, userId, how: 'deleted' } }] : []
    }
    default:
      // A decision by later facts exists already: this command is a redelivery.
      return command.asOf < state.asOf ? [] : decideByFacts(command, { ...state, asOf: command.asOf })
  }
}

function decideByFacts(command: Extract<CompetitionCommand, ByFacts>, state: KnownCompetition): Decision {
  switch (command.type) {
    case 'move':
      return move(command, state)
    case 'draw':
      return state.kind === 'cup' && state.status === 'open' && !hasRounds(state) ? drawn(state, 1, command.seed) : []
    case 'decide-round':
      return state.kind === 'cup' ? decideCupRound(command, state) : decideKnockoutRound(command, state)
    case 'settle':
      return settled(state, placesByPoints(state, scoresOf(command.scores)))
    case 'call-off':
      return state.status === 'open' && state.roster.count < 2 && !hasRounds(state) ? settled(state, []) : []
  }
}

function move({ window, startDate, endDate }: Extract<CompetitionCommand, { type: 'move' }>, state: KnownCompetition) {
  const { competitionId, asOf, status, kind } = state
  // A seasonal has all matches of the season, also one that is played again after its end.
  if (status === 'ended' && kind !== 'seasonal') return []
  if (sameWindow(window, state.window) && startDate === state.startDate && endDate === state.endDate) return []
  return [{ type: 'CompetitionMoved', data: { competitionId, asOf, window, startDate, endDate } } as const]
}

const sameWindow = (a: CompetitionWindow, b: CompetitionWindow): boolean =>
  a.by === b.by && a.from === b.from && a.to === b.to

function join({ userId, at }: Extract<CompetitionCommand, { type: 'join' }>, state: KnownCompetition): Decision {
  const { competitionId, roster, kind } = state
  if (state.status === 'ended' || Date.parse(at) >= Date.parse(state.endDate)) return reject('ended')
  if (isIn(roster, userId)) return reject('already-in')
  const inRounds = kind === 'cup' || kind === 'knockout'
  if (inRounds && (hasRounds(state) || Date.parse(at) >= Date.parse(state.startDate))) return reject('started')
  if (roster.count >= capacityOf(state)) return reject('full')
  return [{ type: 'CompetitionJoined', data: { competitionId, userId } }]
}

/** Most players of a competition; a cup has no more than its gameweeks can play out. */
function capacityOf({ kind, window, maxParticipants }: KnownCompetition): number {
  const limit = maxParticipants ?? Number.POSITIVE_INFINITY
  if (kind !== 'cup' || window.by !== 'gameweek') return limit
  return Math.min(limit, CUP_CAPACITY, 2 ** (window.to - window.from + 1))
}

function drawn(state: KnownCompetition, round: number, seed: number): CompetitionEvent[] {
  const { competitionId, asOf, window } = state
  const players = cupPlayers(state, round)
  if (players.length < 2 || window.by !== 'gameweek') return []
  const pairs = drawRound(players, seed)
  if (samePairs(pairs, state.cupRounds[round - 1]?.pairs)) return []
  const gameweek = gameweekOf(window, round)
  return [
    {
      type: 'CupRoundDrawn',
      data: { competitionId, asOf, round, gameweek, seed, pairs: pairs.map((pair) => ({ ...pair })) },
    },
  ]
}

const samePairs = (a: readonly Pair[], b: readonly Pair[] | undefined): boolean =>
  a.length === b?.length && a.every(({ home, away }, index) => b[index]?.home === home && b[index]?.away === away)

/** Decides a round and draws the next, with its earlier seed if it was drawn before. Ends the cup after the final. */
function decideCupRound(
  { round, scores, seed }: Extract<CompetitionCommand, { type: 'decide-round' }>,
  state: KnownCompetition,
): Decision {
  const { competitionId, asOf, cupRounds } = state
  const drawnRound = cupRounds[round - 1]
  if (!drawnRound || cupRounds.slice(round).some(({ winners }) => winners !== null)) return []
  const there = cupPlayers(state, round)
  const known = scoresOf(scores)
  const winners = winnersOf(drawnRound.pairs, known, there)
  const counted = ranked(there, known)
  const isSame = sameScores(counted, drawnRound.scores) && drawnRound.winners?.join() === winners.join()
  const decided: CompetitionEvent[] = isSame
    ? []
    : [{ type: 'CupRoundDecided', data: { competitionId, asOf, round, scores: [...counted], winners: [...winners] } }]
  const after = evolved(state, decided)
  if (winners.length < 2) return [...decided, ...settled(after, cupPlaces(after))]
  return [...decided, ...drawn(after, round + 1, cupRounds[round]?.seed ?? seed)]
}

/** Removes the lower half. Ends the knockout if one player or no gameweek is left. */
function decideKnockoutRound(
  { round, scores }: Extract<CompetitionCommand, { type: 'decide-round' }>,
  state: KnownCompetition,
): Decision {
  const { competitionId, asOf, knockoutRounds, window } = state
  const isNext = pendingRound(state)?.round === round
  if (window.by !== 'gameweek' || !(isNext || knockoutRounds.length === round)) return []
  const { players, out } = cut(knockoutPlayers(state, round), scoresOf(scores))
  const before = knockoutRounds[round - 1]
  const isSame = before !== undefined && sameScores(players, before.players) && before.out.join() === out.join()
  const gameweek = gameweekOf(window, round)
  const decided: CompetitionEvent[] = isSame
    ? []
    : [
        {
          type: 'KnockoutRoundDecided',
          data: { competitionId, asOf, round, gameweek, players: [...players], out: [...out] },
        },
      ]
  const after = evolved(state, decided)
  const isLast = players.length - out.length < 2 || gameweek >= window.to
  return isLast ? [...decided, ...settled(after, knockoutPlaces(after))] : decided
}

const sameScores = (a: readonly RoundScore[], b: readonly RoundScore[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => {
    const other = b[index]
    return one.userId === other?.userId && one.points === other.points && one.exactScores === other.exactScores
  })

const evolved = (state: KnownCompetition, events: readonly CompetitionEvent[]): KnownCompetition =>
  events.reduce<CompetitionState>(evolveCompetition, state) as KnownCompetition

/** The end with its prizes, in one append. After the end: the differences to the prizes already booked. */
function settled(state: KnownCompetition, places: readonly Place[]): CompetitionEvent[] {
  const { competitionId, asOf, status } = state
  if (status === 'ended') return prizes(state, places, true)
  const ended = places.map(({ userId, place, points }) => ({ userId, place, points }))
  return [{ type: 'CompetitionEnded', data: { competitionId, asOf, places: ended } }, ...prizes(state, places, false)]
}

function prizes(state: KnownCompetition, places: readonly Place[], isCorrection: boolean): CompetitionEvent[] {
  const { competitionId, asOf, season, prizePool, booked, name } = state
  const placed = new Map(places.map(({ userId, place }) => [userId, place]))
  const affected = [...new Set([...placed.keys(), ...Object.keys(booked).map(Number)])]
  return affected.flatMap((userId) => {
    if (!isIn(state.roster, userId)) return []
    const place = placed.get(userId) ?? null
    const points = (place === null ? 0 : prizeOf(prizePool, place)) - (booked[userId] ?? 0)
    if (points === 0) return []
    const reason = isCorrection ? correctionText(name, place) : `${name}: ${ordinal(place!)} place`
    return [{ type: 'PrizeBooked', data: { competitionId, asOf, userId, season, points, place, reason } } as const]
  })
}

const correctionText = (name: string, place: number | null): string =>
  `${name}: ${place === null ? 'no longer among the first three' : `now ${ordinal(place)} place`} after a corrected result`
