import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
})
afterAll(() => app.close())

const play = async () =>
  (await admin.get('/api/admin/projections')).projections.find((each: { name: string }) => each.name === 'play')

describe('read models on the admin page', () => {
  it('are shown to and controlled by administrators only', async () => {
    const player = await app.player('curious')
    expect((await player.request('GET', '/api/admin/projections')).status).toBe(403)
    for (const verb of ['retry', 'skip', 'rebuild'])
      expect((await player.post(`/api/admin/projections/play/${verb}`)).status).toBe(403)
  })

  it('report that all is well', async () => {
    // Reactors may still be processing the season's events.
    await expect.poll(play).toMatchObject({ kind: 'group', behind: false, error: null, rebuilding: null })
  })

  it('refuse unknown names, and resuming a running one', async () => {
    expect((await admin.post('/api/admin/projections/nothing/retry')).status).toBe(404)
    expect((await admin.post('/api/admin/projections/play/retry')).status).toBe(409)
    expect((await admin.post('/api/admin/projections/settled-gameweeks/rebuild')).status).toBe(409)
  })

  it('are rebuilt next to the live tables, with the same responses', async () => {
    const before = { generation: (await play()).generation, table: await admin.get('/api/teams') }
    expect((await admin.post('/api/admin/projections/play/rebuild')).status).toBe(200)
    await expect.poll(async () => (await play()).generation).toBeGreaterThan(before.generation)
    expect(await admin.get('/api/teams')).toEqual(before.table)
  })

  it('show the event that stopped one, and continue after it when it is skipped', async () => {
    const id = randomUUID()
    const data = { predictionId: 'none', userId: 'nobody', fixtureId: 'nowhere', pick: { result: 'home', score: null } }
    const metadata = {
      $correlationId: id,
      $causationId: id,
      actor: null,
      version: 1,
      source: 'command' as const,
      at: new Date(0).toISOString(),
    }
    await app.container
      .get(TYPES.RawLog)
      .append('prediction-poison', [{ id, type: 'PredictionSubmitted', data, metadata }], 'no_stream')
    await expect.poll(async () => (await play()).error).not.toBeNull()
    const { poison } = await admin.get('/api/admin/projections')
    expect(poison).toMatchObject([
      { projection: 'play', eventId: id, eventType: 'PredictionSubmitted', stream: 'prediction-poison' },
    ])
    expect((await admin.post('/api/admin/projections/play/skip')).status).toBe(200)
    await app.settled()
    expect((await admin.get('/api/admin/projections')).poison).toEqual([])
    expect((await play()).error).toBeNull()
  })
})
