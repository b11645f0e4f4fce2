import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placesAfterGameweeks } from '../../src/areas/final-table/in-place-since.ts'
import { seasonTablesRow } from '../../src/areas/final-table/queries.ts'
import type { Fixture, HeadToHeadMatch, TableRow } from '../../src/areas/fixtures/contract.ts'
import { fixtureOf, fixtureRows, whereSeason } from '../../src/areas/fixtures/queries.ts'
import { leagueTable } from '../../src/areas/fixtures/table.ts'
import { placesOf } from '../../src/contracts/final-table.ts'
import { countedAt, inOrder, tableOf } from '../../ui/src/features/table/model.ts'
import { calendar, match, realSeason, startFixtures, type TestFixtures } from '../support/fixtures-app.ts'
import { emptyReadTables, testDatabase } from '../support/postgres.ts'

/** Position, code, won, drawn, lost, goals for and against, points: the Premier League's final tables. */
const finals: Readonly<Record<string, string>> = {
  '2022-23': `1 MCI 28 5 5 94 33 89
2 ARS 26 6 6 88 43 84
3 MUN 23 6 9 58 43 75
4 NEW 19 14 5 68 33 71
5 LIV 19 10 9 75 47 67
6 BHA 18 8 12 72 53 62
7 AVL 18 7 13 51 46 61
8 TOT 18 6 14 70 63 60
9 BRE 15 14 9 58 46 59
10 FUL 15 7 16 55 53 52
11 CRY 11 12 15 40 49 45
12 CHE 11 11 16 38 47 44
13 WOL 11 8 19 31 58 41
14 WHU 11 7 20 42 55 40
15 BOU 11 6 21 37 71 39
16 NFO 9 11 18 38 68 38
17 EVE 8 12 18 34 57 36
18 LEI 9 7 22 51 68 34
19 LEE 7 10 21 48 78 31
20 SOU 6 7 25 36 73 25`,
  '2023-24': `1 MCI 28 7 3 96 34 91
2 ARS 28 5 5 91 29 89
3 LIV 24 10 4 86 41 82
4 AVL 20 8 10 76 61 68
5 TOT 20 6 12 74 61 66
6 CHE 18 9 11 77 63 63
7 NEW 18 6 14 85 62 60
8 MUN 18 6 14 57 58 60
9 WHU 14 10 14 60 74 52
10 CRY 13 10 15 57 58 49
11 BHA 12 12 14 55 62 48
12 BOU 13 9 16 54 67 48
13 FUL 13 8 17 55 61 47
14 WOL 13 7 18 50 65 46
15 EVE 13 9 16 40 51 40
16 BRE 10 9 19 56 65 39
17 NFO 9 9 20 49 67 32
18 LUT 6 8 24 52 85 26
19 BUR 5 9 24 41 78 24
20 SHU 3 7 28 35 104 16`,
  '2024-25': `1 LIV 25 9 4 86 41 84
2 ARS 20 14 4 69 34 74
3 MCI 21 8 9 72 44 71
4 CHE 20 9 9 64 43 69
5 NEW 20 6 12 68 47 66
6 AVL 19 9 10 58 51 66
7 NFO 19 8 11 58 46 65
8 BHA 16 13 9 66 59 61
9 BOU 15 11 12 58 46 56
10 BRE 16 8 14 66 57 56
11 FUL 15 9 14 54 54 54
12 CRY 13 14 11 51 51 53
13 EVE 11 15 12 42 44 48
14 WHU 11 10 17 46 62 43
15 MUN 11 9 18 44 54 42
16 WOL 12 6 20 54 69 42
17 TOT 11 5 22 64 65 38
18 LEI 6 7 25 33 80 25
19 IPS 4 10 24 36 82 22
20 SOU 2 6 30 26 86 12`,
}

const line = (row: TableRow): string =>
  [row.position, row.code, row.won, row.drawn, row.lost, row.goalsFor, row.goalsAgainst, row.points].join(' ')

const paths = Object.keys(finals).map((season) => [season, realSeason(season)] as const)
const missing = paths.some(([, path]) => path === null)

describe.skipIf(missing)('the real seasons, imported', () => {
  let game: TestFixtures
  beforeAll(async () => {
    game = await startFixtures('2025-07-01T00:00:00.000Z')
    for (const [, path] of paths) await game.importFrom({ kind: 'file', path: path! })
  })
  afterAll(() => game?.stop())

  const tableFrom = async (season: string): Promise<TableRow[]> =>
    (await game.as('1').get(`/api/teams?season=${season}`)).body

  test.each(paths.map(([season]) => season))(
    'the table of %s is the real final table, goals included',
    async (season) => {
      const table = await tableFrom(season)
      expect(table.map(line).join('\n')).toBe(finals[season])
      for (const row of table) expect(row.played).toBe(38)
    },
  )

  test.each(paths.map(([season]) => season))(
    'the page calculates the same table from the matches of %s',
    async (season) => {
      const table = await tableFrom(season)
      const matches: Fixture[] = (await game.as('1').get(`/api/fixtures?season=${season}`)).body
      for (const after of [null, 38])
        expect(tableOf(table, countedAt(matches, { after, withLive: false }))).toEqual(inOrder(table))
    },
  )

  test('the deductions of 2023-24 are shown', async () => {
    const deducted = (await tableFrom('2023-24')).filter((row) => row.deducted > 0)
    expect(deducted.map(({ code, deducted }) => [code, deducted])).toEqual([
      ['EVE', 8],
      ['NFO', 4],
    ])
  })

  test('form is the last five by kickoff, oldest first', async () => {
    const liverpool = (await tableFrom('2024-25')).find(({ code }) => code === 'LIV')
    expect(liverpool?.form).toEqual(['W', 'L', 'D', 'L', 'D'])
  })

  test('the latest season is the current one; fixtures carry clubs and scores', async () => {
    const { body } = await game.as('1').get('/api/fixtures')
    expect(body).toHaveLength(380)
    expect(body[0]).toMatchObject({
      season: '2024-25',
      gameweek: 1,
      kickoffTime: '2024-08-16T19:00:00.000Z',
      cutoffTime: '2024-08-16T18:55:00.000Z',
      status: 'FINISHED',
      isOpen: false,
      homeTeam: { name: 'Manchester United FC', shortName: 'Man United', code: 'MUN', colours: { field: '#C8102E' } },
      awayTeam: { shortName: 'Fulham' },
      homeScore: 1,
      awayScore: 0,
      resultByHand: false,
    })
  })

  test('every gameweek settled, those out of order without their outliers', async () => {
    const events = (await game.events()).filter(({ type }) => type === 'GameweekSettled')
    const settled = events.map(({ data }) => data as { season: string; gameweek: number; fixtureIds: number[] })
    for (const [season] of paths)
      expect(
        settled
          .filter((each) => each.season === season)
          .map(({ gameweek }) => gameweek)
          .sort((a, b) => a - b),
      ).toEqual(Array.from({ length: 38 }, (_, index) => index + 1))
    const sizes = (season: string, gameweek: number) =>
      settled.find((each) => each.season === season && each.gameweek === gameweek)!.fixtureIds.length
    expect([sizes('2024-25', 15), sizes('2024-25', 29), sizes('2024-25', 28)]).toEqual([9, 8, 10])
  })

  test('head-to-head lists the last five meetings over all seasons, either at home, newest first', async () => {
    const teams = await tableFrom('2024-25')
    const id = (code: string) => teams.find((team) => team.code === code)!.id
    const { body } = await game.as('1').get(`/api/head-to-head/${id('LIV')}/${id('ARS')}`)
    expect(
      body.map((meeting: HeadToHeadMatch) => [
        meeting.utcDate.slice(0, 10),
        `${meeting.homeTeam.code} ${meeting.score.fullTime.home}-${meeting.score.fullTime.away} ${meeting.awayTeam.code}`,
      ]),
    ).toEqual([
      ['2025-05-11', 'LIV 2-2 ARS'],
      ['2024-10-27', 'ARS 2-2 LIV'],
      ['2024-02-04', 'ARS 3-1 LIV'],
      ['2023-12-23', 'LIV 1-1 ARS'],
      ['2023-04-09', 'LIV 2-2 ARS'],
    ])
    expect((await game.as('1').get(`/api/head-to-head/${id('ARS')}/${id('LIV')}`)).body).toEqual(body)
    const itself = await game.as('1').get(`/api/head-to-head/${id('ARS')}/${id('ARS')}`)
    expect([itself.status, itself.body]).toEqual([200, []])
    expect((await game.as('1').get(`/api/head-to-head/${id('ARS')}/9999999`)).status).toBe(404)
    expect((await game.as('1').get('/api/head-to-head/9999999/9999999')).status).toBe(404)
    expect((await game.as('1').get(`/api/head-to-head/${id('ARS')}/99999999999`)).status).toBe(404)
    expect((await game.as('1').get(`/api/head-to-head/${id('ARS')}/x`)).status).toBe(400)
  })

  test('a re-import of all seasons changes nothing', async () => {
    const before = (await game.events()).length
    for (const [, path] of paths) {
      const summary = await game.importFrom({ kind: 'file', path: path! })
      expect(summary?.events).toEqual({})
    }
    expect((await game.events()).length).toBe(before)
  })
})

describe('the table that pages calculate from matches', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase(emptyReadTables)
  })
  afterAll(() => database?.drop())

  const goals = fc.integer({ min: 0, max: 3 })
  const results = fc.oneof(
    { weight: 6, arbitrary: fc.record({ status: fc.constant('finished'), home: goals, away: goals }) },
    {
      weight: 1,
      arbitrary: fc.record({ status: fc.constant('awarded'), award: fc.constantFrom('home', 'draw', 'away') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ status: fc.constantFrom('scheduled', 'postponed', 'abandoned', 'cancelled') }),
    },
  )
  const matches = fc.array(
    fc.record({
      home: fc.integer({ min: 1, max: 5 }),
      step: fc.integer({ min: 1, max: 4 }),
      day: fc.integer({ min: 1, max: 9 }),
      result: results,
    }),
    { minLength: 1, maxLength: 30 },
  )
  const deductions = fc.array(
    fc.record({ team: fc.integer({ min: 1, max: 5 }), points: fc.integer({ min: 1, max: 9 }) }),
    { maxLength: 2 },
  )

  test('(R281) agrees with the server’s, with all played and awarded matches and deductions, also after a gameweek', async () => {
    const { db } = database
    await sql`
      insert into read.teams select n, 'club-' || n, 'Club ' || n, 'Club ' || n, 'C' || n, '#000000', '#111111', '#ffffff'
      from generate_series(1, 5) n
    `.execute(db)
    await fc.assert(
      fc.asyncProperty(matches, deductions, async (played, taken) => {
        const rows = played.map(({ home, step, day, result }, index) => ({
          ...{
            id: index + 1,
            season: '2024-25',
            gameweek: day,
            home_team_id: home,
            away_team_id: ((home - 1 + step) % 5) + 1,
          },
          ...{
            kickoff: result.status === 'postponed' || day === 9 ? null : `2024-09-0${day}T15:00:00Z`,
            closed: false,
            by_hand: false,
          },
          ...{
            status: result.status,
            home_score: 'home' in result ? result.home : null,
            away_score: 'away' in result ? result.away : null,
          },
          ...{ awarded_result: 'award' in result ? result.award : null, result: outcomeOf(result) },
        }))
        for (const table of ['fixtures', 'deductions']) await sql`delete from ${sql.table(`read.${table}`)}`.execute(db)
        await sql`
          insert into read.fixtures select * from json_populate_recordset(null::read.fixtures, ${JSON.stringify(rows)})
        `.execute(db)
        for (const { team, points } of taken)
          await sql`
            insert into read.deductions values (gen_random_uuid(), '2024-25', ${team}, ${points}, '', '', now())
          `.execute(db)
        const table = await leagueTable(db, '2024-25')
        const fixtures = (await fixtureRows(db, whereSeason('2024-25', undefined))).map((row) =>
          fixtureOf(row, '2025-01-01T00:00:00.000Z'),
        )
        expect(tableOf(table, countedAt(fixtures, { after: null, withLive: false }))).toEqual(inOrder(table))
        const settled = [3, 9]
        const { rows: season } = await seasonTablesRow('2024-25').execute(db)
        expect(placesAfterGameweeks({ ...season[0]!, settled })).toEqual(
          await Promise.all(
            settled.map(async (gameweek) => ({
              gameweek,
              places: placesOf(await leagueTable(db, '2024-25', gameweek)),
            })),
          ),
        )
      }),
      { numRuns: 60 },
    )
  })

  type Result = { status: string } & ({ home: number; away: number } | { award: string } | object)
  function outcomeOf(result: Result): string | null {
    if ('award' in result) return result.award
    if (!('home' in result)) return null
    return result.home > result.away ? 'home' : result.home < result.away ? 'away' : 'draw'
  }
})

describe('the league table', () => {
  let game: TestFixtures
  beforeAll(async () => {
    game = await startFixtures('2025-03-10T00:00:00.000Z')
  })
  afterAll(() => game?.stop())

  test('orders by points, goal difference, goals for; clubs equal in all share a place, by name', async () => {
    await game.take(
      calendar([
        match('Arsenal', 'Chelsea', { score: { home: 2, away: 2 } }),
        match('Everton', 'Fulham', { score: { home: 1, away: 1 } }),
        match('Liverpool', 'Burnley', { score: { home: 0, away: 1 } }),
        match('Watford', 'Luton', { score: { home: 0, away: 3 } }),
        match('Leeds', 'Wolves', { kickoff: '2025-04-01T15:00:00.000Z' }),
      ]),
    )
    const { body } = await game.as('1').get('/api/teams')
    expect(body.map((row: TableRow) => `${row.position} ${row.code} ${row.points}`)).toEqual([
      '1 LUT 3',
      '2 BUR 3',
      '3 ARS 1',
      '3 CHE 1',
      '5 EVE 1',
      '5 FUL 1',
      '7 LEE 0',
      '7 WOL 0',
      '9 LIV 0',
      '10 WAT 0',
    ])
    expect(body.find((row: TableRow) => row.code === 'LEE')).toMatchObject({ played: 0, form: [] })
  })

  test('an unknown season is 404, a wrong one 400, signed out 401', async () => {
    expect((await game.as('1').get('/api/teams?season=1999-00')).status).toBe(404)
    expect((await game.as('1').get('/api/teams?season=1999')).status).toBe(400)
    for (const path of ['/api/teams', '/api/fixtures', '/api/fixtures/current', '/api/head-to-head/1/2'])
      expect((await game.as(null).get(path)).status).toBe(401)
  })
})
