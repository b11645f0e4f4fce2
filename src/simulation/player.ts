import type { Score } from '../areas/fixtures/match.ts'
import type { Pick } from '../areas/predictions/events.ts'
import { outcomeOf } from '../contracts/points.ts'
import { createRandom, type Random } from '../kernel/random.ts'

/** A simulated player, with skill and frequency of predictions. */
export interface SimulatedPlayer {
  /** Also the user id: in order of registration, from 1. */
  readonly number: number
  readonly username: string
  /** ISO 8601 UTC. */
  readonly registeredAt: string
  /** From 0 (guesses) to 1 (predicts by the strength of both sides). */
  readonly skill: number
  /** Share of matches that they predict. */
  readonly diligence: number
  /** Share of their picks with a score. */
  readonly boldness: number
}

/** How well a player predicts, and how often with a score. */
type Talent = Readonly<Record<'skill' | 'boldness', number>>

const first = ['Quick', 'Brave', 'Calm', 'Lucky', 'Noisy', 'Clever', 'Mighty', 'Sleepy', 'Happy', 'Silent']
const second = ['Heron', 'Otter', 'Badger', 'Falcon', 'Hedgehog', 'Robin', 'Fox', 'Magpie', 'Seagull', 'Wolf']

const DAY = 86_400_000

/**
 * Returns the players of a seed. Four of five register in the month before the first kickoff, the others in the first quarter of the
 * season. `firstKickoff` in milliseconds.
 */
export function simulatedPlayers(seed: number, count: number, firstKickoff: number): readonly SimulatedPlayer[] {
  const random = createRandom(`players ${seed}`)
  const drawn = Array.from({ length: count }, () => {
    const early = random.next() < 0.8
    const at = early ? firstKickoff - (1 + random.next() * 29) * DAY : firstKickoff + random.next() * 70 * DAY
    const name = `${first[random.below(first.length)]}${second[random.below(second.length)]}`
    return {
      name,
      at: Math.round(at),
      skill: random.next(),
      diligence: 0.35 + 0.65 * Math.sqrt(random.next()),
      boldness: random.next(),
    }
  })
  return drawn
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, at, skill, diligence, boldness }, index) => ({
      number: index + 1,
      username: `${name}${index + 1}`,
      registeredAt: new Date(at).toISOString(),
      skill,
      diligence,
      boldness,
    }))
}

/** A pick with its time; `update`: a second pick before the cutoff. */
interface PlannedPick {
  readonly at: number
  readonly pick: Pick
  readonly update: { readonly at: number; readonly pick: Pick } | null
}

/** Players predict within these milliseconds before the last minute. */
const LONGEST_LEAD = 6 * DAY

/** The earliest time of any pick for a match with this cutoff. Both in milliseconds. */
export const firstPickFrom = (cutoff: number): number => cutoff - 60_000 - LONGEST_LEAD

/** Share of picks that are updated once. */
const UPDATES = 0.06

/**
 * Returns the pick of a player for a match, or null if they do not predict it. `expected`: expected goals of both sides; `cutoff` in
 * milliseconds. The result depends on seed, player and match only, not on earlier calls.
 */
export function planPick(
  seed: number,
  player: SimulatedPlayer,
  match: { readonly fixtureId: number; readonly cutoff: number; readonly expected: Score },
): PlannedPick | null {
  const random = createRandom(`${seed}/${player.number}/${match.fixtureId}`)
  if (random.next() > player.diligence) return null
  const earliest = Date.parse(player.registeredAt) + 60_000
  const latest = match.cutoff - 60_000
  if (earliest >= latest) return null
  const lead = Math.round(LONGEST_LEAD * random.next() ** 3)
  const at = Math.max(earliest, latest - lead)
  const pick = drawPick(player, match.expected, random)
  if (random.next() >= UPDATES || latest - at < 120_000) return { at, pick, update: null }
  const updateAt = at + 60_000 + random.below(latest - at - 60_000)
  return { at, pick, update: { at: updateAt, pick: drawPick(player, match.expected, random) } }
}

/** Draws the pick of a player with this talent for a match with these expected goals. */
export function drawPick({ skill, boldness }: Talent, expected: Score, random: Random): Pick {
  const estimated = (goals: number) => goals * Math.exp(random.normal() * (1 - skill) * 0.7)
  const goals = (mean: number) => Math.min(9, random.next() < skill ? Math.round(mean) : random.poisson(mean))
  const score = { home: goals(estimated(expected.home)), away: goals(estimated(expected.away)) }
  return { result: outcomeOf(score.home, score.away), score: random.next() < boldness ? score : null }
}
