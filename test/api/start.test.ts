import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ isFirst: true })
})
afterAll(() => app.close())

describe('a start on an empty store', () => {
  it('schedules the demo season around today: 380 matches, about a third played, the next kickoffs within days', async () => {
    const player = await app.player('early_bird')
    const fixtures = await player.get('/api/fixtures')
    expect(fixtures).toHaveLength(380)
    const played = fixtures.filter((fixture: { status: string }) => fixture.status === 'FINISHED')
    expect(played.length).toBeGreaterThan(100)
    expect(played.length).toBeLessThan(160)
    const next = fixtures
      .filter((fixture: { isOpen: boolean }) => fixture.isOpen)
      .map((fixture: { kickoffTime: string }) => fixture.kickoffTime)
    expect(Date.parse(next.sort()[0]) - app.clock.now()).toBeLessThan(7 * 86_400_000)
  })

  it('has settled played gameweeks: the current gameweek is the lowest unsettled one', async () => {
    const player = await app.player('punctual')
    const [current] = await player.get('/api/fixtures/current')
    const open = (await player.get('/api/fixtures')).filter((fixture: { isOpen: boolean }) => fixture.isOpen)
    expect(current.gameweek).toBeGreaterThan(10)
    expect(Math.min(...open.map((fixture: { gameweek: number }) => fixture.gameweek))).toBeGreaterThanOrEqual(
      current.gameweek,
    )
  })

  it('is ready, and reports so', async () => {
    const res = await fetch(`${app.url}/readyz`)
    expect([res.status, await res.json()]).toEqual([200, { status: 'ready', missing: [] }])
  })

  it('reports a full disk of Postgres, and is ready again when there is space', async () => {
    const { db } = app.container.get(TYPES.Database)
    await sql`
      create function app.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before update on app.write_probe execute function app.refuse()
    `.execute(db)
    const readiness = async () => {
      const res = await fetch(`${app.url}/readyz`)
      return [res.status, (await res.json()).missing]
    }
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([503, ['the disk of Postgres is full']])
    await sql`drop function app.refuse cascade`.execute(db)
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, []])
  })

  it('turns a pick into points and a rank on the board', async () => {
    const player = await app.player('first_pick')
    const [fixture] = (await player.get('/api/fixtures')).filter((each: { isOpen: boolean }) => each.isOpen)
    const pick = { fixtureId: fixture.id, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
    const made = await player.post('/api/predictions', pick)
    expect(made.status).toBe(201)
    expect(made.headers.get('plp-pending')).toBeNull()
    const admin = await app.admin()
    app.clock.set(new Date(Date.parse(fixture.kickoffTime) + 2 * 3_600_000).toISOString())
    const result = await admin.post(`/api/admin/fixtures/${fixture.id}/result`, {
      homeScore: 2,
      awayScore: 1,
      reason: 'full time',
    })
    expect(result.status).toBe(200)
    const [prediction] = await player.get('/api/predictions')
    expect(prediction.pointsEarned).toBe(15)
    expect((await player.post('/api/user/achievements/check')).body.achievements).toHaveLength(3)
    const board = await player.get('/api/leaderboard')
    // 15 for the match, 5 for First Success, 10 for Score Predictor; First Whistle has none.
    expect(board.me).toMatchObject({ ranking: 1, totalPoints: 30, exactScores: 1, accuracy: 100, achievementCount: 3 })
  })
})
