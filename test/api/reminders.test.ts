import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { Notification } from '../../src/areas/notifications/contract.ts'
import { recoveryStream } from '../../src/areas/recovery/events.ts'
import { type RecoveryCommand, recoveryDecider } from '../../src/areas/recovery/recovery-decider.ts'
import { REMINDERS } from '../../src/areas/reminders/area.ts'
import type { Reminders } from '../../src/areas/reminders/contract.ts'
import { storedReminders } from '../../src/areas/reminders/queries.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { escaped } from '../../src/slice/words.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { until } from '../support/projections.ts'
import { startPushService, vapidClaims } from '../support/push.ts'
import { startMailServer } from '../support/recovery.ts'

const PUBLIC_URL = 'https://plp.example'
const HOUR = 3_600_000

let app: TestApp
let two: TestApp
let mails: Awaited<ReturnType<typeof startMailServer>>
let service: Awaited<ReturnType<typeof startPushService>>
/** Matches of the gameweek of a test, by cutoff. */
let matches: Fixture[]
let first: number
let gameweek: number
let player: TestClient
let number = 0

const now = () => new Date(app.clock.now()).toISOString()
const at = (ms: number) => app.clock.set(new Date(ms).toISOString())

beforeAll(async () => {
  mails = await startMailServer()
  service = await startPushService()
  const env = { SMTP_URL: mails.url, PUBLIC_URL, PUSH_SERVICES: service.host }
  app = await startTestApp({ env, reminds: true })
  two = await startTestApp({ env, beside: app, reminds: true })
}, 120_000)
afterAll(async () => {
  await two?.close()
  await app?.close()
  await mails?.stop()
  await service?.stop()
})

beforeEach(async () => {
  player = await app.player(`reminded_${++number}`)
  const all: Fixture[] = await player.get('/api/fixtures')
  const byCutoff = all
    .filter(({ cutoffTime }) => cutoffTime !== null)
    .sort((a, b) => a.cutoffTime!.localeCompare(b.cutoffTime!))
  // The first gameweek whose reminders are not due yet.
  ;[matches] = [...Map.groupBy(byCutoff, (each) => each.gameweek).values()].filter(
    ([match]) => Date.parse(match!.cutoffTime!) > app.clock.now() + 36 * HOUR,
  ) as [Fixture[]]
  gameweek = matches[0]!.gameweek
  first = Date.parse(matches[0]!.cutoffTime!)
})

/** Does the work of the jobs, twice at once. */
async function work(): Promise<void> {
  await app.settled()
  const planner = app.container.get(REMINDERS.Planner)
  const deliveries = app.container.get(REMINDERS.Deliveries)
  await Promise.all([planner.run(now()), planner.run(now())])
  for (const channel of ['mail', 'push'] as const)
    await Promise.all([deliveries.send(channel), deliveries.send(channel)])
}
const page = (): Promise<Reminders> => player.get('/api/reminders')
async function inbox(client = player): Promise<readonly string[]> {
  const all: Notification[] = await client.get('/api/notifications')
  return all.filter(({ kind }) => kind === 'reminder').map(({ title, text }) => `${title}. ${text}`)
}
const pickAll = (client = player, which = matches) =>
  client.put(`/api/predictions/gameweek/${gameweek}`, {
    predictions: which.map(({ id }) => ({ fixtureId: id, predictedResult: 'home' })),
  })
const address = () => `reminded_${number}@example.org`
const sent = () => mails.received.filter(({ to, subject }) => to === address() && /missing/.test(subject))
/** Gives the player a confirmed address, and the consent to reminders. */
async function agree(): Promise<void> {
  const { id: userId } = await player.get('/api/user')
  const handle = (command: RecoveryCommand) =>
    app.container.get(TYPES.Handler).handle(recoveryDecider, recoveryStream(userId), command, systemContext(now()))
  await handle({ type: 'change-email', userId, email: address() })
  await handle({ type: 'confirm-email', userId, version: 1 })
  expect((await player.put('/api/reminders', { mail: true })).status).toBe(200)
}
const subscribed = async (path = `/push/${number}`, client = player) => {
  const answer = await client.post('/api/reminders/push', service.subscription(path))
  expect(answer.status).toBe(201)
  return answer.body.id as string
}

describe('a reminder', () => {
  test('R370, R372: is in the inbox exactly once, a day before the first missing pick closes', async () => {
    const other = await app.player(`complete_${number}`)
    await pickAll(other)
    await pickAll(player, matches.slice(0, 1))
    const second = Date.parse(matches[1]!.cutoffTime!)
    at(second - 24 * HOUR - 60_000)
    await work()
    expect(await inbox()).toEqual([])
    expect((await page()).next).toMatchObject({
      ...{ gameweek, missing: matches.length - 1, closesAt: matches[1]!.cutoffTime },
      dueAt: new Date(second - 24 * HOUR).toISOString(),
    })
    at(second - 24 * HOUR)
    await work()
    at(second - 20 * HOUR)
    await work()
    const [entry, ...others] = await inbox()
    expect(others).toEqual([])
    expect(entry).toMatch(
      new RegExp(`^${matches.length - 1} picks missing. Gameweek ${gameweek}: the first closes on .* UK time.$`),
    )
    expect(await inbox(other)).toEqual([])
    const { sent: log, next } = await page()
    expect(log).toMatchObject([{ gameweek, missing: matches.length - 1, channels: ['inbox'] }])
    expect(next).toMatchObject({ gameweek, dueAt: null })
  })

  test('R370: of a new player comes within ten minutes, and others are not looked for again before', async () => {
    at(first - 20 * HOUR)
    await work()
    const late = await app.player(`late_${number}`)
    await work()
    expect(await inbox(late)).toEqual([])
    app.clock.advance(10 * 60_000)
    await work()
    expect(await inbox(late)).toHaveLength(1)
  })

  test('R376: a run that meets the unfinished batch of a killed node finds it and looks on', async () => {
    await app.settled()
    const { db, pool } = app.container.get(TYPES.Database)
    const due = [{ cutoff: matches[0]!.cutoffTime!, when: 'day', zone: 'Europe/London' } as const]
    const batch = () => storedReminders(matches[0]!.season, [gameweek], due, { at: now(), limit: 500 })
    let second: Promise<number> | undefined
    const first = await db.transaction().execute(async (tx) => {
      const { rows } = await batch().execute(tx)
      second = batch()
        .execute(db)
        .then((result) => result.rows[0]!.found)
      await until('the second run waits for the first', async () => {
        const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        return (await pool.query(waiting)).rowCount === 1
      })
      return rows[0]!.found
    })
    expect(first).toBeGreaterThan(0)
    expect(await second).toBe(first)
  })

  test('R370: at the hour that the player has chosen', async () => {
    expect((await player.put('/api/reminders', { when: 'late' })).body).toMatchObject({ when: 'late', mail: false })
    at(first - 3 * HOUR)
    await work()
    expect(await inbox()).toEqual([])
    at(first - 2 * HOUR)
    await work()
    expect(await inbox()).toHaveLength(1)
    expect((await player.put('/api/reminders', { timeZone: 'Mars/Olympus' })).status).toBe(400)
    expect((await player.put('/api/reminders', { when: 'never' })).status).toBe(400)
  })

  test('R376: a jump of the clock over its time loses none, nor does a clock that is set back', async () => {
    await agree()
    mails.mode = 'refuses'
    at(first - 60_000)
    await work()
    mails.mode = 'takes'
    expect([(await inbox()).length, sent().length]).toEqual([1, 0])
    at(first - 10 * HOUR)
    await work()
    expect([(await inbox()).length, sent().length]).toEqual([1, 1])
  })
})

describe('by mail', () => {
  test('R373: needs consent, is sent once, and has its picks, a text and no request', async () => {
    const stranger = await app.player(`stranger_${number}`)
    await stranger.put('/api/profile', { email: `stranger_${number}@example.org` })
    await agree()
    at(first - 24 * HOUR)
    await work()
    await work()
    const [mail, ...others] = sent()
    expect(others).toEqual([])
    expect(mail!.subject).toMatch(
      new RegExp(`^${matches.length} picks missing, gameweek ${gameweek} closes (today|tomorrow)$`),
    )
    expect(mail!.raw).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(Buffer.byteLength(mail!.raw)).toBeLessThan(100_000)
    const [text = '', html = ''] = mail!.body.split('text/html')
    for (const { homeTeam, awayTeam } of matches) {
      expect(text).toContain(`${homeTeam.shortName} v ${awayTeam.shortName}`)
      expect(html).toContain(escaped(homeTeam.shortName))
    }
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|\ssrc=/i)
    const links = [...html.matchAll(/https?:[^\s"<]+/g)].map(([link]) => new URL(link).origin)
    expect(new Set(links)).toEqual(new Set([PUBLIC_URL]))
    expect(mails.received.filter(({ to, subject }) => to.startsWith('stranger') && /missing/.test(subject))).toEqual([])
    expect((await page()).sent[0]!.channels).toEqual(['inbox', 'mail'])
  })

  test('R373: a second attempt has the same Message-ID', async () => {
    await agree()
    at(first - 24 * HOUR)
    await work()
    // The node was killed before it recorded the mail.
    await app.container
      .get(TYPES.Database)
      .pool.query('update app.reminder_deliveries set sent_at = null where channel = $1', ['mail'])
    at(first - 24 * HOUR + 61_000)
    await work()
    expect(sent().map(({ id }) => id)).toEqual([sent()[0]!.id, sent()[0]!.id])
  })

  test('R371: one that is late waits until quiet hours are over', async () => {
    await agree()
    const night = Date.parse(`${new Date(first - 24 * HOUR).toISOString().slice(0, 10)}T23:30:00.000Z`)
    expect(first).toBeGreaterThan(night + 9 * HOUR)
    at(night)
    await work()
    expect([(await inbox()).length, sent().length]).toEqual([1, 0])
    at(night + 8.5 * HOUR)
    await work()
    expect(sent()).toHaveLength(1)
  })

  test('R373: none if the picks are made, or the consent ends, before it is sent', async () => {
    await agree()
    mails.mode = 'refuses'
    at(first - 24 * HOUR)
    await work()
    mails.mode = 'takes'
    await pickAll()
    at(first - 23 * HOUR)
    await work()
    expect(sent()).toEqual([])
  })
})

describe('unsubscribing (R374)', () => {
  async function links() {
    await agree()
    at(first - 24 * HOUR)
    await work()
    const { raw, body } = sent()[0]!
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const [, oneClick] = /^List-Unsubscribe: <([^>]+)>/m.exec(raw.replace(/\r\n[ \t]/g, ' ').replaceAll(' <', ' <'))!
    const [, shown] = /Unsubscribe: +(\S+)/.exec(body)!
    return { path: oneClick!.replace(PUBLIC_URL, ''), shown: shown!.replace(PUBLIC_URL, '') }
  }
  const post = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, { method: 'POST', ...init })
  const oneClick = {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const consent = async () => (await page()).settings.mail

  test('takes one POST without a session; a GET changes nothing', async () => {
    const { path, shown } = await links()
    const got = await fetch(`${app.url}${path}`, { redirect: 'manual' })
    expect([got.status, got.headers.get('location')]).toEqual([303, shown])
    expect(await consent()).toBe(true)
    const answer = await post(path, oneClick)
    expect(answer.status).toBe(200)
    expect(await consent()).toBe(false)
    expect(await (await post(path, oneClick)).json()).toEqual({ undo: null })
  })

  test('can be undone with its answer, until the settings change (T100)', async () => {
    const { path } = await links()
    const { undo } = await (await post(path)).json()
    const json = (key: string) => ({ body: JSON.stringify({ key }), headers: { 'content-type': 'application/json' } })
    expect((await post(`${path}/undo`, json('0'.repeat(32)))).status).toBe(409)
    expect(await consent()).toBe(false)
    expect((await post(`${path}/undo`, json(undo))).status).toBe(204)
    expect(await consent()).toBe(true)
    expect((await post(path)).status).toBe(200)
    // The key of an earlier unsubscription.
    expect((await post(`${path}/undo`, json(undo))).status).toBe(409)
  })

  test('works for its player only, and not from another site (T100)', async () => {
    const { path } = await links()
    const other = path.replace(/\/(\d+)-/, (_, id) => `/${Number(id) - 1}-`)
    for (const wrong of [other, path.slice(0, -1), '/api/unsubscribe/x']) expect((await post(wrong)).status).toBe(404)
    const foreign = await post(path, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([foreign.status, await consent()]).toEqual([403, true])
    await player.request('DELETE', '/api/user', { password: 'password-1' })
    expect((await post(path)).status).toBe(404)
  })
})

describe('by Web Push (R375)', () => {
  test('is encrypted for the browser, signed by the store, and has topic and tag of its gameweek', async () => {
    const id = await subscribed()
    const { pushKey, devices } = await page()
    expect(devices).toMatchObject([{ id, name: 'Unknown device', reachedAt: null }])
    at(first - 24 * HOUR)
    await work()
    await work()
    const [push, ...others] = service.to(`/push/${number}`)
    expect(others).toEqual([])
    const tag = `reminder-${matches[0]!.season}-${gameweek}`
    expect(push!.message).toEqual({
      ...{ title: `${matches.length} picks missing`, tag, url: `/gameweeks/${gameweek}` },
      body: expect.stringMatching(
        new RegExp(
          `^Gameweek ${gameweek} closes (today|tomorrow) at \\d\\d:\\d\\d. ${matches[0]!.homeTeam.shortName} v .* first.$`,
        ),
      ),
    })
    expect(push!.headers).toMatchObject({ topic: tag, 'content-encoding': 'aes128gcm' })
    expect(Number(push!.headers.ttl)).toBeGreaterThan(23 * 3_600)
    expect(vapidClaims(push!.headers.authorization, pushKey)).toMatchObject({
      ...{ aud: `http://${service.host}`, sub: 'mailto:no-reply@plp.example' },
    })
    expect((await page()).devices[0]!.reachedAt).not.toBeNull()
    expect((await two.client().get('/api/openapi.json')).paths['/api/reminders/push']).toBeDefined()
  })

  test('a subscription that has ended is removed; another failure is tried again', async () => {
    const id = await subscribed(`/push/${number}`)
    service.answer = () => 503
    at(first - 24 * HOUR)
    await work()
    expect((await page()).devices).toHaveLength(1)
    service.answer = () => 410
    at(first - 23 * HOUR)
    await work()
    service.answer = () => 201
    expect((await page()).devices).toEqual([])
    expect(service.to(`/push/${number}`)).toEqual([])
    expect((await player.post(`/api/reminders/push/${id}/test`)).status).toBe(404)
  })

  test('a test message, for the own devices only', async () => {
    const id = await subscribed()
    const other = await app.player(`tester_${number}`)
    expect((await player.post(`/api/reminders/push/${id}/test`)).status).toBe(204)
    expect(service.to(`/push/${number}`).map(({ message: { title } }) => title)).toEqual(['Push works'])
    expect((await other.post(`/api/reminders/push/${id}/test`)).status).toBe(404)
    expect((await other.request('DELETE', `/api/reminders/push/${id}`)).status).toBe(404)
    expect((await player.request('DELETE', `/api/reminders/push/${id}`)).status).toBe(204)
    expect((await page()).devices).toEqual([])
  })

  test('follows the user of its browser, and a player has at most ten devices', async () => {
    const other = await app.player(`sharer_${number}`)
    const shared = service.subscription('/push/shared')
    const add = (client: TestClient) => client.post('/api/reminders/push', shared)
    await add(player)
    await add(other)
    expect([(await page()).devices.length, (await other.get('/api/reminders')).devices.length]).toEqual([0, 1])
    for (let index = 0; index < 12; index++) {
      app.clock.advance(1_000)
      await subscribed(`/push/${number}-${index}`)
    }
    expect((await page()).devices).toHaveLength(10)
  })

  test('T99: an endpoint at another host, or a key that is none, is refused', async () => {
    const right = service.subscription('/push/right')
    const refused = async (subscription: object) =>
      (await player.post('/api/reminders/push', { ...right, ...subscription })).status
    for (const endpoint of ['https://evil.example/x', 'http://127.0.0.1:1/x', 'http://169.254.169.254/', 'x'])
      expect(await refused({ endpoint })).toBe(400)
    expect(await refused({ keys: { ...right.keys, p256dh: Buffer.alloc(65).toString('base64url') } })).toBe(400)
    expect(await refused({ keys: { ...right.keys, auth: 'x' } })).toBe(400)
    expect((await page()).devices).toEqual([])
  })

  test('R375: notes the time zone of the browser unless one is chosen', async () => {
    const add = (timeZone: string) =>
      player.post('/api/reminders/push', { ...service.subscription('/push/zone'), timeZone })
    await add('Asia/Seoul')
    expect((await page()).settings.timeZone).toBe('Asia/Seoul')
    await add('Europe/Paris')
    expect((await page()).settings.timeZone).toBe('Asia/Seoul')
  })
})

test('T101: the export has reminders and devices without their secrets; an erasure leaves nothing of them', async () => {
  await agree()
  await subscribed()
  at(first - 24 * HOUR)
  await work()
  const { id } = await player.get('/api/user')
  const text = JSON.stringify(await player.get('/api/user/export'))
  expect(text).toContain('Unknown device')
  expect(text).toContain('ReminderSettingsChanged')
  expect(text).not.toContain(`http://${service.host}`)
  const { pool } = app.container.get(TYPES.Database)
  const rows = async () =>
    Promise.all(
      ['app.reminders', 'app.reminder_deliveries', 'app.push_subscriptions', 'read.reminder_settings'].map(
        async (table) => (await pool.query(`select from ${table} where user_id = $1`, [id])).rowCount,
      ),
    )
  expect(await rows()).toEqual([1, 2, 1, 1])
  expect((await player.request('DELETE', '/api/user', { password: 'password-1' })).status).toBe(204)
  await app.settled()
  expect(await rows()).toEqual([0, 0, 0, 0])
})

test('T101: a device that is added while its account is being deleted goes with it', async () => {
  const { id } = await player.get('/api/user')
  const { pool } = app.container.get(TYPES.Database)
  const subscription = service.subscription(`/push/${number}`)
  const blocker = await pool.connect()
  const isWaiting = async (statement: string) =>
    (
      await pool.query('select from pg_stat_activity where wait_event_type = $1 and position($2 in query) > 0', [
        'Lock',
        statement,
      ])
    ).rowCount! > 0
  await blocker.query('begin')
  await blocker.query(`insert into app.push_subscriptions values ($1, 0, '', '', '', '', now())`, [
    hash('sha256', subscription.endpoint, 'hex'),
  ])
  const added = player.post('/api/reminders/push', subscription)
  await expect.poll(() => isWaiting('insert into app.push_subscriptions')).toBe(true)
  const deleted = player.request('DELETE', '/api/user', { password: 'password-1' })
  await expect.poll(() => isWaiting('delete from app.credentials')).toBe(true)
  await blocker.query('rollback')
  blocker.release()
  expect([(await added).status, (await deleted).status]).toEqual([201, 204])
  await expect
    .poll(async () => (await pool.query('select from app.push_subscriptions where user_id = $1', [id])).rowCount)
    .toBe(0)
})
