import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CalendarAddress } from '../../src/areas/calendar/contract.ts'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'

let app: TestApp
let two: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  two = await startTestApp({ beside: app })
  admin = await app.admin()
})
afterAll(async () => {
  await two?.close()
  await app?.close()
})

const pathOf = async (player: TestClient): Promise<string> => {
  const { path }: CalendarAddress = await player.get('/api/user/calendar')
  return path
}
/** A calendar program has no session. */
const fetched = (path: string, node = app) => fetch(`${node.url}${path}`)
async function matchesIn(path: string): Promise<ReadonlyMap<string, string>> {
  const response = await fetched(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const events = new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents('vevent')
  return new Map(
    events
      .map((component) => new ICAL.Event(component))
      .filter(({ uid }) => uid.startsWith('match-'))
      .map(({ uid, startDate }) => [uid, startDate.toJSDate().toISOString()]),
  )
}

describe('the calendar of a player', () => {
  test('R360, R361: has every dated match of the season, and none once it is postponed or cancelled', async () => {
    const player = await app.player('calendar_reader')
    const path = await pathOf(player)
    const fixtures: Fixture[] = await player.get('/api/fixtures')
    const dated = fixtures.filter(({ kickoffTime, status }) => kickoffTime && !/CANCELLED|POSTPONED/.test(status))
    expect(await matchesIn(path)).toEqual(new Map(dated.map(({ id, kickoffTime }) => [`match-${id}@plp`, kickoffTime])))
    const [first, second] = dated.filter(({ isOpen }) => isOpen) as [Fixture, Fixture]
    await admin.post(`/api/admin/fixtures/${first.id}/postpone`, { reason: 'Frozen pitch' })
    await admin.post(`/api/admin/fixtures/${second.id}/cancel`, { reason: 'Club folded' })
    const after = await matchesIn(path)
    expect(after.size).toBe(dated.length - 2)
    for (const { id } of [first, second]) expect(after.has(`match-${id}@plp`)).toBe(false)
    expect((await matchesIn(`${path}?club=${first.homeTeamId}`)).size).toBeLessThan(after.size / 5)
    expect((await matchesIn(`${path}?only=cutoffs`)).size).toBe(0)
    expect((await fetched(`${path}?only=picks`)).status).toBe(400)
  })

  test('R363: a renewed address ends the old one at once, on every node', async () => {
    const player = await app.player('calendar_renewer')
    const old = await pathOf(player)
    expect((await fetched(old, two)).status).toBe(200)
    const { status, body } = await player.post('/api/user/calendar/renew')
    expect([status, body.path]).toEqual([200, await pathOf(player)])
    expect((await fetched(old, two)).status).toBe(404)
    expect((await fetched(body.path, two)).status).toBe(200)
    expect((await player.post('/api/user/calendar/renew')).body.path).not.toBe(old)
  })

  test('T98: is found by its whole address only, which ends with the account and names nobody', async () => {
    const player = await app.player('calendar_leaver')
    const other = await app.player('calendar_stayer')
    const [path, others] = [await pathOf(player), await pathOf(other)]
    const { id } = await player.get('/api/user')
    const key = others.slice(others.indexOf('-') + 1)
    for (const wrong of [
      `/calendar/${id}-${key}`,
      path.slice(0, -5),
      path.replace('.ics', '.txt'),
      '/calendar/x.ics',
    ]) {
      const response = await fetched(wrong)
      expect([wrong, response.status]).toEqual([wrong, 404])
    }
    expect(await (await fetched(path)).text()).toBe(await (await fetched(others)).text())
    expect(await (await fetched(path)).text()).not.toContain('calendar_leaver')
    await player.post('/api/user/calendar/renew')
    const { path: last } = await player.get('/api/user/calendar')
    expect((await player.delete('/api/user', { password: 'password-1' })).status).toBe(204)
    expect((await fetched(last)).status).toBe(404)
  })
})
