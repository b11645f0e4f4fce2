import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { readsMetrics, startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { runCommandOn } from '../support/operator.ts'
import { until } from '../support/projections.ts'

let app: TestApp
let player: TestClient
let fixtures: number[]

beforeAll(async () => {
  app = await startTestApp()
  player = await app.player('poisoned')
  fixtures = ((await player.get('/api/fixtures')) as { id: number; isOpen: boolean }[])
    .filter((fixture) => fixture.isOpen)
    .map((fixture) => fixture.id)
})
afterAll(() => app.close())

/** Runs `npm run projections -- …` as an operator does while the server runs. */
async function projections(...args: string[]): Promise<string> {
  const { code, out, error } = await runCommandOn(app, 'projections', args)
  expect([code, error]).toEqual([0, ''])
  return out
}

const pick = (fixtureId: number) => player.post('/api/predictions', { fixtureId, predictedResult: 'draw' })

async function missing(): Promise<string[]> {
  return ((await (await fetch(`${app.url}/readyz`)).json()) as { missing: string[] }).missing
}

async function metric(line: string): Promise<boolean> {
  return (await (await fetch(`${app.url}/metrics`, { headers: readsMetrics })).text()).split('\n').includes(line)
}

/** Appends an event that no projector of play can process. */
async function poison(): Promise<void> {
  const id = randomUUID()
  const data = { predictionId: 'none', userId: 'nobody', fixtureId: 'nowhere', pick: { result: 'home', score: null } }
  const metadata = {
    $correlationId: id,
    $causationId: id,
    actor: null,
    version: 1,
    source: 'command' as const,
    at: '2026-11-21T09:00:00.000Z',
  }
  await app.container
    .get(TYPES.RawLog)
    .append(`prediction-${id}`, [{ id, type: 'PredictionSubmitted', data, metadata }], 'no_stream')
}

test('a poison event pauses its projection, which every status reports; the rest continues; retry and skip by name', async () => {
  expect(await missing()).toEqual([])
  await poison()
  await until('readiness names it', async () => (await missing()).some((line) => line.includes('paused')))
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
  await until('metrics name it', () => metric('plp_projection_paused{projection="play"} 1'))
  await until('metrics count it', () => metric('plp_dead_letters{projection="play"} 1'))
  expect(await projections('status')).toMatch(/play.*paused/is)

  // The rest: other projections, reads of available data, and writes, which report the lag.
  const late = await app.player('newcomer')
  expect((await late.get('/api/user')).username).toBe('newcomer')
  expect(await player.get('/api/fixtures')).toHaveLength(380)
  const made = await pick(fixtures[0]!)
  expect([made.status, made.headers.get('plp-pending')]).toEqual([201, 'play'])
  expect(await player.get('/api/predictions')).toEqual([])

  // The cause is still present: it pauses again.
  await projections('retry', 'play')
  await until('it has paused again', async () => (await missing()).some((line) => line.includes('paused')))
  await until('metrics say so', () => metric('plp_projection_paused{projection="play"} 1'))

  // The retry may still be running, and then there is nothing to skip.
  await until('it is skipped', async () => (await runCommandOn(app, 'projections', ['skip', 'play'])).code === 0)
  await until('it goes on', async () => (await missing()).length === 0)
  await until('metrics are quiet', () => metric('plp_dead_letters{projection="play"} 0'))
  await until('metrics say that it goes on', () => metric('plp_projection_paused{projection="play"} 0'))
  // A node is ready if it has projected the log as of some seconds ago.
  await app.settled()
  expect(await player.get('/api/predictions')).toHaveLength(1)
  const again = await pick(fixtures[1]!)
  expect([again.status, again.headers.get('plp-pending')]).toEqual([201, null])
}, 480_000)

test('retry resumes once the cause is gone, and nothing was lost', async () => {
  const { pool } = app.container.get(TYPES.Database)
  const { rows } = await pool.query<{ schema: string }>(
    "select 'play_g' || generation as schema from engine.generations where name = 'play' and state = 'live'",
  )
  const table = `${rows[0]!.schema}.predictions`
  await pool.query(`alter table ${table} add constraint no_sevens check (home_score is distinct from 7)`)
  const seven = { fixtureId: fixtures[2]!, predictedResult: 'home', predictedHomeScore: 7, predictedAwayScore: 0 }
  expect((await player.post('/api/predictions', seven)).headers.get('plp-pending')).toBe('play')
  await until('it is paused', async () => (await missing()).some((line) => line.includes('paused')))
  await pool.query(`alter table ${table} drop constraint no_sevens`)
  await projections('retry', 'play')
  await until('it goes on', async () => (await missing()).length === 0)
  await until('the pick is there', async () => (await player.get('/api/predictions')).length === 3)
}, 480_000)
