import { acceptsPick } from '../../src/areas/fixtures/cutoff.ts'
import type { FixtureEvent } from '../../src/areas/fixtures/events.ts'
import { isPending } from '../../src/areas/fixtures/match.ts'
import type { PredictionEvent } from '../../src/areas/predictions/events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { evolveFixture, type FixtureRow, scheduledRow, settlesDifferently } from './fixture-row.ts'
import type { StoredPick, VoidPick } from './picks.ts'
import type { ResultChange } from './settlement.ts'

/**
 * A range of the log that can be written with picks first, then results. `addPick` returns false for a pick after a changed result of its
 * fixture: write the segment, start a new one and add the pick again.
 */
export class Segment {
  private readonly fixtures: ReadonlyMap<number, FixtureRow>
  private readonly changed = new Map<number, FixtureRow>()
  private readonly picks = new Map<string, StoredPick>()
  private readonly voids = new Map<string, VoidPick>()
  private readonly times = new Map<string, number>()

  /** `fixtures`: stored rows. */
  constructor(fixtures: ReadonlyMap<number, FixtureRow>) {
    this.fixtures = fixtures
  }

  /** The row at this position of the log. */
  fixture(id: number): FixtureRow | undefined {
    return this.changed.get(id) ?? this.fixtures.get(id)
  }

  addFixtureEvent(fact: Recorded<FixtureEvent>): void {
    const row = this.fixture(fact.data.fixtureId)
    if (fact.type === 'FixtureScheduled') {
      if (row === undefined) this.changed.set(fact.data.fixtureId, scheduledRow(fact))
      return
    }
    if (row === undefined) throw new Error(`${fact.type} of fixture ${fact.data.fixtureId}, which was never scheduled`)
    this.changed.set(row.id, evolveFixture(row, fact, fact.metadata.at))
  }

  /** False when the pick's fixture has a result in this segment that is not written yet. */
  addPick({ type, data, metadata: { at } }: Recorded<Exclude<PredictionEvent, { type: 'PredictionVoided' }>>): boolean {
    const now = this.fixture(data.fixtureId)
    if (now === undefined) throw new Error(`${type} for fixture ${data.fixtureId}, which was never scheduled`)
    const before = this.fixtures.get(now.id)
    if (before !== undefined && before !== now && settlesDifferently(before, now)) return false
    const key = `${data.userId}-${data.fixtureId}`
    if (!acceptsPick(isPending(now.status), now.cutoff === null ? null : this.msOf(now.cutoff), this.msOf(at))) {
      this.voids.set(key, { ...data, isUnrecorded: true })
      return true
    }
    const earlier = this.picks.get(key)
    if (type === 'PredictionSubmitted' && earlier !== undefined) return true
    if (this.voids.has(key)) this.voids.set(key, { ...data, isUnrecorded: false })
    this.picks.set(key, {
      fixtureId: now.id,
      userId: data.userId,
      season: now.season,
      gameweek: now.gameweek,
      isFirst: earlier?.isFirst ?? type === 'PredictionSubmitted',
      predictionId: data.predictionId,
      createdAt: earlier?.createdAt ?? at,
      pick: data.pick,
      revision: data.revision,
      entry: data.entry,
      at,
    })
    return true
  }

  /** Parses a time. Picks and cutoffs of a gameweek share their times, so the cache makes a rebuild faster. */
  private msOf(time: string): number {
    const known = this.times.get(time)
    if (known !== undefined) return known
    const ms = Date.parse(time)
    this.times.set(time, ms)
    return ms
  }

  /** The stream now records that its pick is void. */
  addVoid({ data }: Extract<PredictionEvent, { type: 'PredictionVoided' }>): void {
    this.voids.set(`${data.userId}-${data.fixtureId}`, { ...data, isUnrecorded: false })
  }

  storedPicks(): readonly StoredPick[] {
    return [...this.picks.values()]
  }

  /** Void picks of this segment, recorded by their streams or not. */
  voidPicks(): readonly VoidPick[] {
    return [...this.voids.values()]
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
