import type { Duel } from '../../../../src/areas/players/contract.ts'
import { count } from '../../lib/numbers.ts'

/** Path of a duel; with a key, the public address. */
export const duelPath = (id: number, other: number, key?: string): string =>
  `/players/${id}/duel/${other}${key === undefined ? '' : `/${key}`}`

/** Names of both sides; `you`: the side of the reader, null for two others. */
export interface DuelNames {
  readonly player: string
  readonly opponent: string
  readonly you: 'player' | 'opponent' | null
}

export function duelNames({ player, opponent }: Duel, readerId: number): DuelNames {
  const you = player.id === readerId ? 'player' : opponent.id === readerId ? 'opponent' : null
  return {
    player: you === 'player' ? 'You' : player.displayName,
    opponent: you === 'opponent' ? 'You' : opponent.displayName,
    you,
  }
}

/** `you and nia`, within a sentence. */
export const pairText = ({ player, opponent, you }: DuelNames): string =>
  `${you === 'player' ? 'you' : player} and ${you === 'opponent' ? 'you' : opponent}`

type Weeks = Duel['gameweeks']

interface Figure {
  readonly name: string
  readonly player: string
  readonly opponent: string
  readonly better: 'player' | 'opponent' | null
}

/** The figures of both sides, with the better one. A figure that needs a settled pick is '–' without one. */
export function duelFigures({ player, opponent, gameweeks, won, matches }: Duel): readonly Figure[] {
  const figure = (name: string, one: number | null, two: number | null, unit = ''): Figure => ({
    name,
    player: one === null ? '–' : `${count(one)}${unit}`,
    opponent: two === null ? '–' : `${count(two)}${unit}`,
    better: one === two ? null : (one ?? -1) > (two ?? -1) ? 'player' : 'opponent',
  })
  const accuracyOf = (of: Duel['player']) => (of.settledPredictions === 0 ? null : of.accuracy)
  const best = (points: readonly number[]) => (points.length === 0 ? null : Math.max(...points))
  const of = (side: 'player' | 'opponent') => gameweeks.flatMap((week) => (week[side] === null ? [] : [week[side]]))
  const mean = (points: readonly number[]) =>
    points.length === 0 ? null : Math.round(points.reduce((all, one) => all + one, 0) / points.length)
  return [
    figure('Exact scores', player.exactScores, opponent.exactScores),
    figure('Right results', player.correctPredictions, opponent.correctPredictions),
    figure('Accuracy', accuracyOf(player), accuracyOf(opponent), '%'),
    figure('Points a gameweek', mean(of('player')), mean(of('opponent'))),
    figure('Gameweeks won', won.player, won.opponent),
    figure('Best gameweek', best(of('player')), best(of('opponent'))),
    figure('Longest streak', player.bestStreak, opponent.bestStreak),
    ...(matches ? [figure('Picks nobody else had', matches.lonePicks.player, matches.lonePicks.opponent)] : []),
  ]
}

/** The lead of the player in match points after each gameweek; negative: the opponent leads. */
export function leads(gameweeks: Weeks): readonly { readonly gameweek: number; readonly lead: number }[] {
  let lead = 0
  return gameweeks.map(({ gameweek, player, opponent }) => {
    lead += (player ?? 0) - (opponent ?? 0)
    return { gameweek, lead }
  })
}

/** Points that make a gameweek a turning point, and how many there must be to show any. */
const [TURNING, LEAST] = [15, 2]

/** The two gameweeks with the largest difference, latest first; none unless there are two of at least 15 points. */
export function turningPoints(gameweeks: Weeks) {
  const turned = gameweeks
    .map(({ gameweek, player, opponent }) => ({ gameweek, player: player ?? 0, opponent: opponent ?? 0 }))
    .filter(({ player, opponent }) => Math.abs(player - opponent) >= TURNING)
  if (turned.length < LEAST) return []
  return turned
    .toSorted((a, b) => Math.abs(b.player - b.opponent) - Math.abs(a.player - a.opponent))
    .slice(0, 2)
    .toSorted((a, b) => b.gameweek - a.gameweek)
}
