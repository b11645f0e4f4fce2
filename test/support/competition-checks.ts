import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createCompetitionQueries } from '../../src/areas/competitions/queries.ts'
import type { SimulatedCompetitions } from './competition-season.ts'
import { naiveCompetitions } from './naive-competitions.ts'

/** Checks a season with competitions against an independent calculation. */
export function checkCompetitions(game: () => SimulatedCompetitions): void {
  let naive: ReturnType<typeof naiveCompetitions>
  beforeAll(async () => {
    naive = naiveCompetitions(await game().events())
  })

  const detail = (id: number) =>
    createCompetitionQueries({ db: game().database.db, passed: () => null }).detail(
      id,
      1,
      { limit: 100, offset: 0 },
      '2025-07-01T00:00:00.000Z',
    )
  const prizesOf = (pool: number, places: readonly number[]) =>
    Object.fromEntries(places.map((userId, index) => [userId, Math.round(pool * [0.5, 0.3, 0.2][index]!)]))

  test('the cup ends with the right winner, and pays the first three', async () => {
    const id = naive.idOf('cup')
    const { places, rounds } = naive.cup(id)
    const cup = (await detail(id))!
    expect(naive.joinedOf(id).length).toBeGreaterThan(15)
    expect([cup.status, cup.winner?.id, cup.rounds.length]).toEqual(['ended', places[0], rounds])
    expect(cup.rounds.every(({ decided }) => decided)).toBe(true)
    expect(naive.paid(id)).toEqual(prizesOf(200, places))
  })

  test('the knockout ends with the right winner, and pays the first three', async () => {
    const id = naive.idOf('knockout')
    const { places, rounds } = naive.knockout(id, 26, 38)
    const knockout = (await detail(id))!
    expect(naive.joinedOf(id).length).toBeGreaterThan(15)
    expect([knockout.status, knockout.winner?.id, knockout.rounds.length]).toEqual(['ended', places[0], rounds])
    expect(naive.paid(id)).toEqual(prizesOf(200, places))
  })

  test('weeklies, monthlies and the seasonal have paid by all results of the season', () => {
    const byPoints = naive.created.filter(({ kind }) => kind !== 'cup' && kind !== 'knockout')
    expect(byPoints.length).toBeGreaterThan(38 + 8)
    for (const competition of byPoints)
      expect(naive.paid(competition.competitionId), competition.name).toEqual(naive.prizes(competition))
  })

  test('the ledger adds up to the totals, and ranks by the histogram are those by counting', async () => {
    const { db } = game().database
    const sums = await sql<{ user_id: number; points: number; total: number; rank: number; counted: number }>`
      select t.user_id, t.points as total, (select coalesce(sum(points), 0)::int from read.ledger l where l.user_id = t.user_id) as points,
        1 + (select coalesce(sum(h.players), 0)::int from read.histograms h where h.season = t.season and h.gameweek = 0 and h.points > t.points) as rank,
        (rank() over (order by t.points desc))::int as counted
      from read.totals t`.execute(db)
    expect(sums.rows.length).toBeGreaterThan(15)
    for (const { points, total, rank, counted } of sums.rows) expect([points, rank]).toEqual([total, counted])
  })

  test('verify reports no difference', async () => {
    expect(await game().differences()).toEqual([])
  }, 480_000)

  test('the reactor, restarted over the whole log, appends nothing', async () => {
    const before = (await game().events()).length
    await game().repeat()
    const events = await game().events()
    expect(events.slice(before).map(({ type, data }) => ({ type, data }))).toEqual([])
  }, 240_000)
}
