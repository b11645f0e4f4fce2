import { expect, test } from 'vitest'
import { NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { TestClient } from '../support/client.ts'
import { promised } from '../support/promised.ts'
import { openInbox } from './notifications-page.ts'
import { expectSound, PHONE } from './soundness.ts'
import { type Player, setStage } from './stage.ts'
import { expectFocus } from './visitor.ts'

// The clock stands: on a busy machine a page takes longer than its entries are from just now.
const stage = setStage(() => ({ clockRuns: false }))

let made = 0
/** A new player who has muted achievements. */
async function player(): Promise<Player> {
  const client = await stage.newPlayer()
  expect((await client.put('/api/notifications/settings', { muted: ['achievement'] })).status).toBe(200)
  return client
}

/** Several other players join her league. */
async function joins(hers: TestClient, count: number): Promise<{ name: string; joined: string[] }> {
  const { body: league } = await hers.post('/api/leagues', { name: `The Office ${++made}` })
  const joined: string[] = []
  for (let n = 0; n < count; n++) {
    const guest = await player()
    expect((await guest.post('/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(200)
    joined.push(guest.name)
  }
  await told()
  return { name: league.name, joined }
}

async function told(): Promise<void> {
  const engine = stage.app.container.get(TYPES.Engine)
  const head = await stage.app.container.get(TYPES.Log).head()
  expect(await engine.waitForReactor(NOTIFICATION_REACTOR, head, 60_000)).toBe(true)
}

/** Inserts rows into an inbox as the reactor would. */
async function filled(userId: number, count: number): Promise<void> {
  await stage.app.container.get(TYPES.Database).pool.query(
    `insert into app.notifications (user_id, source, kind, data, created_at, stored_at)
     select $1::int, 'old-' || $1::int || '-' || n, 'gameweek', jsonb_build_object('what', 'settled', 'gameweek', 1 + n % 38, 'points', n,
         'rank', null, 'rankBefore', null),
       '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z' from generate_series(1, $2::int) n`,
    [userId, count],
  )
}

test('the bell counts unread entries; opening names them and marks them read, and the focus returns', async () => {
  const maya = await player()
  const crowd = await joins(maya, 2)
  const { name, joined } = await joins(maya, 1)
  const here = await openInbox(stage, { as: maya })
  const there = await openInbox(stage, { as: maya, size: PHONE })
  await there.bell(2).waitFor()
  await there.connected()
  await here.open(2)
  await here.link('New member').waitFor()
  // Two joins of one league form one entry.
  const told = [`${joined[0]} joined ${name}.`, `${crowd.joined[1]} and 1 other joined ${crowd.name}.`]
  await expect.poll(here.texts).toEqual(told)
  await expect.poll(here.fresh).toBe(2)
  await expect.poll(() => here.entries.first().getByRole('time').innerText()).toBe('just now')
  // The name in a sentence links to its player (R200).
  expect(await here.link(joined[0]!).getAttribute('href')).toMatch(/^\/players\/\d+$/)
  // It also appears on the player's other pages.
  await there.bell().waitFor()
  await here.key('Escape')
  await here.isClosed()
  await expectFocus(here.bell())
  await here.key('Enter')
  await here.link('New member').waitFor()
  expect(await here.fresh()).toBe(0)
  await here.follow('New member')
  await here.isAt(name)
  await here.isClosed()
  // Back closes the panel first, and then leaves the page.
  await here.open()
  await here.isOpen()
  await here.back()
  await here.isClosed()
  await here.isAt(name)
  await here.back()
  await here.page.getByRole('heading', { level: 1, name }).waitFor({ state: 'detached' })
})

test('a corrected result arrives within a second of the response, with old and new result and the reason', async () => {
  const maya = await player()
  const [match] = (await maya.get('/api/fixtures/current')).filter(({ isOpen }: any) => isOpen)
  const pick = { fixtureId: match.id, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
  expect((await maya.post('/api/predictions', pick)).status).toBe(201)
  const result = (homeScore: number, awayScore: number, reason: string) =>
    stage.admin.post(`/api/admin/fixtures/${match.id}/result`, { homeScore, awayScore, reason })
  expect((await result(2, 1, 'The source is late')).status).toBe(200)
  const hers = await openInbox(stage, { as: maya })
  await hers.bell().waitFor()
  await hers.connected()
  expect((await result(1, 1, 'Offside')).status).toBe(200)
  await hers.bell(1).waitFor({ timeout: promised(1_000) })
  await hers.open(1)
  const pairing = `${match.homeTeam.shortName} v ${match.awayTeam.shortName}`
  await hers.says(`${pairing} was 2–1 and is now 1–1 (Offside): your 15 points became 0.`)
  // A notification that arrives while the panel is open is new, and marked as read at once.
  expect((await result(3, 0, 'Appeal')).status).toBe(200)
  await hers.says(`${pairing} was 1–1 and is now 3–0 (Appeal): your 0 points became 5.`)
  await expect
    .poll(async () => (await maya.get('/api/notifications')).map(({ isRead }: any) => isRead))
    .toEqual([true, true])
})

test('a full inbox passes axe in both themes and fits every width', async () => {
  const maya = await player()
  await filled((await maya.get('/api/user')).id, 25)
  const hers = await openInbox(stage, { as: maya, size: PHONE })
  await hers.someBell.click()
  await hers.panel.getByRole('checkbox').first().waitFor()
  await expectSound(hers, 'notifications')
})
