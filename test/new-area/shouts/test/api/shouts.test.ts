import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { linksIn } from '../../ui/src/app/navigation.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Player, players } from '../support/leagues.ts'

let app: TestApp
let anna: Player
let bob: Player

beforeAll(async () => {
  app = await startTestApp()
  ;[anna, bob] = (await players(app, ['anna', 'bob'])) as [Player, Player]
})
afterAll(() => app?.close())

/** Waits until all events are projected and their notifications are sent. */
async function allNotified(): Promise<void> {
  const head = await app.container.get(TYPES.Log).head()
  await app.settled()
  expect(await app.container.get(TYPES.Engine).waitForReactor(NOTIFICATION_REACTOR, head, 60_000)).toBe(true)
}

const inboxOf = async (player: Player): Promise<string[]> =>
  (await player.get('/api/notifications')).map(({ text }: { text: string }) => text)
const exportedBy = async ({ get }: Player): Promise<unknown> => (await get('/api/user/export')).readModels.shouts

test('both players read a shout, open pages update at once, and the recipient is notified', async () => {
  const topics: string[] = []
  const socket = io(app.url, { transports: ['websocket'], extraHeaders: { cookie: bob.cookie }, forceNew: true })
  socket.on('change', ({ topic }) => topics.push(topic))
  await new Promise<void>((resolve) => socket.once('connect', resolve))

  const { status, body } = await anna.call('POST', '/api/shouts', { playerId: bob.id, words: ' Come on! ' })
  expect([status, body]).toMatchObject([201, { words: 'Come on!', playerId: bob.id, from: { id: anna.id } }])
  for (const player of [anna, bob]) expect(await player.get('/api/shouts')).toEqual([body])
  await expect.poll(() => topics).toContain('shouts')
  socket.disconnect()

  await allNotified()
  expect(await inboxOf(bob)).toEqual([`${anna.username} sent you a shout.`])
  expect(await inboxOf(anna)).not.toContain(`${anna.username} sent you a shout.`)
})

test('a shout at oneself returns 409, at an unknown player 404', async () => {
  const statusOf = async (playerId: number) =>
    (await anna.call('POST', '/api/shouts', { playerId, words: 'Hello' })).status
  expect([await statusOf(anna.id), await statusOf(999_999)]).toEqual([409, 404])
})

test('the page has its link, and its code is preloaded', async () => {
  expect(linksIn('more', 'user')).toContainEqual(expect.objectContaining({ to: '/shouts', label: 'Shouts' }))
  const page = await fetch(`${app.url}/shouts`, { headers: { cookie: anna.cookie, accept: 'text/html' } })
  const [, code] = /<link rel="modulepreload"[^>]* href="(\/assets\/ShoutsPage-[^"]+)">/.exec(await page.text()) ?? []
  expect(code).toBeDefined()
  expect((await fetch(app.url + code)).status).toBe(200)
})

test('npm run admin -- export contains the shouts by a player and at the player', async () => {
  const env = { ...process.env, DATABASE_URL: app.databaseUrl, MASTER_KEY: app.masterKey.toString('base64') }
  for (const { username } of [anna, bob]) {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'export', username], { env })
    expect(JSON.parse(stdout).readModels.shouts).toMatchObject([
      { user_id: anna.id, player_id: bob.id, words: 'Come on!', posted_at: expect.any(String) },
    ])
  }
})

test('deleting an account deletes its shouts', async () => {
  expect(await exportedBy(bob)).toHaveLength(1)
  const at = new Date(app.clock.now()).toISOString()
  await app.container.get(ACCOUNTS.Accounts).deleteUser(anna.id, systemContext(at))
  await allNotified()
  expect(await exportedBy(bob)).toEqual([])
  expect((await app.container.get(TYPES.Database).pool.query('select from read.shouts')).rowCount).toBe(0)
  expect(await bob.get('/api/shouts')).toEqual([])
  expect(await inboxOf(bob)).toEqual(['A deleted user sent you a shout.'])
})
