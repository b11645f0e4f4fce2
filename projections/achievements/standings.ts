import { sql } from 'kysely'
import { NO_PICK, pickedSign, scoreByte } from '../../src/achievements/card.ts'
import { ENOUGH_FOR_FIRST, ENOUGH_FOR_TOP_TEN } from '../../src/achievements/catalogue.ts'
import { climbed, type Deeds, oneMore } from '../../src/achievements/deeds.ts'
import type { SeasonMatch } from '../../src/achievements/season-state.ts'
import type { SeasonView } from './season-view.ts'
import { cardsOf, type Tx } from './store.ts'

/** What a settled gameweek says of players beside others, as changes of their deeds. */
export type Honours = Map<number, ((deeds: Deeds) => Deeds)[]>

/** Counts who picked what in matches that are new to be compared; gives the season with the counts. */
export async function countPicks(tx: Tx, season: string, view: SeasonView): Promise<SeasonView> {
  const slots = view.uncounted()
  if (slots.length === 0) return view
  const counted = slots.map((): [number, number, number] => [0, 0, 0])
  for await (const cards of cardsOf(tx, season)) {
    for (const { picks } of cards) {
      for (const [index, slot] of slots.entries()) {
        const sign = pickedSign(picks[slot] ?? NO_PICK)
        if (sign !== 0) counted[index]![sign - 1]!++
      }
    }
  }
  return slots.reduce((next, slot, index) => next.withPicked(slot, counted[index]!), view)
}

/**
 * Who is first, among the first ten, won most places and won the gameweek: by match points as they stand at this place in the
 * log, so that a replay finds the same (docs/decisions/0016). Settled gameweeks in the order of their numbers give movement:
 * one that settles behind a later one gives none.
 */
export async function honours(tx: Tx, season: string, view: SeasonView, gameweek: number): Promise<Honours> {
  const found: Honours = new Map()
  const give = (userId: number, change: (deeds: Deeds) => Deeds) =>
    found.set(userId, [...(found.get(userId) ?? []), change])
  const isLatest = view.state.settled.every((settled) => settled <= gameweek)
  for (const { user_id, points, rank, was, players } of await notable(tx, season)) {
    if (points > 0 && rank === 1 && players >= ENOUGH_FOR_FIRST) give(user_id, (deeds) => oneMore(deeds, 'topped'))
    if (points > 0 && rank <= 10 && players >= ENOUGH_FOR_TOP_TEN) give(user_id, (deeds) => oneMore(deeds, 'topTen'))
    if (isLatest && was !== null && was > rank) give(user_id, (deeds) => climbed(deeds, was - rank))
  }
  if (isLatest) await keepRanks(tx, season)
  for (const userId of await winnersOf(tx, season, view, gameweek)) give(userId, (deeds) => oneMore(deeds, 'weeksWon'))
  return found
}

/** Ranks by match points of those with a settled prediction, where there is anything to say of them. Without points none is good. */
async function notable(tx: Tx, season: string) {
  const { rows } = await sql<{ user_id: number; points: number; rank: number; was: number | null; players: number }>`
    with now as (
      select user_id, points, (rank() over (order by points desc))::int as rank, (count(*) over ())::int as players
      from cards where season = ${season} and settled > 0
    )
    select n.user_id, n.points, n.rank, r.rank as was, n.players from now n
    left join ranks r on r.season = ${season} and r.user_id = n.user_id
    left join players p on p.user_id = n.user_id
    where n.rank <= 10 or r.rank - n.rank > coalesce((p.deeds->>'climb')::int, 0)
  `.execute(tx)
  return rows
}

async function keepRanks(tx: Tx, season: string): Promise<void> {
  await sql`delete from ranks where season = ${season}`.execute(tx)
  await sql`
    insert into ranks (season, user_id, rank)
    select season, user_id, rank() over (order by points desc) from cards where season = ${season} and settled > 0
  `.execute(tx)
}

async function winnersOf(tx: Tx, season: string, view: SeasonView, gameweek: number): Promise<readonly number[]> {
  const matches = view.state.matches
    .map((match, slot) => ({ match, slot }))
    .filter(({ match }) => match.gameweek === gameweek && match.result !== 0)
  let best = 1
  let winners: number[] = []
  let players = 0
  for await (const cards of cardsOf(tx, season)) {
    for (const { user_id, picks } of cards) {
      let points = 0
      let isIn = false
      for (const { match, slot } of matches) {
        const byte = picks[slot] ?? NO_PICK
        if (byte === NO_PICK) continue
        isIn = true
        points += pointsOf(match, byte)
      }
      if (!isIn) continue
      players++
      if (points > best) {
        best = points
        winners = [user_id]
      } else if (points === best) winners.push(user_id)
    }
  }
  return players >= ENOUGH_FOR_FIRST ? winners : []
}

/** 15, 5, 0 (decisions.md). */
function pointsOf({ result, score }: SeasonMatch, byte: number): number {
  if (pickedSign(byte) !== result) return 0
  return score !== null && score[0] <= 9 && score[1] <= 9 && byte === scoreByte(score[0], score[1]) ? 15 : 5
}
