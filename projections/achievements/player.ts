import type { AchievementEntry } from '../../src/areas/achievements/catalogue.ts'
import type { Counters } from '../../src/areas/achievements/counters.ts'
import type { AchievementEvent } from '../../src/areas/achievements/events.ts'
import { factsOf } from '../../src/areas/achievements/facts.ts'
import type { SeasonFacts, SeasonReader } from '../../src/areas/achievements/season-facts.ts'
import { longEnough, NO_PICK, type SeasonPicks } from '../../src/areas/achievements/season-picks.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { BadgeHalf, PlayerRow, PlayerWithPicks } from './rows.ts'
import type { SeasonView } from './season-view.ts'

/** The event that causes an earning or a loss. */
export interface Cause {
  readonly event: string
  readonly type: string
  readonly at: string
  /** Season in which the ledger books it. */
  readonly season: string
  readonly fixtureId: number | null
  readonly simulated: boolean
}

/** The rules, and the achievements introduced up to this position of the log. */
interface Rules {
  readonly catalogue: readonly AchievementEntry[]
  readonly introduced: ReadonlySet<string>
}

/** The picks of a season, and the facts last counted from them. */
interface PlayedSeason {
  picks: SeasonPicks
  isDirty: boolean
  reader: SeasonReader | null
  facts: SeasonFacts | null
}

const uncounted = (picks: SeasonPicks): PlayedSeason => ({ picks, isDirty: false, reader: null, facts: null })

/** State of a player while events are folded. */
export class Player {
  readonly id: number
  private readonly rules: Rules
  private readonly seasons = new Map<string, PlayedSeason>()
  /** By index in the catalogue, for speed: every rule is evaluated some hundred times a season. */
  private readonly earned: boolean[]
  private readonly unlocked: Set<string>
  private readonly earnings = new Map<string, BadgeHalf>()
  private readonly unlockings = new Map<string, BadgeHalf>()
  private counters: Counters
  private predictions = 0
  private isDirty = false

  /** `rows`: one per season with picks, at least one. */
  constructor(id: number, rules: Rules, rows: readonly PlayerWithPicks[]) {
    this.id = id
    this.rules = rules
    const { deeds, earned_ids, unlocked_ids } = rows[0]!
    const earned = idsOf(earned_ids)
    this.earned = rules.catalogue.map((entry) => earned.has(entry.id))
    this.unlocked = idsOf(unlocked_ids)
    this.counters = deeds ?? {}
    for (const { season, picks } of rows) {
      if (season === null || picks === null) continue
      this.seasons.set(season, uncounted(picks))
      for (let slot = 0; slot < picks.length; slot++) if (picks[slot] !== NO_PICK) this.predictions++
    }
  }

  has(season: string, slot: number): boolean {
    return (this.seasons.get(season)?.picks[slot] ?? NO_PICK) !== NO_PICK
  }

  /** Whether the player has a pick for the match, or for the season if `slot` is null. */
  isIn({ season, slot }: { readonly season: string; readonly slot: number | null }): boolean {
    return slot === null ? this.seasons.has(season) : this.has(season, slot)
  }

  /** Sets a pick of an open match: facts, which depend on results, do not change. */
  pick(season: string, slot: number, byte: number): void {
    if (!this.has(season, slot)) this.predictions++
    const played = this.seasons.get(season) ?? uncounted(new Uint8Array())
    played.picks = longEnough(played.picks, slot)
    played.picks[slot] = byte
    played.isDirty = true
    this.seasons.set(season, played)
  }

  /** Applies a change of the counters. */
  count(change: (counters: Counters) => Counters): void {
    const next = change(this.counters)
    if (next === this.counters) return
    this.counters = next
    this.isDirty = true
  }

  /** Applies a recorded unlock. */
  unlock({ id, data, metadata }: Recorded<Extract<AchievementEvent, { type: 'AchievementUnlocked' }>>): void {
    const { achievementId: achievement, name, points, season, earnedBy } = data
    this.unlocked.add(achievement)
    this.unlockings.set(achievement, {
      ...{ user_id: this.id, achievement, unlock_id: id, unlocked_at: metadata.at, unlock_earned_by: earnedBy },
      ...{ unlock_name: name, unlock_points: points, unlock_season: season },
    })
    const earning = this.earnings.get(achievement)
    if (earning) this.earnings.set(achievement, { ...earning, held: false })
    this.isDirty = true
  }

  /** Applies a recorded revocation. */
  revoke(achievement: string): void {
    if (!this.unlocked.delete(achievement)) return
    this.unlockings.set(achievement, { user_id: this.id, achievement })
    this.isDirty = true
  }

  /** Evaluates every rule and records earnings and losses with their cause. */
  evaluate(views: ReadonlyMap<string, SeasonView>, cause: Cause): void {
    const seasons = [...this.seasons].map(([season, played]) => factsIn(played, views.get(season)!.reader))
    const facts = factsOf(seasons, this.predictions, this.counters)
    for (let at = 0; at < this.earned.length; at++) {
      const { count, of } = this.rules.catalogue[at]!
      const has = count(facts) >= of
      if (has !== this.earned[at]) this.change(at, has, cause)
    }
  }

  private change(at: number, has: boolean, cause: Cause): void {
    const { id: achievement } = this.rules.catalogue[at]!
    const { event, type, at: time, season, fixtureId, simulated } = cause
    this.earned[at] = has
    this.isDirty = true
    // A badge earned before its achievement was introduced waits for a retroactive run, unless it is unlocked already.
    const held = has && !this.rules.introduced.has(achievement) && !this.unlocked.has(achievement)
    const row = { user_id: this.id, achievement, simulated, held }
    const lost = this.earnings.get(achievement)?.lost ?? null
    this.earnings.set(
      achievement,
      has
        ? { ...row, earned_by: event, earned_at: time, season, lost }
        : { ...row, earned_by: null, earned_at: null, season: null, lost: { event, type, at: time, fixtureId } },
    )
  }

  /** Returns the changed rows. */
  changes() {
    const seasons = [...this.seasons].filter(([, { isDirty }]) => isDirty)
    return {
      seasonPicks: seasons.map(([season, { picks }]) => ({ user_id: this.id, season, picks })),
      players: this.isDirty ? [this.row()] : [],
      earnings: [...this.earnings.values()],
      unlockings: [...this.unlockings.values()],
    }
  }

  private row(): PlayerRow {
    return {
      user_id: this.id,
      deeds: this.counters,
      unlocked: this.unlocked.size,
      earned_ids: listOf(this.rules.catalogue.flatMap(({ id }, at) => (this.earned[at] ? id : []))),
      unlocked_ids: listOf(this.unlocked),
    }
  }
}

/** Sorted, so that equal sets have equal rows. */
const listOf = (ids: Iterable<string>): string => [...ids].sort().join()

const idsOf = (list: string | null): Set<string> => new Set(list ? list.split(',') : [])

/** Returns the facts of a season. Recounts them only after changed results: in between, picks change for open matches only. */
function factsIn(played: PlayedSeason, reader: SeasonReader): SeasonFacts {
  if (played.facts === null || played.reader !== reader) played.facts = reader(played.picks)
  played.reader = reader
  return played.facts
}
