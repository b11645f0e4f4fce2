import { sql } from 'kysely'
import { type Card, exactByte, NO_PICK, pickedSign, verdictOfByte } from '../../src/achievements/card.ts'
import { ENOUGH_FOR_FIRST, ENOUGH_FOR_TOP_TEN } from '../../src/achievements/catalogue.ts'
import { climbed, type Deeds, oneMore } from '../../src/achievements/deeds.ts'
import type { SeasonMatch } from '../../src/achievements/season-state.ts'
import type { Prices, Verdict } from '../../src/contracts/prices.ts'
import type { SeasonView } from './season-view.ts'
import { array, cardsOf, type Tx } from './store.ts'

/** What a settled gameweek says of players beside others, as changes of their deeds. */
type Honours = Map<number, ((deeds: Deeds) => Deeds)[]>

/** Counts who picked what in matches that are new to be compared; gives the season with the counts. */
export async function countPicks(tx: Tx, season: string, view: SeasonView): Promise<SeasonView> {
  const crowd = createCrowd(view)
  if (crowd.slots.length === 0) return view
  for await (const cards of cardsOf(tx, season)) for (const { picks } of cards) crowd.add(picks)
  return crowd.counted()
}

/**
 * Compares all players where a gameweek has settled, in one walk over their cards: how many picked what, who is first, among the
 * first ten, won most places and won the gameweek. By match points as they stand at this place in the log, so that a replay finds
 * the same (docs/decisions/0016). Settled gameweeks in the order of their numbers give movement: one that settles behind a later
 * one gives none.
 */
export async function compare(
  tx: Tx,
  season: string,
  view: SeasonView,
  gameweek: number,
): Promise<{ readonly view: SeasonView; readonly honours: Honours }> {
  const crowd = createCrowd(view)
  const board = new Board()
  const week = new Board()
  const matches = weekOf(view, gameweek)
  for await (const cards of cardsOf(tx, season)) {
    for (const { user_id, picks } of cards) {
      crowd.add(picks)
      const { settled, points } = view.reader.facts(picks)
      if (settled > 0) board.add(user_id, points)
      const scored = weekPoints(matches, picks, view.prices)
      if (scored !== null) week.add(user_id, scored)
    }
  }
  const honours: Honours = new Map()
  const give = (userId: number, change: (deeds: Deeds) => Deeds) => {
    const given = honours.get(userId)
    if (given) given.push(change)
    else honours.set(userId, [change])
  }
  const isLatest = view.state.settled.every((settled) => settled <= gameweek)
  const before = isLatest ? await ranksBefore(tx, season) : null
  // Without points no place is good.
  board.eachRank((userId, rank, points) => {
    if (points > 0 && rank === 1 && board.size >= ENOUGH_FOR_FIRST) give(userId, (deeds) => oneMore(deeds, 'topped'))
    if (points > 0 && rank <= 10 && board.size >= ENOUGH_FOR_TOP_TEN) give(userId, (deeds) => oneMore(deeds, 'topTen'))
    const was = before?.get(userId) ?? 0
    if (was > rank) give(userId, (deeds) => climbed(deeds, was - rank))
  })
  week.eachRank((userId, rank, points) => {
    if (points > 0 && rank === 1 && week.size >= ENOUGH_FOR_FIRST) give(userId, (deeds) => oneMore(deeds, 'weeksWon'))
  })
  if (isLatest) await keepRanks(tx, season, board)
  return { view: crowd.counted(), honours }
}

/** Counts the picks of matches that nobody has counted yet. */
function createCrowd(view: SeasonView) {
  const slots = view.uncounted()
  const counts = slots.map((): [number, number, number] => [0, 0, 0])
  return {
    slots,
    add(card: Card): void {
      for (const [index, slot] of slots.entries()) {
        const sign = pickedSign(card[slot] ?? NO_PICK)
        if (sign !== 0) counts[index]![sign - 1]!++
      }
    },
    counted: () => slots.reduce((next, slot, index) => next.withPicked(slot, counts[index]!), view),
  }
}

/** Players with points; equal points share a rank (1, 2, 2, 4). */
class Board {
  private readonly players: number[] = []
  private readonly points: number[] = []

  get size(): number {
    return this.players.length
  }

  add(userId: number, points: number): void {
    this.players.push(userId)
    this.points.push(points)
  }

  eachRank(see: (userId: number, rank: number, points: number) => void): void {
    const rankOf = this.ranks()
    for (const [index, userId] of this.players.entries()) {
      const points = this.points[index]!
      see(userId, rankOf.get(points)!, points)
    }
  }

  private ranks(): ReadonlyMap<number, number> {
    const players = new Map<number, number>()
    for (const points of this.points) players.set(points, (players.get(points) ?? 0) + 1)
    const rankOf = new Map<number, number>()
    let rank = 1
    for (const points of [...players.keys()].sort((a, b) => b - a)) {
      rankOf.set(points, rank)
      rank += players.get(points)!
    }
    return rankOf
  }
}

async function ranksBefore(tx: Tx, season: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ user_id: number; rank: number }>`
    select user_id, rank from ranks where season = ${season}`.execute(tx)
  return new Map(rows.map(({ user_id, rank }) => [user_id, rank]))
}

async function keepRanks(tx: Tx, season: string, board: Board): Promise<void> {
  const ids: number[] = []
  const ranks: number[] = []
  board.eachRank((userId, rank) => {
    ids.push(userId)
    ranks.push(rank)
  })
  await sql`delete from ranks where season = ${season}`.execute(tx)
  await sql`
    insert into ranks (season, user_id, rank)
    select ${season}, * from unnest(${array(ids)}::int[], ${array(ranks)}::int[])
  `.execute(tx)
}

type WeekMatch = { readonly match: SeasonMatch; readonly slot: number }

const weekOf = (view: SeasonView, gameweek: number): readonly WeekMatch[] =>
  view.state.matches
    .map((match, slot) => ({ match, slot }))
    .filter(({ match }) => match.gameweek === gameweek && match.result !== 0)

/** Match points of a gameweek; null without a settled prediction in it. */
function weekPoints(matches: readonly WeekMatch[], card: Card, prices: Prices): number | null {
  let points: number | null = null
  for (const { match, slot } of matches) {
    const byte = card[slot] ?? NO_PICK
    if (byte !== NO_PICK) points = (points ?? 0) + prices[verdictIn(match, byte)]
  }
  return points
}

const verdictIn = ({ result, score }: SeasonMatch, byte: number): Verdict =>
  verdictOfByte(byte, result, exactByte(score))
