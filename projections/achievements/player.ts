import { type Card, NO_PICK, withPick } from '../../src/achievements/card.ts'
import type { AchievementEntry } from '../../src/achievements/catalogue.ts'
import type { Deeds } from '../../src/achievements/deeds.ts'
import { factsOf } from '../../src/achievements/facts.ts'
import type { SeasonFacts } from '../../src/achievements/season-facts.ts'
import type { Badge, CardRow, PlayerRow } from './rows.ts'
import type { SeasonView } from './season-view.ts'

/** The event by which something is earned or lost. */
export interface Ground {
  readonly event: string
  readonly type: string
  readonly at: string
  /** Where the ledger books it. */
  readonly season: string
  readonly fixtureId: number | null
  readonly isSimulated: boolean
}

/** The rules, and which of them the game knew of at a place in the log. */
export interface Rules {
  readonly catalogue: readonly AchievementEntry[]
  readonly introduced: ReadonlySet<string>
}

/** A player while a stretch of the log is folded. */
export class Player {
  readonly id: number
  private readonly cards: Map<string, PlayedSeason>
  private readonly badges: Map<string, Badge>
  private deeds: Deeds
  private predictions: number
  private unlocked: number
  private hasDeeds = false
  private readonly changed = new Set<string>()

  constructor(id: number, cards: readonly CardRow[], row: PlayerRow | undefined, badges: readonly Badge[]) {
    this.id = id
    this.cards = new Map(cards.map((card) => [card.season, new PlayedSeason(card)]))
    this.badges = new Map(badges.map((badge) => [badge.achievement, badge]))
    this.deeds = row?.deeds ?? {}
    this.unlocked = row?.unlocked ?? 0
    this.predictions = cards.reduce(
      (sum, { picks }) => sum + picks.reduce((n, byte) => (byte === NO_PICK ? n : n + 1), 0),
      0,
    )
  }

  has(season: string, slot: number): boolean {
    return (this.cards.get(season)?.card[slot] ?? NO_PICK) !== NO_PICK
  }

  plays(season: string): boolean {
    return this.cards.has(season)
  }

  /** The match is open: nothing that is counted from results moves. */
  pick(season: string, slot: number, byte: number): void {
    const played =
      this.cards.get(season) ??
      new PlayedSeason({ user_id: this.id, season, picks: new Uint8Array(), points: 0, settled: 0 })
    this.cards.set(season, played)
    if (!this.has(season, slot)) this.predictions++
    played.pick(slot, byte)
  }

  did(change: (deeds: Deeds) => Deeds): void {
    const next = change(this.deeds)
    if (next === this.deeds) return
    this.deeds = next
    this.hasDeeds = true
  }

  /** The log says that they have it. */
  unlock(
    achievement: string,
    unlock: Pick<Badge, 'unlock_id' | 'unlocked_at' | 'unlock_season' | 'unlock_name' | 'unlock_points'>,
  ): void {
    const badge = this.badge(achievement)
    if (badge.unlock_id === null) this.count(1)
    this.put({ ...badge, ...unlock, held: false })
  }

  /** The log says that they have it no more. */
  revoke(achievement: string): void {
    const badge = this.badge(achievement)
    if (badge.unlock_id === null) return
    this.count(-1)
    this.put({ ...badge, ...noUnlock })
  }

  /** Looks at every rule; what it earns or loses, it does by `ground`. */
  judge(views: ReadonlyMap<string, SeasonView>, { catalogue, introduced }: Rules, ground: Ground): void {
    const seasons: SeasonFacts[] = []
    for (const [season, played] of this.cards) {
      const view = views.get(season)
      if (view) seasons.push(played.factsIn(view))
    }
    const facts = factsOf(seasons, this.predictions, this.deeds)
    for (const entry of catalogue) {
      const badge = this.badges.get(entry.id)
      const hadEarned = badge !== undefined && badge.earned_by !== null
      if (entry.count(facts) >= entry.of === hadEarned) continue
      this.put(
        hadEarned ? lost(badge, ground) : earned(badge ?? this.badge(entry.id), ground, introduced.has(entry.id)),
      )
    }
  }

  /** What has to be written; asked once. */
  changes() {
    const cards = [...this.cards].flatMap(([season, { isDirty, card, points, settled }]) =>
      isDirty ? [{ user_id: this.id, season, picks: card, points, settled }] : [],
    )
    const player: PlayerRow | null = this.hasDeeds
      ? { user_id: this.id, deeds: this.deeds, unlocked: this.unlocked }
      : null
    return { cards, player, badges: [...this.changed].map((id) => this.badges.get(id)!) }
  }

  private badge(achievement: string): Badge {
    return (
      this.badges.get(achievement) ?? {
        user_id: this.id,
        achievement,
        ...notEarned,
        simulated: false,
        order_number: null,
        lost: null,
        ...noUnlock,
      }
    )
  }

  private put(badge: Badge): void {
    this.badges.set(badge.achievement, badge)
    this.changed.add(badge.achievement)
  }

  private count(by: number): void {
    this.unlocked += by
    this.hasDeeds = true
  }
}

const notEarned = { earned_by: null, earned_at: null, season: null, held: false } as const
const noUnlock = {
  unlock_id: null,
  unlocked_at: null,
  unlock_season: null,
  unlock_name: null,
  unlock_points: null,
} as const

/** What was earned before its achievement was introduced is held back for a retroactive run; what they have already is theirs. */
function earned(badge: Badge, { event, at, season, isSimulated }: Ground, isKnown: boolean): Badge {
  const held = !isKnown && badge.unlock_id === null
  return {
    ...badge,
    earned_by: event,
    earned_at: at,
    season,
    simulated: isSimulated,
    held,
    order_number: null,
    lost: null,
  }
}

function lost(badge: Badge, { event, type, at, fixtureId, isSimulated }: Ground): Badge {
  return { ...badge, ...notEarned, simulated: isSimulated, order_number: null, lost: { event, type, at, fixtureId } }
}

/** A card, and what was counted from it last: the same for as long as its matches' results are. */
class PlayedSeason {
  card: Card
  points: number
  settled: number
  isDirty = false
  private counted: { readonly reader: SeasonView['reader']; readonly facts: SeasonFacts } | undefined

  constructor({ picks, points, settled }: CardRow) {
    this.card = picks
    this.points = points
    this.settled = settled
  }

  pick(slot: number, byte: number): void {
    this.card = withPick(this.card, slot, byte)
    this.isDirty = true
  }

  factsIn({ reader }: SeasonView): SeasonFacts {
    if (this.counted?.reader === reader) return this.counted.facts
    const facts = reader.facts(this.card)
    this.counted = { reader, facts }
    if (facts.points !== this.points || facts.settled !== this.settled) {
      this.points = facts.points
      this.settled = facts.settled
      this.isDirty = true
    }
    return facts
  }
}
