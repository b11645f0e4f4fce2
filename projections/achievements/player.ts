import { type Card, longEnough, NO_PICK } from '../../src/achievements/card.ts'
import type { AchievementEntry } from '../../src/achievements/catalogue.ts'
import type { Deeds } from '../../src/achievements/deeds.ts'
import { type Facts, factsOf } from '../../src/achievements/facts.ts'
import type { SeasonFacts } from '../../src/achievements/season-facts.ts'
import type { CardRow, Earning, Loss, Of, PlayerRow, Unlocking } from './rows.ts'
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
  private readonly earned: Set<string>
  private readonly unlocked: Set<string>
  private readonly earnings = new Map<string, Earning>()
  private readonly unlockings = new Map<string, Unlocking>()
  private deeds: Deeds
  private predictions: number
  private isDirty = false
  private known: { readonly of: readonly unknown[]; readonly facts: Facts } | undefined

  constructor(id: number, cards: readonly CardRow[], row: PlayerRow | undefined) {
    this.id = id
    this.cards = new Map(cards.map((card) => [card.season, new PlayedSeason(card)]))
    this.earned = idsOf(row?.earned_ids)
    this.unlocked = idsOf(row?.unlocked_ids)
    this.deeds = row?.deeds ?? {}
    this.predictions = cards.reduce((sum, { picks }) => sum + picksIn(picks), 0)
  }

  has(season: string, slot: number): boolean {
    return (this.cards.get(season)?.card[slot] ?? NO_PICK) !== NO_PICK
  }

  plays(season: string): boolean {
    return this.cards.has(season)
  }

  /** The match is open: nothing that is counted from results moves. */
  pick(season: string, slot: number, byte: number): void {
    const played = this.cards.get(season) ?? new PlayedSeason({ user_id: this.id, season, picks: new Uint8Array() })
    this.cards.set(season, played)
    if (!this.has(season, slot)) this.predictions++
    played.pick(slot, byte)
  }

  did(change: (deeds: Deeds) => Deeds): void {
    const next = change(this.deeds)
    if (next === this.deeds) return
    this.deeds = next
    this.isDirty = true
  }

  /** The log says that they have it. */
  unlock(achievement: string, unlocking: Omit<Unlocking, 'held'>): void {
    this.unlocked.add(achievement)
    this.unlockings.set(achievement, { ...unlocking, held: false })
    const earning = this.earnings.get(achievement)
    if (earning?.held) this.earnings.set(achievement, { ...earning, held: false })
    this.isDirty = true
  }

  /** The log says that they have it no more. */
  revoke(achievement: string): void {
    if (!this.unlocked.delete(achievement)) return
    this.unlockings.set(achievement, { ...nothing, held: this.unlockings.get(achievement)?.held ?? true })
    this.isDirty = true
  }

  /** Looks at every rule; what it earns or loses, it does by `ground`. */
  judge(views: ReadonlyMap<string, SeasonView>, { catalogue, introduced }: Rules, ground: Ground): void {
    const facts = this.factsIn(views)
    for (const { id, count, of } of catalogue) {
      const has = count(facts) >= of
      if (has === this.earned.has(id)) continue
      if (has) {
        this.earned.add(id)
        // What was earned before its achievement was introduced waits for a retroactive run; what they have already is theirs.
        const lost = this.earnings.get(id)?.lost ?? null
        this.earnings.set(id, earnedBy(ground, !introduced.has(id) && !this.unlocked.has(id), lost))
      } else {
        this.earned.delete(id)
        this.earnings.set(id, lostBy(ground))
      }
      this.isDirty = true
    }
  }

  /** What has to be written; asked once. */
  changes() {
    const cards = [...this.cards].flatMap(([season, { isDirty, card }]) =>
      isDirty ? [{ user_id: this.id, season, picks: card }] : [],
    )
    return {
      cards,
      player: this.isDirty ? this.row() : null,
      earnings: this.rows(this.earnings),
      unlockings: this.rows(this.unlockings),
    }
  }

  /** Most picks are for matches that are to come: of all facts they move the number of predictions alone. */
  private factsIn(views: ReadonlyMap<string, SeasonView>): Facts {
    const seasons: SeasonFacts[] = []
    for (const [season, played] of this.cards) {
      const view = views.get(season)
      if (view) seasons.push(played.factsIn(view))
    }
    const of = [this.deeds, ...seasons]
    if (!this.known || this.known.of.length !== of.length || this.known.of.some((each, at) => each !== of[at]))
      this.known = { of, facts: factsOf(seasons, this.predictions, this.deeds) }
    else if (this.known.facts.predictions !== this.predictions)
      this.known = { of, facts: { ...this.known.facts, predictions: this.predictions } }
    return this.known.facts
  }

  private row(): PlayerRow {
    return {
      user_id: this.id,
      deeds: this.deeds,
      unlocked: this.unlocked.size,
      earned_ids: listOf(this.earned),
      unlocked_ids: listOf(this.unlocked),
    }
  }

  private rows<Half>(halves: ReadonlyMap<string, Half>): Of<Half>[] {
    return [...halves].map(([achievement, half]) => ({ user_id: this.id, achievement, ...half }))
  }
}

function picksIn(card: Card): number {
  let picks = 0
  for (let slot = 0; slot < card.length; slot++) if (card[slot] !== NO_PICK) picks++
  return picks
}

/** Sorted, so that the way there does not show. */
const listOf = (ids: ReadonlySet<string>): string => [...ids].sort().join()

const idsOf = (list: string | undefined): Set<string> => new Set(list ? list.split(',') : [])

const nothing: Omit<Unlocking, 'held'> = {
  unlock_id: null,
  unlocked_at: null,
  unlock_season: null,
  unlock_name: null,
  unlock_points: null,
  unlock_earned_by: null,
}

const earnedBy = ({ event, at, season, isSimulated }: Ground, held: boolean, lost: Loss | null): Earning => ({
  ...{ earned_by: event, earned_at: at, season, simulated: isSimulated, held, lost },
})

const lostBy = ({ event, type, at, fixtureId, isSimulated }: Ground): Earning => ({
  ...{ earned_by: null, earned_at: null, season: null, simulated: isSimulated, held: false },
  lost: { event, type, at, fixtureId },
})

/** A card, and what was counted from it last: the same for as long as its matches' results are. */
class PlayedSeason {
  card: Card
  isDirty = false
  private counted: { readonly reader: SeasonView['reader']; readonly facts: SeasonFacts } | undefined

  constructor({ picks }: CardRow) {
    this.card = picks
  }

  pick(slot: number, byte: number): void {
    this.card = longEnough(this.card, slot)
    this.card[slot] = byte
    this.isDirty = true
  }

  factsIn({ reader }: SeasonView): SeasonFacts {
    if (this.counted?.reader === reader) return this.counted.facts
    const facts = reader.facts(this.card)
    this.counted = { reader, facts }
    return facts
  }
}
