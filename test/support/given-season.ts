import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import type { Counters } from '../../src/areas/achievements/counters.ts'
import { type Facts, factsOf } from '../../src/areas/achievements/facts.ts'
import { readSeason, type SeasonFacts } from '../../src/areas/achievements/season-facts.ts'
import { byteOf, NO_PICK } from '../../src/areas/achievements/season-picks.ts'
import {
  emptySeason,
  foldMatch,
  type SeasonMatch,
  type SeasonState,
  scheduled,
  withMatch,
  withSettled,
} from '../../src/areas/achievements/season-state.ts'
import type { FixtureEvent, Outcome } from '../../src/areas/fixtures/events.ts'
import { pointsPerVerdict } from '../../src/contracts/points.ts'

export type Score = `${number}-${number}`
/** A result only, or a score. */
type Guess = Outcome | Score

const SEASON = '2024-25'
const hour = 3_600_000
const week = 7 * 24 * hour
const start = Date.parse('2024-08-16T19:00:00.000Z')
const ruling = { byHand: true, reason: 'Ruled' } as const

const goals = (score: Score) => score.split('-').map(Number) as [home: number, away: number]

/** The id of the nth match of a gameweek. */
export const match = (gameweek: number, n: number): number => 100 * gameweek + n

/**
 * A season from the view of one player. Gameweeks are a week apart, their matches an hour, in the order of their ids.
 * They were scheduled in another order.
 */
export class SeasonStory {
  private state: SeasonState = emptySeason
  private readonly card: Uint8Array
  private readonly slots = new Map<number, number>()
  private readonly crowds = new Map<number, readonly [number, number, number]>()
  private readonly size: number

  constructor(gameweeks: number, size: number) {
    this.size = size
    this.card = new Uint8Array(gameweeks * size)
    for (let gameweek = 1; gameweek <= gameweeks; gameweek++)
      for (let index = 1; index <= size; index++) {
        const n = (index % size) + 1
        this.schedules(match(gameweek, n), gameweek, 2 * n - 1, 2 * n)
      }
  }

  private schedules(fixtureId: number, gameweek: number, homeTeamId: number, awayTeamId: number): void {
    const kickoff = new Date(start + gameweek * week + (fixtureId % 100) * hour).toISOString()
    const slot = this.slots.size
    this.slots.set(fixtureId, slot)
    const data = { fixtureId, season: SEASON, gameweek, homeTeamId, awayTeamId, kickoff }
    this.state = withMatch(this.state, slot, scheduled({ type: 'FixtureScheduled', data }))
  }

  private now(id: number): SeasonMatch {
    return this.state.matches[this.slots.get(id)!]!
  }

  private happens(event: FixtureEvent): this {
    const { fixtureId } = event.data
    this.state = withMatch(this.state, this.slots.get(fixtureId)!, foldMatch(this.now(fixtureId), event, start))
    return this.compared()
  }

  /** Adds the comparison with other players: in settled gameweeks, for matches with a result. */
  private compared(): this {
    for (const [id, slot] of this.slots) {
      const one = this.now(id)
      if (one.result === 0 || one.picked !== null || !this.state.settled.includes(one.gameweek)) continue
      this.state = withMatch(this.state, slot, { ...one, picked: this.crowds.get(id) ?? [0, 0, 0] })
    }
    return this
  }

  predicts(id: number, guess: Guess): this {
    const [home, away] = guess.includes('-') ? goals(guess as Score) : [null, null]
    const result = home === null ? (guess as Outcome) : home > away! ? 'home' : home < away! ? 'away' : 'draw'
    const score = home === null ? null : { home, away: away! }
    this.card[this.slots.get(id)!] = byteOf({ result, score })
    return this
  }

  /** Counts of all picks for a match, this player's included. */
  withCrowd(id: number, home: number, draw: number, away: number): this {
    this.crowds.set(id, [home, draw, away])
    return this
  }

  ends(id: number, score: Score): this {
    const [homeScore, awayScore] = goals(score)
    return this.happens({ type: 'MatchFinished', data: { fixtureId: id, homeScore, awayScore, ...ruling } })
  }
  isCorrected(id: number, score: Score): this {
    const [homeScore, awayScore] = goals(score)
    return this.happens({ type: 'MatchResultCorrected', data: { fixtureId: id, homeScore, awayScore, ...ruling } })
  }
  isCancelled(id: number): this {
    return this.happens({ type: 'FixtureCancelled', data: { fixtureId: id, ...ruling } })
  }
  isPostponed(id: number): this {
    return this.happens({ type: 'FixturePostponed', data: { fixtureId: id, closed: false, ...ruling } })
  }
  isAbandoned(id: number): this {
    return this.happens({ type: 'MatchAbandoned', data: { fixtureId: id, closed: true, ...ruling } })
  }
  isAwarded(id: number, result: Outcome): this {
    return this.happens({ type: 'MatchAwarded', data: { fixtureId: id, result, ...ruling } })
  }
  /** Moves the kickoff to so many hours after the season's start. */
  kicksOff(id: number, hours: number): this {
    const kickoff = new Date(start + hours * hour).toISOString()
    return this.happens({ type: 'FixtureRescheduled', data: { fixtureId: id, kickoff, closed: false, ...ruling } })
  }
  movesTo(id: number, gameweek: number): this {
    return this.happens({ type: 'FixtureMovedToGameweek', data: { fixtureId: id, gameweek } })
  }
  settles(gameweek: number): this {
    this.state = withSettled(this.state, {
      type: 'GameweekSettled',
      data: { season: SEASON, gameweek, fixtureIds: [] },
    })
    return this.compared()
  }

  /** Predicts the right result, without a score. */
  right(id: number): this {
    return this.predicts(id, 'home').ends(id, '1-0')
  }
  wrong(id: number): this {
    return this.predicts(id, 'away').ends(id, '1-0')
  }
  exact(id: number, score: Score = '1-0'): this {
    return this.predicts(id, score).ends(id, score)
  }
  /** The first `count` matches, of gameweeks 1, 2, 3 and so on. */
  first(count: number, does: (story: this, id: number) => unknown): this {
    for (let n = 0; n < count; n++) does(this, match(1 + Math.floor(n / this.size), 1 + (n % this.size)))
    return this
  }
  /** All matches of a gameweek. */
  all(gameweek: number, does: (story: this, id: number) => unknown): this {
    for (let n = 1; n <= this.size; n++) does(this, match(gameweek, n))
    return this
  }
  /** Gameweeks of a range, both ends included. */
  weeks(from: number, to: number, does: (story: this, gameweek: number) => unknown): this {
    for (let gameweek = from; gameweek <= to; gameweek++) does(this, gameweek)
    return this
  }

  get predictions(): number {
    return this.card.filter((byte) => byte !== NO_PICK).length
  }
  get facts(): SeasonFacts {
    return readSeason(this.state, pointsPerVerdict(SEASON))(this.card)
  }
}

/** A season of `gameweeks` gameweeks with `matches` matches each; ten clubs if there are five matches. */
export const givenSeason = ({ gameweeks = 38, matches = 5 } = {}): SeasonStory => new SeasonStory(gameweeks, matches)

/** The facts that follow from a player's seasons and counters. */
export const factsFrom = (seasons: readonly SeasonStory[], deeds: Counters = {}): Facts =>
  factsOf(
    seasons.map(({ facts }) => facts),
    seasons.reduce((sum, { predictions }) => sum + predictions, 0),
    deeds,
  )

/** Whether a player with these seasons and counters has earned an achievement of the catalogue. */
export function hasEarned(id: string, seasons: SeasonStory | readonly SeasonStory[], deeds: Counters = {}): boolean {
  const entry = catalogue.find((each) => each.id === id)
  if (!entry) throw new Error(`no achievement ${id}`)
  return entry.count(factsFrom(seasons instanceof SeasonStory ? [seasons] : seasons, deeds)) >= entry.of
}
