import type { AchievementEntry } from '../../src/areas/achievements/catalogue.ts'
import type { Counters } from '../../src/areas/achievements/counters.ts'
import type { AchievementEvent } from '../../src/areas/achievements/events.ts'
import { factsOf } from '../../src/areas/achievements/facts.ts'
import type { SeasonFacts, SeasonReader } from '../../src/areas/achievements/season-facts.ts'
import { longEnough, NO_PICK, type SeasonPicks } from '../../src/areas/achievements/season-picks.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { BadgeHalf, PlayerRow, PlayerWithPicks } from './rows.ts'
import type { SeasonView } from './season-view.ts'

/** The event by which something is earned or lost. */
export interface Cause {
  readonly event: string
  readonly type: string
  readonly at: string
  /** Where the ledger books it. */
  readonly season: string
  readonly fixtureId: number | null
  readonly simulated: boolean
}

/** The rules, and which of them the game knew of at a place in the log. */
interface Rules {
  readonly catalogue: readonly AchievementEntry[]
  readonly introduced: ReadonlySet<string>
}

/** A card, and what was counted from it last. */
interface PlayedSeason {
  card: SeasonPicks
  isDirty: boolean
  reader: SeasonReader | null
  facts: SeasonFacts | null
}

const unread = (card: SeasonPicks): PlayedSeason => ({ card, isDirty: false, reader: null, facts: null })

/** A player while a stretch of the log is folded. */
export class Player {
  readonly id: number
  private readonly rules: Rules
  private readonly seasons = new Map<string, PlayedSeason>()
  /** By place in the catalogue: every rule is evaluated some hundred times a season. */
  private readonly earned: boolean[]
  private readonly unlocked: Set<string>
  private readonly earnings = new Map<string, BadgeHalf>()
  private readonly unlockings = new Map<string, BadgeHalf>()
  private deeds: Counters
  private predictions = 0
  private isDirty = false

  /** `rows`: a row a card, at least one. */
  constructor(id: number, rules: Rules, rows: readonly PlayerWithPicks[]) {
    this.id = id
    this.rules = rules
    const { deeds, earned_ids, unlocked_ids } = rows[0]!
    const earned = idsOf(earned_ids)
    this.earned = rules.catalogue.map((entry) => earned.has(entry.id))
    this.unlocked = idsOf(unlocked_ids)
    this.deeds = deeds ?? {}
    for (const { season, picks: card } of rows) {
      if (season === null || card === null) continue
      this.seasons.set(season, unread(card))
      for (let slot = 0; slot < card.length; slot++) if (card[slot] !== NO_PICK) this.predictions++
    }
  }

  has(season: string, slot: number): boolean {
    return (this.seasons.get(season)?.card[slot] ?? NO_PICK) !== NO_PICK
  }

  /** Whether a match of theirs was moved, or the whole of a season of theirs. */
  isIn({ season, slot }: { readonly season: string; readonly slot: number | null }): boolean {
    return slot === null ? this.seasons.has(season) : this.has(season, slot)
  }

  /** The match is open: nothing that is counted from results moves. */
  pick(season: string, slot: number, byte: number): void {
    if (!this.has(season, slot)) this.predictions++
    const played = this.seasons.get(season) ?? unread(new Uint8Array())
    played.card = longEnough(played.card, slot)
    played.card[slot] = byte
    played.isDirty = true
    this.seasons.set(season, played)
  }

  did(change: (deeds: Counters) => Counters): void {
    const next = change(this.deeds)
    if (next === this.deeds) return
    this.deeds = next
    this.isDirty = true
  }

  /** The log says that they have it. */
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

  /** The log says that they have it no more. */
  revoke(achievement: string): void {
    if (!this.unlocked.delete(achievement)) return
    this.unlockings.set(achievement, { user_id: this.id, achievement })
    this.isDirty = true
  }

  /** Looks at every rule; what it earns or loses, it does by `ground`. */
  judge(views: ReadonlyMap<string, SeasonView>, cause: Cause): void {
    const seasons = [...this.seasons].map(([season, played]) => factsIn(played, views.get(season)!.reader))
    const facts = factsOf(seasons, this.predictions, this.deeds)
    for (let at = 0; at < this.earned.length; at++) {
      const { count, of } = this.rules.catalogue[at]!
      const has = count(facts) >= of
      if (has !== this.earned[at]) this.turn(at, has, cause)
    }
  }

  private turn(at: number, has: boolean, cause: Cause): void {
    const { id: achievement } = this.rules.catalogue[at]!
    const { event, type, at: time, season, fixtureId, simulated } = cause
    this.earned[at] = has
    this.isDirty = true
    // What was earned before its achievement was introduced waits for a retroactive run; what they have already is theirs.
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

  /** What has to be written. */
  changes() {
    const seasons = [...this.seasons].filter(([, { isDirty }]) => isDirty)
    return {
      cards: seasons.map(([season, { card }]) => ({ user_id: this.id, season, picks: card })),
      players: this.isDirty ? [this.row()] : [],
      earnings: [...this.earnings.values()],
      unlockings: [...this.unlockings.values()],
    }
  }

  private row(): PlayerRow {
    return {
      user_id: this.id,
      deeds: this.deeds,
      unlocked: this.unlocked.size,
      earned_ids: listOf(this.rules.catalogue.flatMap(({ id }, at) => (this.earned[at] ? id : []))),
      unlocked_ids: listOf(this.unlocked),
    }
  }
}

/** Sorted, so that the way there does not show. */
const listOf = (ids: Iterable<string>): string => [...ids].sort().join()

const idsOf = (list: string | null): Set<string> => new Set(list ? list.split(',') : [])

/** Counted again only where results have moved: between results a card gets no picks but for matches that are open. */
function factsIn(played: PlayedSeason, reader: SeasonReader): SeasonFacts {
  if (played.facts === null || played.reader !== reader) played.facts = reader(played.card)
  played.reader = reader
  return played.facts
}
