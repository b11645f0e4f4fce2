import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { calendar, match, startFixtures, type TestFixtures } from '../support/fixtures-app.ts'
import { statementsOf } from '../support/statements.ts'

const NOW = '2025-03-01T12:00:00.000Z'

interface FileMatch {
  readonly round: string
  readonly date: string
  readonly time?: string
  readonly team1: string
  readonly team2: string
  readonly score?: { readonly ft: readonly [number, number] }
}

const season: readonly FileMatch[] = [
  {
    round: 'Matchday 1',
    date: '2025-02-22',
    time: '15:00',
    team1: 'Arsenal FC',
    team2: 'Chelsea FC',
    score: { ft: [2, 1] },
  },
  {
    round: 'Matchday 1',
    date: '2025-02-22',
    time: '17:30',
    team1: 'Everton FC',
    team2: 'Fulham FC',
    score: { ft: [0, 0] },
  },
  { round: 'Matchday 2', date: '2025-03-01', time: '15:00', team1: 'Chelsea FC', team2: 'Everton FC' },
  { round: 'Matchday 2', date: '2025-03-02', time: '14:00', team1: 'Fulham FC', team2: 'Arsenal FC' },
]
const textOf = (matches: readonly FileMatch[]) => JSON.stringify({ name: 'Premier League 2024/25', matches }, null, 2)
const changed = (index: number, over: Partial<FileMatch>) =>
  season.map((each, at) => (at === index ? { ...each, ...over } : each))

describe('importing a season', () => {
  let game: TestFixtures
  let directory: string
  let path: string
  beforeEach(async () => {
    game = await startFixtures(NOW)
    directory = mkdtempSync(join(tmpdir(), 'plp-import-'))
    path = join(directory, 'season.json')
  })
  afterEach(async () => {
    await game.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const importText = (text: string) => {
    writeFileSync(path, text)
    return game.importFrom({ kind: 'file', path })
  }
  const fixtures = async () => (await game.as('1').get('/api/fixtures')).body

  test('takes clubs, dates and results; the same file again changes nothing', async () => {
    const summary = await importText(textOf(season))
    expect(summary).toMatchObject({
      season: '2024-25',
      matches: 4,
      events: { TeamRegistered: 4, SeasonOpened: 1, FixtureScheduled: 4, MatchFinished: 2 },
    })
    const before = (await game.events()).length
    expect((await importText(textOf(season)))?.events).toEqual({})
    expect((await game.events()).length).toBe(before)
    expect(
      (await game.events()).every(({ metadata }) => ['import', 'reactor:settled-gameweeks'].includes(metadata.source)),
    ).toBe(true)
  })

  test('re-import moves kickoffs, adds and corrects results, keeps ids, predictions and the rest', async () => {
    await importText(textOf(season))
    const [first, second, third, fourth] = await fixtures()
    const created = await game.as('7').post('/api/predictions', { fixtureId: fourth.id, predictedResult: 'away' })
    expect(created.status).toBe(201)

    const next = changed(3, { date: '2025-03-05', time: '19:45' })
    const summary = await importText(
      textOf(next.map((each, at) => (at === 0 ? { ...each, score: { ft: [2, 2] as const } } : each))),
    )
    expect(summary?.events).toEqual({ FixtureRescheduled: 1, MatchResultCorrected: 1 })
    const after = await fixtures()
    expect(after[0]).toEqual({ ...first, homeScore: 2, awayScore: 2 })
    expect(after[1]).toEqual(second)
    expect(after[2]).toEqual(third)
    expect(after[3]).toEqual({
      ...fourth,
      kickoffTime: '2025-03-05T19:45:00.000Z',
      cutoffTime: '2025-03-05T19:40:00.000Z',
      movedAt: '2025-03-01T12:00:00.000Z',
    })

    game.travel('2025-03-06T00:00:00.000Z')
    await importText(textOf(changed(3, { date: '2025-03-05', time: '19:45', score: { ft: [0, 3] } })))
    const [prediction] = (await game.as('7').get('/api/predictions')).body
    expect(prediction).toMatchObject({
      id: created.body.id,
      pointsEarned: 5,
      fixture: { awayScore: 3, status: 'FINISHED' },
    })
  })

  test('a score that is missing in a later file is kept', async () => {
    await importText(textOf(season))
    expect((await importText(textOf(changed(0, { score: undefined }))))?.events).toEqual({})
    expect((await fixtures())[0]).toMatchObject({ homeScore: 2, awayScore: 1 })
  })

  test('a broken file changes nothing and names line and field', async () => {
    await importText(textOf(season))
    const before = (await game.events()).length
    const broken = textOf(
      season.map((each, at) => (at === 3 ? { ...each, date: '2025-02-30' } : { ...each, time: '12:00' })),
    )
    await expect(importText(broken)).rejects.toThrow('line 39, matches[3].date: takes a day like 2024-08-16')
    const early = textOf(changed(3, { score: { ft: [1, 0] } }))
    await expect(importText(early)).rejects.toThrow('matches[3].score: a score before kickoff')
    expect((await game.events()).length).toBe(before)
  })

  test('a missing file is reported in one sentence', async () => {
    await expect(game.importFrom({ kind: 'file', path: join(directory, 'none.json') })).rejects.toThrow(
      'none.json: cannot be read (ENOENT)',
    )
  })

  test('a file adds to existing seasons; the season that starts later is current', async () => {
    await importText(textOf(season))
    const earlier = { name: 'Premier League 2023/24', matches: [{ ...season[0]!, date: '2024-02-24' }] }
    await importText(JSON.stringify(earlier))
    expect((await fixtures())[0].season).toBe('2024-25')
    expect((await game.as('1').get('/api/fixtures?season=2023-24')).body).toHaveLength(1)
  })

  test('clubs keep their ids over seasons, however they are spelled', async () => {
    await importText(textOf(season))
    const [{ homeTeamId }] = await fixtures()
    await importText(
      JSON.stringify({ name: 'PL 2023/24', matches: [{ ...season[0]!, date: '2024-02-24', team1: 'Arsenal' }] }),
    )
    expect((await game.as('1').get('/api/fixtures?season=2023-24')).body[0].homeTeamId).toBe(homeTeamId)
  })
})

describe('importing from an address', () => {
  let game: TestFixtures
  let server: Server
  let text = textOf(season)
  beforeAll(async () => {
    game = await startFixtures(NOW)
    server = createServer((_req, res) => res.setHeader('content-type', 'application/json').end(text))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterAll(async () => {
    await game.stop()
    server.close()
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/pl.json`

  test('takes the season; when the address fails, the last good data stays', async () => {
    await game.importFrom({ kind: 'url', url: url() })
    expect((await game.as('1').get('/api/fixtures')).body).toHaveLength(4)
    text = '{ "name": "oops" }'
    await expect(game.importFrom({ kind: 'url', url: url() })).rejects.toThrow('line 1, name: ends with the season')
    await expect(game.importFrom({ kind: 'url', url: 'http://127.0.0.1:1/' })).rejects.toThrow('cannot be read')
    expect((await game.as('1').get('/api/fixtures')).body).toHaveLength(4)
  })

  test('football-data.org: a match in play is started, and closes its predictions', async () => {
    const feed = (status: string, home: number | null, away: number | null) => ({
      utcDate: '2025-03-01T15:00:00Z',
      status,
      matchday: 2,
      season: { startDate: '2024-08-16', endDate: '2025-05-25' },
      homeTeam: { name: 'Chelsea FC' },
      awayTeam: { name: 'Everton FC' },
      score: { winner: null, fullTime: { home, away } },
    })
    const source = { kind: 'football-data', token: 'secret', url: url() } as const
    text = JSON.stringify({ matches: [feed('IN_PLAY', 0, 0)] })
    expect((await game.importFrom(source))?.events).toEqual({ MatchStarted: 1, MatchScoreChanged: 1 })
    const [fixture] = (await game.as('1').get('/api/fixtures?gameweek=2')).body
    expect(fixture).toMatchObject({ status: 'LIVE', isOpen: false, homeScore: 0, homeTeam: { code: 'CHE' } })
    game.travel('2025-03-01T17:00:00.000Z')
    text = JSON.stringify({ matches: [feed('FINISHED', 2, 0)] })
    expect((await game.importFrom(source))?.events).toEqual({ MatchFinished: 1 })
  })

  test('football-data.org: a report that would change many known results at once is refused', async () => {
    const many = (home: number) => ({
      matches: Array.from({ length: 12 }, (_, index) => ({
        utcDate: '2025-02-01T15:00:00Z',
        status: 'FINISHED',
        matchday: 1,
        season: { startDate: '2024-08-16', endDate: '2025-05-25' },
        homeTeam: { name: `Home ${index}` },
        awayTeam: { name: `Away ${index}` },
        score: { winner: null, fullTime: { home, away: 0 } },
      })),
    })
    const source = { kind: 'football-data', token: 'secret', url: url() } as const
    text = JSON.stringify(many(1))
    expect((await game.importFrom(source))?.events).toMatchObject({ MatchFinished: 12 })
    text = JSON.stringify(many(9))
    await expect(game.importFrom(source)).rejects.toThrow('12 known results would change at once')
  })
})

describe('the demo season', () => {
  let game: TestFixtures
  beforeAll(async () => {
    game = await startFixtures(NOW)
  })
  afterAll(() => game.stop())

  test('fills an empty store: 38 gameweeks around today, the current one the lowest that is not settled', async () => {
    const summary = await game.importFrom({ kind: 'demo' })
    expect(summary?.events).toMatchObject({ TeamRegistered: 20, FixtureScheduled: 380, MatchFinished: 130 })
    const current = (await game.as('1').get('/api/fixtures/current')).body
    expect(current).toHaveLength(10)
    for (const fixture of current)
      expect(fixture).toMatchObject({ season: 'demo', gameweek: 14, status: 'SCHEDULED', isOpen: true })
    const table = (await game.as('1').get('/api/teams')).body
    expect(table).toHaveLength(20)
    expect(table.every((row: { played: number }) => row.played === 13)).toBe(true)
  })

  test('restarts never move it', async () => {
    const before = (await game.as('1').get('/api/fixtures')).body
    const count = (await game.events()).length
    game.travel('2025-03-20T12:00:00.000Z')
    expect((await game.importFrom({ kind: 'demo' }))?.events).toEqual({})
    expect((await game.events()).length).toBe(count)
    game.travel(NOW)
    expect((await game.as('1').get('/api/fixtures')).body).toEqual(before)
  })

  test('a real season, once loaded, is current before it; the demo then stays as it is', async () => {
    await game.take(calendar([match('Arsenal', 'Chelsea')], '2023-24'))
    expect((await game.as('1').get('/api/fixtures')).body[0].season).toBe('2023-24')
    expect((await game.as('1').get('/api/fixtures?season=demo')).body).toHaveLength(380)
  })
})

describe('the demo season next to a real season', () => {
  test('it fills only an empty store', async () => {
    const game = await startFixtures(NOW)
    try {
      await game.take(calendar([match('Arsenal', 'Chelsea')]))
      const before = (await game.events()).length
      expect(await game.importFrom({ kind: 'demo' })).toBeNull()
      expect((await game.events()).length).toBe(before)
    } finally {
      await game.stop()
    }
  })
})

describe('fixtures by the clock and the gameweek', () => {
  let game: TestFixtures
  beforeAll(async () => {
    game = await startFixtures(NOW)
    await game.take(
      calendar([
        match('Arsenal', 'Chelsea', { gameweek: 1, kickoff: '2025-02-22T15:00:00.000Z', score: { home: 1, away: 0 } }),
        match('Everton', 'Fulham', { gameweek: 1, kickoff: '2025-04-22T15:00:00.000Z' }),
        match('Chelsea', 'Everton', { gameweek: 2, kickoff: '2025-03-01T15:00:00.000Z' }),
        match('Fulham', 'Arsenal', { gameweek: 2, kickoff: null, status: 'postponed' }),
        match('Arsenal', 'Everton', { gameweek: 3, kickoff: '2025-03-08T15:00:00.000Z', status: 'cancelled' }),
        match('Fulham', 'Chelsea', { gameweek: 3, kickoff: '2025-03-08T15:00:00.000Z' }),
      ]),
    )
  })
  afterAll(() => game.stop())

  const week = async (gameweek: number) => (await game.as('1').get(`/api/fixtures?gameweek=${gameweek}`)).body

  test('the next match is the open one whose predictions close first (R247)', async () => {
    const { body } = await game.as('1').get('/api/fixtures/next')
    const all: Fixture[] = (await game.as('1').get('/api/fixtures')).body
    const cutoffs = all.filter(({ isOpen }) => isOpen).map(({ cutoffTime }) => cutoffTime!)
    expect(cutoffs.length).toBeGreaterThan(1)
    expect(body.fixture).toMatchObject({ isOpen: true, cutoffTime: cutoffs.sort()[0] })
    expect(all).toContainEqual(body.fixture)
    expect(body.players).toBeGreaterThanOrEqual(0)
  })

  test('a match without a date is POSTPONED and accepts no predictions', async () => {
    expect((await week(2))[1]).toMatchObject({
      status: 'POSTPONED',
      kickoffTime: null,
      cutoffTime: null,
      isOpen: false,
    })
    const { status } = await game.as('1').post('/api/predictions', {
      fixtureId: (await week(2))[1].id,
      predictedResult: 'home',
    })
    expect(status).toBe(409)
  })

  test('no score is null, never 0-0', async () => {
    expect((await week(2))[0]).toMatchObject({ homeScore: null, awayScore: null })
  })

  test('a cancelled match is CANCELLED', async () => {
    expect((await week(3))[0]).toMatchObject({ status: 'CANCELLED', isOpen: false })
  })

  test('open until 5 minutes before kickoff, LIVE from kickoff for 3 hours', async () => {
    const seen = []
    for (const at of ['14:54:59.999', '14:55:00.000', '15:00:00.000', '17:59:59.999', '18:00:00.000']) {
      game.travel(`2025-03-01T${at}Z`)
      const [fixture] = await week(2)
      seen.push([fixture.status, fixture.isOpen])
    }
    game.travel(NOW)
    expect(seen).toEqual([
      ['SCHEDULED', true],
      ['SCHEDULED', false],
      ['LIVE', false],
      ['LIVE', false],
      ['SCHEDULED', false],
    ])
  })

  test('the current gameweek is the lowest not settled: a late match of a settled one does not hold it', async () => {
    const { body } = await game.as('1').get('/api/fixtures/current')
    expect(body.map((fixture: { gameweek: number }) => fixture.gameweek)).toEqual([2, 2])
  })

  describe('a season is serialised and compressed once per change', () => {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      // Node's `fetch` would decode the response.
      const res = await new Promise<IncomingMessage>((resolve, reject) =>
        request(game.url + path, { headers: { cookie: '1', ...headers } }, resolve)
          .on('error', reject)
          .end(),
      )
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk)
      return { status: res.statusCode, headers: res.headers, bytes: Buffer.concat(chunks) }
    }
    const paths = ['/api/fixtures', '/api/fixtures/current', '/api/teams']

    test.each(paths)('%s has an ETag, is a 304 for a matching ETag, and the same in every coding', async (path) => {
      const plain = await ask(path)
      expect(plain.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' })
      const etag = plain.headers.etag!
      const zipped = await ask(path, { 'accept-encoding': 'gzip' })
      expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', etag })
      expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes)
      const brotli = await ask(path, { 'accept-encoding': 'gzip, br' })
      expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', etag })
      expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
      const known = await ask(path, { 'if-none-match': etag, 'accept-encoding': 'gzip' })
      expect([known.status, known.bytes.length]).toEqual([304, 0])
    })

    test('sends no statement to PostgreSQL as long as nothing changes', async () => {
      for (const path of paths) await ask(path)
      const texts = await statementsOf(async () => {
        for (const path of paths) await ask(path)
      }, 'requests')
      expect(texts.filter((text) => text.includes('read.'))).toEqual([])
    })

    test('changes when the clock passes a cutoff, or a result arrives', async () => {
      const first = (await ask('/api/fixtures')).headers.etag
      game.travel('2025-03-01T14:55:00.000Z')
      const closed = (await ask('/api/fixtures')).headers.etag
      expect(closed).not.toBe(first)
      game.travel(NOW)
      const back = await ask('/api/fixtures')
      expect(back.headers.etag).toBe(first)
      const { id } = JSON.parse(String(back.bytes))[0]
      const table = (await ask('/api/teams')).headers.etag
      const ruled = await game
        .as('admin')
        .post(`/api/admin/fixtures/${id}/result`, { homeScore: 4, awayScore: 0, reason: 'x' })
      expect(ruled.status).toBe(200)
      expect((await ask('/api/fixtures')).headers.etag).not.toBe(first)
      expect((await ask('/api/teams')).headers.etag).not.toBe(table)
    })
  })

  test('bad parameters are 400', async () => {
    for (const query of ['gameweek=0', 'gameweek=39', 'gameweek=x', 'season=x'])
      expect((await game.as('1').get(`/api/fixtures?${query}`)).status).toBe(400)
  })
})

describe('an empty store', () => {
  test('has no fixtures, no table, no current gameweek', async () => {
    const game = await startFixtures(NOW)
    try {
      for (const path of ['/api/fixtures', '/api/fixtures/current', '/api/teams'])
        expect(await game.as('1').get(path)).toMatchObject({ status: 200, body: [] })
    } finally {
      await game.stop()
    }
  })
})
