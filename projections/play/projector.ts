import type { Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { boardTables } from '../../src/areas/boards/tables.ts'
import {
  type FixtureEvent,
  fixtureEvents,
  gameweekEvents,
  seasonEvents,
  teamEvents,
} from '../../src/areas/fixtures/events.ts'
import { fixtureTables } from '../../src/areas/fixtures/tables.ts'
import { predictionEvents } from '../../src/areas/predictions/events.ts'
import { predictionTables } from '../../src/areas/predictions/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { joined, tablesFor } from '../../src/slice/table.ts'
import { type BookedEvent, type Booking, book, bookedEvents, bookingOf, isBooked } from './bookings.ts'
import { saveCatalogue } from './catalogue.ts'
import { Changes } from './changes.ts'
import { eraseUsers } from './erasure.ts'
import type { FixtureRow } from './fixture-row.ts'
import { type BatchState, loadBatchState, type ScoreChange, saveFixtures, saveScores } from './fixture-store.ts'
import { settleGameweek, updateBaselines, updateWinners, type WeekOf } from './gameweeks.ts'
import { storePicks, storeVoids } from './picks.ts'
import { Segment } from './segment.ts'
import { countPicks, moveGameweek, settle } from './settlement.ts'

const handled = {
  ...teamEvents,
  ...seasonEvents,
  ...fixtureEvents,
  ...gameweekEvents,
  ...predictionEvents,
  ...bookedEvents,
  UserDeleted: accountEvents.UserDeleted,
}
type PlayFact = EventsOf<typeof handled>
type Fact = Recorded<PlayFact>

/** Fixtures, predictions and all points, boards and counts derived from them. */
export const playGroup: ProjectionGroup<unknown, PlayFact> = {
  name: 'play',
  version: 13,
  events: typesOf(handled),
  // An achievement without points changes no row.
  filter: (event) => !isBooked(event) || bookingOf(event) !== null,
  ...tablesFor(joined(joined(fixtureTables, predictionTables), boardTables)),
  project: projectPlay,
}

/** Applies a batch in log order, with a few statements per segment (`Segment`), never per row. */
async function projectPlay(tx: Transaction<unknown>, events: readonly Fact[]): Promise<readonly LiveChange[]> {
  const { fixtureIds, pickers } = idsIn(events)
  const batch = new Batch(tx, await loadBatchState(tx, fixtureIds, pickers))
  for (const event of events) if (!batch.addPick(event)) await batch.apply(event)
  await batch.finish()
  return batch.changes.list()
}

/** Returns the matches and the predicting players of a batch. */
function idsIn(events: readonly Fact[]): { fixtureIds: number[]; pickers: number[] } {
  const fixtureIds = new Set<number>()
  const pickers = new Set<number>()
  for (const fact of events) {
    if ('fixtureId' in fact.data) fixtureIds.add(fact.data.fixtureId)
    if (fact.type === 'PredictionSubmitted' || fact.type === 'PredictionUpdated') pickers.add(fact.data.userId)
  }
  return { fixtureIds: [...fixtureIds], pickers: [...pickers] }
}

class Batch {
  readonly changes = new Changes()
  private readonly tx: Transaction<unknown>
  private readonly fixtures: Map<number, FixtureRow>
  private segment: Segment
  /** Users deleted in this batch whose rows still exist. */
  private readonly erasing: number[] = []
  private readonly erased: Set<number>
  private readonly bookings: Booking[] = []
  private readonly scores: Recorded<ScoreChange>[] = []
  private readonly seasonsToRate = new Set<string>()
  /** Key: season and number of the gameweek. */
  private readonly weeksToCrown = new Map<string, WeekOf>()

  constructor(tx: Transaction<unknown>, { fixtures, erased }: BatchState) {
    this.tx = tx
    this.fixtures = fixtures
    this.erased = erased
    this.segment = new Segment(fixtures)
  }

  /**
   * Adds a pick to the segment without awaiting anything: most events are picks, so this makes a rebuild faster. Returns false for other
   * events, and for a pick that requires earlier changes to be written first.
   */
  addPick(fact: Fact): boolean {
    if (fact.type !== 'PredictionSubmitted' && fact.type !== 'PredictionUpdated') return false
    if (this.erasing.length > 0 || !this.segment.addPick(fact)) return false
    this.changes.picksOf(fact.data.userId)
    return true
  }

  async apply(fact: Fact): Promise<void> {
    if (fact.type === 'UserDeleted') {
      await this.write()
      this.erasing.push(fact.data.userId)
      return
    }
    if (this.erasing.length > 0) await this.erase()
    switch (fact.type) {
      case 'TeamRegistered':
      case 'SeasonOpened':
      case 'PointsDeducted':
        await saveCatalogue(this.tx, fact)
        this.changes.topic('table')
        return
      case 'PredictionSubmitted':
      case 'PredictionUpdated':
        if (this.addPick(fact)) return
        await this.write()
        this.addPick(fact)
        return
      case 'PredictionVoided':
        this.segment.addVoid(fact)
        return
      case 'PrizeBooked':
      case 'AchievementUnlocked':
      case 'AchievementRevoked':
        return this.book(fact)
      case 'GameweekSettled':
        await this.write()
        await settleGameweek(this.tx, fact.data, fact.metadata.at)
        this.rate(fact.data)
        this.changes.topic('leaderboard')
        return
      case 'FixtureMovedToGameweek':
        await this.moveToGameweek(fact)
        return
      default:
        if (fact.type === 'MatchScoreChanged') this.scores.push(fact)
        this.segment.addFixtureEvent(fact)
        this.changes.fixture(fact.data.fixtureId)
        // The baseline depends on the kickoffs of matches with results.
        if (fact.type === 'FixtureRescheduled')
          this.seasonsToRate.add(this.segment.fixture(fact.data.fixtureId)!.season)
    }
  }

  private book(event: Recorded<BookedEvent>): void {
    const booking = bookingOf(event)
    if (!booking) return
    this.bookings.push(booking)
    this.changes.points(event.data.userId)
  }

  async finish(): Promise<void> {
    await this.write()
    await this.erase()
    if (this.weeksToCrown.size > 0) await updateWinners(this.tx, [...this.weeksToCrown.values()])
    if (this.seasonsToRate.size > 0) await updateBaselines(this.tx, [...this.seasonsToRate])
  }

  private async write(): Promise<void> {
    const { segment } = this
    await storePicks(this.tx, segment.storedPicks(), this.erased)
    await storeVoids(this.tx, segment.voidPicks())
    const results = segment.resultChanges()
    await this.settle(results)
    const rows = segment.changedFixtures()
    await saveFixtures(this.tx, rows)
    await saveScores(this.tx, this.scores.splice(0))
    for (const row of rows) this.fixtures.set(row.id, row)
    this.segment = new Segment(this.fixtures)
    await book(this.tx, this.bookings.splice(0))
  }

  private async settle(results: Parameters<typeof settle>[1]): Promise<void> {
    if (results.length === 0) return
    await settle(this.tx, results)
    await countPicks(this.tx, results)
    for (const { after } of results) this.rate(after)
    this.changes.results()
  }

  /** Recalculates the winner and the baseline of a gameweek at the end of the batch. */
  private rate({ season, gameweek }: WeekOf): void {
    this.seasonsToRate.add(season)
    this.weeksToCrown.set(`${season} ${gameweek}`, { season, gameweek })
  }

  /** Removes the match from its old gameweek as if it had no result, then adds it to the new one. */
  private async moveToGameweek(
    event: Recorded<Extract<FixtureEvent, { type: 'FixtureMovedToGameweek' }>>,
  ): Promise<void> {
    const { fixtureId, gameweek } = event.data
    await this.write()
    const from = this.fixtures.get(fixtureId)?.gameweek
    this.segment.addFixtureEvent(event)
    const moved = this.segment.fixture(fixtureId)!
    this.changes.fixture(fixtureId)
    await this.write()
    if (from === undefined || from === gameweek) return
    const here = { ...moved, gameweek: from }
    const open = { result: null, home_score: null, away_score: null }
    const counts = moved.result !== null
    if (counts) await this.settle([{ before: here, after: { ...here, ...open } }])
    await moveGameweek(this.tx, here, gameweek)
    if (counts) await this.settle([{ before: { ...moved, ...open }, after: moved }])
    this.seasonsToRate.add(moved.season)
  }

  private async erase(): Promise<void> {
    if (this.erasing.length === 0) return
    for (const userId of this.erasing) this.erased.add(userId)
    await eraseUsers(this.tx, this.erasing.splice(0))
    this.changes.topic('leaderboard')
  }
}
