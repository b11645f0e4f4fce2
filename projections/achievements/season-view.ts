import { readSeason, type SeasonReader } from '../../src/areas/achievements/season-facts.ts'
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
} from '../../src/areas/achievements/season-state.ts'
import type { FixtureEvent, GameweekEvent } from '../../src/areas/fixtures/events.ts'
import type { SeasonStart } from '../../src/areas/fixtures/season-choice.ts'
import { pointsPerVerdict } from '../../src/contracts/points.ts'

/** Result of applying a fixture event to a season. */
interface SeasonStep {
  readonly view: SeasonView
  readonly slot: number
  /** Players whose facts may have changed: none, those with a pick for the match, or all of the season. */
  readonly affects: 'none' | 'pickers' | 'all'
}

/** A season at one position of the log. Immutable: applying an event returns a new one. */
export class SeasonView {
  readonly season: string
  readonly state: SeasonState
  private cachedReader: SeasonReader | undefined

  constructor(season: string, state: SeasonState = emptySeason) {
    this.season = season
    this.state = state
  }

  /** Counts season picks by the results at this position. */
  get reader(): SeasonReader {
    this.cachedReader ??= readSeason(this.state, pointsPerVerdict(this.season))
    return this.cachedReader
  }

  match(slot: number): SeasonMatch {
    return this.state.matches[slot]!
  }

  /** Applies a fixture event. `at`: the event's time, ISO 8601. Returns null if nothing changes. */
  apply(event: FixtureEvent, at: string): SeasonStep | null {
    const slot = this.state.matches.findIndex(({ id }) => id === event.data.fixtureId)
    if (event.type === 'FixtureScheduled') return slot < 0 ? this.schedule(event) : null
    if (slot < 0) return null
    const before = this.match(slot)
    const after = foldMatch(before, event, Date.parse(at))
    if (after === before) return null
    const affectsAll = before.isCancelled !== after.isCancelled || before.gameweek !== after.gameweek
    return {
      view: this.with(slot, after),
      slot,
      affects: affectsAll ? 'all' : counts(before, after) ? 'pickers' : 'none',
    }
  }

  /** A new match changes no facts, unless all other matches of its gameweek are over. */
  private schedule(event: Extract<FixtureEvent, { type: 'FixtureScheduled' }>): SeasonStep {
    const { matches } = this.state
    const isUnderWay = matches.some((match) => match.gameweek === event.data.gameweek && !isOver(match))
    const slot = matches.length
    return { view: this.with(slot, scheduled(event)), slot, affects: isUnderWay ? 'none' : 'all' }
  }

  settle(event: GameweekEvent): SeasonView {
    return new SeasonView(this.season, withSettled(this.state, event))
  }

  with(slot: number, match: SeasonMatch): SeasonView {
    return new SeasonView(this.season, withMatch(this.state, slot, match))
  }

  /** Slots whose picks must be counted: their gameweek has settled, they have a result, and they are not counted yet. */
  uncounted(): readonly number[] {
    return this.state.matches.flatMap(({ gameweek, result, picked }, slot) =>
      result !== 0 && picked === null && this.state.settled.includes(gameweek) ? [slot] : [],
    )
  }

  start(): SeasonStart {
    const kickoffs = this.state.matches.flatMap(({ kickoff }) => kickoff ?? [])
    return { season: this.season, first: kickoffs.length === 0 ? null : new Date(Math.min(...kickoffs)).toISOString() }
  }
}
