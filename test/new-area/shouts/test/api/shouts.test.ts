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

/** Everything in the log has been projected and told. */
async function told(): Promise<void> {
  const head = await app.container.get(TYPES.Log).head()
  await app.settled()
  expect(await app.container.get(TYPES.Engine).waitForReactor(NOTIFICATION_REACTOR, head, 60_000)).toBe(true)
}

const inboxOf = async (player: Player): Promise<string[]> =>
  (await player.get('/api/notifications')).map(({ text }: { text: string }) => text)
const held = async ({ get }: Player): Promise<unknown> => (await get('/api/user/export')).readModels.shouts

test('a shout is read by both players, at once on open pages, and notifies the player it is for', async () => {
  const topics: string[] = []
  const socket = io(app.url, { transports: ['websocket'], extraHeaders: { cookie: bob.cookie }, forceNew: true })
  socket.on('change', ({ topic }) => topics.push(topic))
  await new Promise<void>((resolve) => socket.once('connect', resolve))

  const { status, body } = await anna.call('POST', '/api/shouts', { playerId: bob.id, words: ' Come on! ' })
  expect([status, body]).toMatchObject([201, { words: 'Come on!', playerId: bob.id, from: { id: anna.id } }])
  for (const player of [anna, bob]) expect(await player.get('/api/shouts')).toEqual([body])
  await expect.poll(() => topics).toContain('shouts')
  socket.disconnect()

  await told()
  expect(await inboxOf(bob)).toEqual([`${anna.username} sent you a shout.`])
  expect(await inboxOf(anna)).not.toContain(`${anna.username} sent you a shout.`)
})

test('nobody shouts at themselves, or at whoever is not there', async () => {
  const refused = async (playerId: number) =>
    (await anna.call('POST', '/api/shouts', { playerId, words: 'Hello' })).status
  expect([await refused(anna.id), await refused(999_999)]).toEqual([409, 404])
})

test('the page has its link, and its code comes with the first answer', async () => {
  expect(linksIn('more', 'user')).toContainEqual(expect.objectContaining({ to: '/shouts', label: 'Shouts' }))
  const page = await fetch(`${app.url}/shouts`, { headers: { cookie: anna.cookie, accept: 'text/html' } })
  const [, code] = /<link rel="modulepreload"[^>]* href="(\/assets\/ShoutsPage-[^"]+)">/.exec(await page.text()) ?? []
  expect(code).toBeDefined()
  expect((await fetch(app.url + code)).status).toBe(200)
})

test('npm run admin -- export gives players the shouts from them and at them', async () => {
  const env = { ...process.env, DATABASE_URL: app.databaseUrl, MASTER_KEY: app.masterKey.toString('base64') }
  for (const { username } of [anna, bob]) {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'export', username], { env })
    expect(JSON.parse(stdout).readModels.shouts).toMatchObject([
      { user_id: anna.id, player_id: bob.id, words: 'Come on!', posted_at: expect.any(String) },
    ])
  }
})

test('of whoever deletes their account nothing stays', async () => {
  expect(await held(bob)).toHaveLength(1)
  const at = new Date(app.clock.now()).toISOString()
  await app.container.get(ACCOUNTS.Accounts).deleteUser(anna.id, systemContext(at))
  await told()
  expect(await held(bob)).toEqual([])
  expect((await app.container.get(TYPES.Database).pool.query('select from read.shouts')).rowCount).toBe(0)
  expect(await bob.get('/api/shouts')).toEqual([])
  expect(await inboxOf(bob)).toEqual(['A deleted user sent you a shout.'])
})
