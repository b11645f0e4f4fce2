import { expect, test } from 'vitest'
import { NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { TestClient } from '../support/app.ts'
import { promised } from '../support/promised.ts'
import { refusing } from './answers.ts'
import { openInbox } from './notifications-page.ts'
import { DESK, expectAccessible, expectNoSideways, NARROW, PHONE } from './soundness.ts'
import { type Player, setStage } from './stage.ts'
import { expectFocus } from './visitor.ts'

const stage = setStage()

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
  expect(await here.page.getByRole('heading', { level: 1, name }).count()).toBe(1)
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

test('an empty inbox explains itself; a muted kind stays muted', async () => {
  const maya = await player()
  const hers = await openInbox(stage, { as: maya })
  await hers.open()
  await hers.says('Nothing new yet')
  await hers.says('Find out here how you scored')
  const leagues = hers.kind('News from my leagues and teams')
  const prizes = hers.kind('Competition prizes')
  await hers.says('If you switch something off, we won’t store those notifications')
  await expect.poll(() => leagues.isChecked()).toBe(true)
  await leagues.uncheck()
  await prizes.uncheck()
  await leagues.check()
  await leagues.uncheck()
  await expect
    .poll(() => maya.get('/api/notifications/settings'))
    .toEqual({ muted: ['achievement', 'prize', 'league'] })
  await joins(maya, 1)
  await hers.reload()
  await hers.open()
  await hers.says('Nothing new yet')
  await expect.poll(() => leagues.isChecked()).toBe(false)
})

test('older ones are loaded by Show more; hidden ones stay unread, and counted, until they are shown or all are marked', async () => {
  const maya = await player()
  await filled((await maya.get('/api/user')).id, 130)
  const hers = await openInbox(stage, { as: maya })
  await hers.open('99+')
  await hers.says('You scored 130 in Gameweek 17.')
  await expect.poll(() => hers.entries.count()).toBe(20)
  const unread = async () => (await maya.get('/api/notifications/unread')).unread
  await expect.poll(unread).toBe(110)
  for (const shown of [40, 60, 80, 100]) {
    await hers.more.click()
    await expect.poll(() => hers.entries.count()).toBe(shown)
  }
  await expect.poll(unread).toBe(30)
  // The bell's count includes entries that the page has not loaded.
  await hers.key('Escape')
  await hers.open(30)
  await hers.markAll.click()
  await expect.poll(unread).toBe(0)
  await hers.markAll.waitFor({ state: 'detached' })
  for (const shown of [40, 60, 80, 100, 120, 130]) {
    await hers.more.click()
    await expect.poll(() => hers.entries.count()).toBe(shown)
  }
  await hers.more.waitFor({ state: 'detached' })
  await expect.poll(() => hers.panel.getByText('You scored 1 in Gameweek 2.').count()).toBe(1)
  await hers.key('Escape')
  await hers.bell().waitFor()
})

test('a failed read shows an error and can be repeated', async () => {
  const maya = await player()
  const away = refusing('**/api/notifications?**', { body: 'away' })
  const hers = await openInbox(stage, { path: '/help', as: maya, prepare: away.on, expected: /notifications/ })
  await hers.open()
  await hers.panel.getByRole('alert').getByText('Unable to load notifications').waitFor()
  away.over()
  await hers.tryAgain()
  await hers.says('Nothing new yet')
})

test('axe finds nothing in both themes and nothing overflows, at 320 and 1280', async () => {
  const maya = await player()
  await filled((await maya.get('/api/user')).id, 25)
  await joins(maya, 1)
  for (const size of [NARROW, DESK]) {
    const hers = await openInbox(stage, { path: '/leagues', as: maya, size })
    const what = `notifications at ${size.width}`
    await hers.someBell.waitFor()
    await expectNoSideways(hers, `${what}, closed`)
    await expectAccessible(hers, `${what}, closed`)
    await hers.someBell.click()
    await hers.panel.getByRole('checkbox').first().waitFor()
    await expectNoSideways(hers, what)
    await expectAccessible(hers, what)
    await hers.leave()
  }
})
