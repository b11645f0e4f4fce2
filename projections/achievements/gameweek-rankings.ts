import { sql } from 'kysely'
import { ENOUGH_FOR_FIRST, ENOUGH_FOR_TOP_TEN } from '../../src/areas/achievements/catalogue.ts'
import { climbed, oneMore } from '../../src/areas/achievements/counters.ts'
import { readSeason } from '../../src/areas/achievements/season-facts.ts'
import { NO_PICK, pickedSign } from '../../src/areas/achievements/season-picks.ts'
import { pointsPerVerdict } from '../../src/contracts/points.ts'
import type { SeasonView } from './season-view.ts'
import { seasonPicksOf, type Tx } from './store.ts'
import { type Change, counted } from './timeline.ts'

/** Counts the picks of matches that are not counted yet; returns the season with the counts. */
export async function countPicks(tx: Tx, view: SeasonView): Promise<SeasonView> {
  const slots = view.uncounted()
  if (slots.length === 0) return view
  const counts = slots.map((): [number, number, number] => [0, 0, 0])
  for await (const { picks } of seasonPicksOf(tx, view.season))
    for (const [index, slot] of slots.entries()) {
      const sign = pickedSign(picks[slot] ?? NO_PICK)
      if (sign !== 0) counts[index]![sign - 1]!++
    }
  return slots.reduce((next, slot, index) => next.with(slot, { ...next.match(slot), picked: counts[index]! }), view)
}

/**
 * Compares all players after a gameweek has settled: leader, top ten, rank movement and winner of the gameweek. Uses match points at
 * this position of the log, so that a replay has the same results (docs/decisions/0016). Rank movement follows settled gameweeks in the
 * order of their numbers: a gameweek that settles after a later one causes none.
 */
export async function gameweekRankingsOf(
  tx: Tx,
  { season, state, reader }: SeasonView,
  gameweek: number,
): Promise<readonly (readonly [userId: number, Change])[]> {
  const matches = state.matches.map((match) => (match.gameweek === gameweek ? match : { ...match, result: 0 as const }))
  const weekReader = readSeason({ matches, settled: [] }, pointsPerVerdict(season))
  const inSeason = new Map<number, number>()
  const inWeek = new Map<number, number>()
  for await (const { user_id, picks } of seasonPicksOf(tx, season)) {
    const { settled, points } = reader(picks)
    if (settled > 0) inSeason.set(user_id, points)
    const week = weekReader(picks)
    if (week.settled > 0) inWeek.set(user_id, week.points)
  }
  const isLatest = state.settled.every((settled) => settled <= gameweek)
  const before = isLatest ? await ranksBefore(tx, season) : null
  const ranks = ranked(inSeason)
  if (isLatest) await saveRanks(tx, season, ranks)
  const changes: [number, Change][] = []
  // A rank without points does not count.
  for (const { userId, rank, points } of ranks) {
    if (points > 0 && rank === 1 && ranks.length >= ENOUGH_FOR_FIRST) changes.push([userId, counted(oneMore, 'topped')])
    if (points > 0 && rank <= 10 && ranks.length >= ENOUGH_FOR_TOP_TEN)
      changes.push([userId, counted(oneMore, 'topTen')])
    const was = before?.get(userId) ?? 0
    if (was > rank) changes.push([userId, counted(climbed, was - rank)])
  }
  const week = ranked(inWeek)
  for (const { userId, rank, points } of week)
    if (points > 0 && rank === 1 && week.length >= ENOUGH_FOR_FIRST)
      changes.push([userId, counted(oneMore, 'weeksWon')])
  return changes
}

/** Equal points share a rank (1, 2, 2, 4). */
function ranked(pointsOf: ReadonlyMap<number, number>) {
  const sorted = [...pointsOf].sort(([, a], [, b]) => b - a)
  let rank = 1
  return sorted.map(([userId, points], index) => {
    if (points !== sorted[index - 1]?.[1]) rank = index + 1
    return { userId, rank, points }
  })
}

async function ranksBefore(tx: Tx, season: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ user_id: number; rank: number }>`
    select user_id, rank from ranks where season = ${season}`.execute(tx)
  return new Map(rows.map(({ user_id, rank }) => [user_id, rank]))
}

async function saveRanks(tx: Tx, season: string, ranks: ReturnType<typeof ranked>): Promise<void> {
  await sql`delete from ranks where season = ${season}`.execute(tx)
  await sql`
    insert into ranks (season, user_id, rank)
    select ${season}, * from unnest(${ranks.map(({ userId }) => userId)}::int[], ${ranks.map(({ rank }) => rank)}::int[])
  `.execute(tx)
}
