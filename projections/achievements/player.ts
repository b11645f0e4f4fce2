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
interface Rules {
  readonly catalogue: readonly AchievementEntry[]
  readonly introduced: ReadonlySet<string>
  /** Lists of ids as they are stored, read; most players share theirs with many. */
  readonly lists: Map<string, Uint8Array>
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** Facts, and what they were put together from. */
interface Known {
  readonly deeds: Deeds
  readonly seasons: readonly SeasonFacts[]
  readonly facts: Mutable<Facts>
}

/** A player while a stretch of the log is folded. */
export class Player {
  readonly id: number
  private readonly cards: Map<string, PlayedSeason>
  /** A one for each of the catalogue that they have earned: every rule is looked at some hundred times a season. */
  private readonly earned: Uint8Array
  private readonly unlocked: Set<string>
  private readonly earnings = new Map<string, Earning>()
  private readonly unlockings = new Map<string, Unlocking>()
  private deeds: Deeds
  private predictions: number
  private isDirty = false
  private known: Known | undefined
  private readonly rules: Rules

  constructor(id: number, rules: Rules, cards: readonly CardRow[], row: PlayerRow | undefined) {
    this.id = id
    this.rules = rules
    this.cards = new Map(cards.map((card) => [card.season, new PlayedSeason(card)]))
    this.earned = earnedOf(rules, row?.earned_ids ?? '')
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
  judge(views: ReadonlyMap<string, SeasonView>, ground: Ground): void {
    const { earned, rules } = this
    const facts = this.factsIn(views)
    for (let at = 0; at < earned.length; at++) {
      const { count, of } = rules.catalogue[at]!
      const has = count(facts) >= of
      if (has !== (earned[at] === 1)) this.turn(at, has, ground)
    }
  }

  private turn(at: number, has: boolean, ground: Ground): void {
    const { id } = this.rules.catalogue[at]!
    this.earned[at] = has ? 1 : 0
    this.isDirty = true
    if (!has) {
      this.earnings.set(id, lostBy(ground))
      return
    }
    // What was earned before its achievement was introduced waits for a retroactive run; what they have already is theirs.
    const isHeld = !this.rules.introduced.has(id) && !this.unlocked.has(id)
    this.earnings.set(id, earnedBy(ground, isHeld, this.earnings.get(id)?.lost ?? null))
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
    const seasons = this.known?.seasons
    let isKnown = this.known?.deeds === this.deeds
    let count = 0
    for (const [season, played] of this.cards) {
      const view = views.get(season)
      if (!view) continue
      if (played.factsIn(view) !== seasons?.[count++]) isKnown = false
    }
    if (!this.known || !isKnown || seasons?.length !== count) this.known = this.factsAnew(views)
    this.known.facts.predictions = this.predictions
    return this.known.facts
  }

  private factsAnew(views: ReadonlyMap<string, SeasonView>): Known {
    const seasons = [...this.cards].flatMap(([season, played]) => {
      const view = views.get(season)
      return view ? played.factsIn(view) : []
    })
    return { deeds: this.deeds, seasons, facts: factsOf(seasons, this.predictions, this.deeds) }
  }

  private row(): PlayerRow {
    return {
      user_id: this.id,
      deeds: this.deeds,
      unlocked: this.unlocked.size,
      earned_ids: listOf(this.rules.catalogue.flatMap(({ id }, at) => (this.earned[at] === 1 ? id : []))),
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
const listOf = (ids: Iterable<string>): string => [...ids].sort().join()

function earnedOf({ catalogue, lists }: Rules, list: string): Uint8Array {
  let read = lists.get(list)
  if (!read) {
    const ids = idsOf(list)
    read = Uint8Array.from(catalogue, ({ id }) => (ids.has(id) ? 1 : 0))
    lists.set(list, read)
  }
  return read.slice()
}

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
    // Since it was counted last it has only got picks for matches that are open.
    const facts = reader.facts(this.card, this.counted?.reader)
    this.counted = { reader, facts }
    return facts
  }
}
