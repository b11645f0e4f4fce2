import { readSeason, type SeasonReader } from '../../src/achievements/season-facts.ts'
import {
  counts,
  emptySeason,
  foldMatch,
  isOver,
  type SeasonMatch,
  type SeasonState,
  scheduled,
  withMatch,
  withSettled,
} from '../../src/achievements/season-state.ts'
import { pricesOf } from '../../src/contracts/points.ts'
import type { Prices } from '../../src/contracts/prices.ts'
import type { FixtureEvent, GameweekEvent } from '../../src/fixtures/events.ts'
import type { SeasonStart } from '../../src/fixtures/season-choice.ts'

/** What a fixture event did to the season. */
export interface SeasonStep {
  readonly view: SeasonView
  readonly slot: number
  /** Whose facts may have moved: nobody's, those with a pick for the match, everybody's in the season. */
  readonly concerns: 'nobody' | 'pickers' | 'all'
}

/** A reader once it is made; until then, what it can go on from. */
interface Made {
  reader?: SeasonReader
  before?: Made
}

/** A season at one place in the log. Never changes: a step gives another one. */
export class SeasonView {
  readonly season: string
  readonly state: SeasonState
  private readonly slots: ReadonlyMap<number, number>
  private readonly made: Made

  private constructor(season: string, state: SeasonState, slots: ReadonlyMap<number, number>, made: Made) {
    this.season = season
    this.state = state
    this.slots = slots
    this.made = made
  }

  static of(season: string, state: SeasonState = emptySeason): SeasonView {
    return new SeasonView(season, state, new Map(state.matches.map(({ id }, slot) => [id, slot])), {})
  }

  /** What each verdict pays. */
  get prices(): Prices {
    return pricesOf(this.season)
  }

  /** Counts from cards; the same one for as long as it would count the same. */
  get reader(): SeasonReader {
    const { made } = this
    made.reader ??= readSeason(this.state, this.prices, made.before?.reader)
    made.before = undefined
    return made.reader
  }

  slotOf(fixtureId: number): number | undefined {
    return this.slots.get(fixtureId)
  }

  match(slot: number): SeasonMatch {
    return this.state.matches[slot]!
  }

  /** `at`: the event's time, ISO 8601. Null: it changes nothing here. */
  take(event: FixtureEvent, at: string): SeasonStep | null {
    const known = this.slots.get(event.data.fixtureId)
    if (event.type === 'FixtureScheduled') return known === undefined ? this.schedule(event) : null
    if (known === undefined) return null
    const before = this.match(known)
    const after = foldMatch(before, event, Date.parse(at))
    if (after === before) return null
    const isCounted = counts(before, after)
    const isEverybodys = before.isCancelled !== after.isCancelled || (isCounted && before.gameweek !== after.gameweek)
    const view = new SeasonView(
      this.season,
      withMatch(this.state, known, after),
      this.slots,
      isCounted ? { before: this.made } : this.made,
    )
    return { view, slot: known, concerns: isEverybodys ? 'all' : isCounted ? 'pickers' : 'nobody' }
  }

  /** One match more moves nothing, unless all of its gameweek seemed over. */
  private schedule(event: Extract<FixtureEvent, { type: 'FixtureScheduled' }>): SeasonStep {
    const { fixtureId, gameweek } = event.data
    const { matches } = this.state
    const slot = matches.length
    const isUnderWay = matches.some((match) => match.gameweek === gameweek && !isOver(match))
    const view = new SeasonView(
      this.season,
      withMatch(this.state, slot, scheduled(event)),
      new Map(this.slots).set(fixtureId, slot),
      {},
    )
    return { view, slot, concerns: isUnderWay ? 'nobody' : 'all' }
  }

  settle(event: GameweekEvent): SeasonView {
    return new SeasonView(this.season, withSettled(this.state, event), this.slots, { before: this.made })
  }

  /** With how many picked what, where that was not known. */
  withPicked(slot: number, picked: readonly [number, number, number]): SeasonView {
    return new SeasonView(this.season, withMatch(this.state, slot, { ...this.match(slot), picked }), this.slots, {
      before: this.made,
    })
  }

  /** Slots whose picks are to be counted: their gameweek has settled, they have a result, and nobody has counted yet. */
  uncounted(): readonly number[] {
    return this.state.matches.flatMap(({ gameweek, result, picked }, slot) =>
      result !== 0 && picked === null && this.state.settled.includes(gameweek) ? [slot] : [],
    )
  }

  start(): SeasonStart {
    let first: number | null = null
    for (const { kickoff } of this.state.matches)
      if (kickoff !== null && (first === null || kickoff < first)) first = kickoff
    return { season: this.season, first: first === null ? null : new Date(first).toISOString() }
  }
}
