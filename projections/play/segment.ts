import type { FixtureEvent } from '../../src/fixtures/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import type { PredictionEvent } from '../../src/predictions/events.ts'
import { evolveFixture, type FixtureRow, scheduledRow, settlesDifferently, takesPick } from './fixture-row.ts'
import type { StoredPick } from './picks.ts'
import type { ResultChange } from './settlement.ts'

/**
 * A stretch of the log that can be written as: picks first, then results. `add…` gives false where the event does not
 * fit any more (a pick behind a changed result of its fixture): write what is there, begin a new segment, add it again.
 */
export class Segment {
  private readonly fixtures: ReadonlyMap<number, FixtureRow>
  private readonly changed = new Map<number, FixtureRow>()
  private readonly picks = new Map<string, StoredPick>()

  /** `fixtures`: rows as they stand in the tables. */
  constructor(fixtures: ReadonlyMap<number, FixtureRow>) {
    this.fixtures = fixtures
  }

  /** The row as it is at this place in the log. */
  fixture(id: number): FixtureRow | undefined {
    return this.changed.get(id) ?? this.fixtures.get(id)
  }

  addFixtureEvent(event: RecordedEvent): void {
    const fact = event as unknown as FixtureEvent
    const row = this.fixture(fact.data.fixtureId)
    if (fact.type === 'FixtureScheduled') {
      if (row === undefined) this.changed.set(fact.data.fixtureId, scheduledRow(fact))
      return
    }
    if (row === undefined) throw new Error(`${fact.type} of fixture ${fact.data.fixtureId}, which was never scheduled`)
    this.changed.set(row.id, evolveFixture(row, fact, event.metadata.at))
  }

  /** False when the pick's fixture has a result in this segment that is not written yet. */
  addPick(event: RecordedEvent): boolean {
    const { type, data } = event as unknown as PredictionEvent
    const now = this.fixture(data.fixtureId)
    if (now === undefined) throw new Error(`${type} for fixture ${data.fixtureId}, which was never scheduled`)
    const before = this.fixtures.get(now.id)
    if (before !== undefined && settlesDifferently(before, now)) return false
    const at = event.metadata.at
    if (!takesPick(now, at)) return true
    const key = `${data.userId}-${data.fixtureId}`
    const earlier = this.picks.get(key)
    if (type === 'PredictionSubmitted' && earlier !== undefined) return true
    this.picks.set(key, {
      fixtureId: now.id,
      userId: data.userId,
      season: now.season,
      gameweek: now.gameweek,
      submitted:
        type === 'PredictionSubmitted' ? { predictionId: data.predictionId, at } : (earlier?.submitted ?? null),
      pick: data.pick,
      at,
    })
    return true
  }

  storedPicks(): readonly StoredPick[] {
    return [...this.picks.values()]
  }

  changedFixtures(): readonly FixtureRow[] {
    return [...this.changed.values()]
  }

  resultChanges(): readonly ResultChange[] {
    return this.changedFixtures().flatMap((after) => {
      const before = this.fixtures.get(after.id)
      const base = before ?? { ...after, result: null, home_score: null, away_score: null }
      return settlesDifferently(base, after) ? [{ before: base, after }] : []
    })
  }
}
