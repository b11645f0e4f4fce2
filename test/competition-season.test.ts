import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCompetitions } from './support/competition-checks.ts'
import { type SimulatedCompetitions, simulatedCompetitions } from './support/competition-season.ts'
import { realSeason } from './support/fixtures-app.ts'
import { checkLeague } from './support/league-checks.ts'
import { checkNews } from './support/news-checks.ts'

const season = realSeason('2024-25')

describe.skipIf(season === null)('competitions, news and a league of 2024-25, by simulation', () => {
  let game: SimulatedCompetitions

  beforeAll(async () => {
    game = await simulatedCompetitions({ season: season!, players: 21, seed: 3, bystanders: 30 })
  }, 480_000)
  afterAll(() => game?.close())

  checkCompetitions(() => game)
  checkNews(() => game)

  test('matches played after their gameweek had settled were paid by further bookings', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct split_part(reason, ':', 1) as name from read.ledger where reason like '%corrected result'
    `.execute(game.database.db)
    // Everton v Liverpool of gameweek 15 was played in February.
    expect(rows.map(({ name }) => name)).toContain('Gameweek 15 Challenge')
  })

  test('rounds of a cup of 21 players: five; it has ended long before its window would', async () => {
    const { rows } = await game.database.pool.query(
      "select max(r.round) as rounds, c.first_gameweek, c.last_gameweek from read.competitions c join read.competition_rounds r on r.competition_id = c.id where c.kind = 'cup' group by c.id, c.first_gameweek, c.last_gameweek",
    )
    expect(rows).toEqual([{ rounds: 5, first_gameweek: 16, last_gameweek: 20 }])
  })
  describe('a league of 30 who join no competition', () => checkLeague(() => game))
})
