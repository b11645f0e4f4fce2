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

/** What a fixture event did to the season. */
interface SeasonStep {
  readonly view: SeasonView
  readonly slot: number
  /** Whose facts may have moved: nobody's, those with a pick for the match, everybody's in the season. */
  readonly concerns: 'nobody' | 'pickers' | 'all'
}

/** A season at one place in the log. Never changes: a step gives another one. */
export class SeasonView {
  readonly season: string
  readonly state: SeasonState
  private made: SeasonReader | undefined

  constructor(season: string, state: SeasonState = emptySeason) {
    this.season = season
    this.state = state
  }

  /** Counts cards by the results as they stand here. */
  get reader(): SeasonReader {
    this.made ??= readSeason(this.state, pointsPerVerdict(this.season))
    return this.made
  }

  match(slot: number): SeasonMatch {
    return this.state.matches[slot]!
  }

  /** `at`: the event's time, ISO 8601. Null: it changes nothing here. */
  take(event: FixtureEvent, at: string): SeasonStep | null {
    const slot = this.state.matches.findIndex(({ id }) => id === event.data.fixtureId)
    if (event.type === 'FixtureScheduled') return slot < 0 ? this.schedule(event) : null
    if (slot < 0) return null
    const before = this.match(slot)
    const after = foldMatch(before, event, Date.parse(at))
    if (after === before) return null
    const isEverybodys = before.isCancelled !== after.isCancelled || before.gameweek !== after.gameweek
    return {
      view: this.with(slot, after),
      slot,
      concerns: isEverybodys ? 'all' : counts(before, after) ? 'pickers' : 'nobody',
    }
  }

  /** One match more moves nothing, unless all of its gameweek seemed over. */
  private schedule(event: Extract<FixtureEvent, { type: 'FixtureScheduled' }>): SeasonStep {
    const { matches } = this.state
    const isUnderWay = matches.some((match) => match.gameweek === event.data.gameweek && !isOver(match))
    const slot = matches.length
    return { view: this.with(slot, scheduled(event)), slot, concerns: isUnderWay ? 'nobody' : 'all' }
  }

  settle(event: GameweekEvent): SeasonView {
    return new SeasonView(this.season, withSettled(this.state, event))
  }

  with(slot: number, match: SeasonMatch): SeasonView {
    return new SeasonView(this.season, withMatch(this.state, slot, match))
  }

  /** Slots whose picks are to be counted: their gameweek has settled, they have a result, and nobody has counted yet. */
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
