import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { recoveryStream } from '../../src/areas/recovery/events.ts'
import { remindersStream } from '../../src/areas/reminders/events.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { NewEvent } from '../../src/kernel/event.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import {
  freePort,
  type ProcessApp,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { until } from '../support/projections.ts'
import { startPushService } from '../support/push.ts'
import { startMailServer } from '../support/recovery.ts'

const PLAYERS = 10_000
const FIRST_ID = 100_000
/** Players per append. */
const CHUNK = 500
const KILLS = 3
/** Deliveries of one channel that a node has in progress (`deliveries.ts`). */
const IN_PROGRESS = 20
const ALL_WITHIN_MS = 900_000

let seeding: TestApp
let database: Database
let mails: Awaited<ReturnType<typeof startMailServer>>
let service: Awaited<ReturnType<typeof startPushService>>
const dataDir = temporaryFolder()
const nodes: ProcessApp[] = []

const idOf = (index: number) => FIRST_ID + index
const addressOf = (index: number) => `r${index}@example.org`
/** Every second player has a device. */
const hasDevice = (index: number) => index % 2 === 0

/** A time zone in which it is about noon: no quiet hours begin during the test. */
function zoneAtNoon(): string {
  const hours = 12 - new Date().getUTCHours()
  return hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

function eventOf(type: string, data: object): NewEvent {
  const id = randomUUID()
  const metadata = {
    $correlationId: id,
    $causationId: id,
    actor: null,
    version: 1,
    source: 'system',
    at: new Date().toISOString(),
  }
  return { id, type, data, metadata } as NewEvent
}

/** Players without a pick, with an address and the consent to mails. */
async function addPlayers(): Promise<void> {
  const log = seeding.container.get(TYPES.RawLog)
  const timeZone = zoneAtNoon()
  for (let from = 0; from < PLAYERS; from += CHUNK)
    await log.appendMany(
      Array.from({ length: CHUNK }, (_, nth) => from + nth).flatMap((index) => {
        const userId = idOf(index)
        const settings = { userId, mail: true, when: 'day', timeZone, pushDeclined: false }
        return [
          {
            stream: `account-${userId}`,
            events: [eventOf('UserRegistered', { userId, username: `r${index}`, role: 'user' })],
          },
          {
            stream: recoveryStream(userId),
            events: [
              eventOf('EmailChanged', { userId, email: addressOf(index), version: 1 }),
              eventOf('EmailConfirmed', { userId, version: 1 }),
            ],
          },
          { stream: remindersStream(userId), events: [eventOf('ReminderSettingsChanged', settings)] },
        ].map((append) => ({ ...append, expected: 'no_stream' as const }))
      }),
    )
}

async function addDevices(): Promise<void> {
  const rows = Array.from({ length: PLAYERS }, (_, index) => index)
    .filter(hasDevice)
    .map((index) => {
      const { endpoint, keys } = service.subscription(`/push/${index}`)
      return {
        id: `${index}`,
        user_id: idOf(index),
        name: 'Test',
        endpoint,
        ...keys,
        added_at: new Date().toISOString(),
      }
    })
  await database.pool.query(
    'insert into app.push_subscriptions select * from jsonb_populate_recordset(null::app.push_subscriptions, $1)',
    [JSON.stringify(rows)],
  )
}

async function start(): Promise<void> {
  const env = {
    DATABASE_URL: seeding.databaseUrl,
    MASTER_KEY: seeding.masterKey.toString('base64'),
    ...{ SMTP_URL: mails.url, PUBLIC_URL: 'https://plp.example', PUSH_SERVICES: service.host },
  }
  const node = await startProcess({ dataDir, port: await freePort(), env })
  nodes.push(node)
  await untilReady(node.url)
}

beforeAll(async () => {
  mails = await startMailServer()
  service = await startPushService()
  seeding = await startTestApp({ isPresent: true })
  database = openDatabase(seeding.databaseUrl)
  const admin = await seeding.admin()
  const open = ((await admin.get('/api/fixtures')) as Fixture[]).filter(({ isOpen }) => isOpen)
  const kickoffTime = new Date(Date.now() + 20 * 3_600_000).toISOString()
  const moved = await admin.post(`/api/admin/fixtures/${open[0]!.id}/reschedule`, {
    kickoffTime,
    reason: 'For the test',
  })
  expect(moved.status).toBe(200)
  await addPlayers()
  await addDevices()
  await seeding.settled()
  await seeding.stop()
}, 600_000)
afterAll(async () => {
  for (const node of nodes) if (node.isRunning()) await node.end('SIGKILL')
  await database?.close()
  await seeding?.close()
  await mails?.stop()
  await service?.stop()
  removeFolder(dataDir)
})

test(
  `R376: ${PLAYERS} reminders reach everyone in all channels, with ${KILLS} kills in the middle and a second node`,
  async () => {
    await start()
    await start()
    for (let kill = 1; kill <= KILLS; kill++) {
      const wanted = (kill * PLAYERS) / (KILLS + 2)
      await until(`${wanted} mails are sent`, () => mails.received.length > wanted, ALL_WITHIN_MS)
      await sleep(Math.random() * 500)
      // The oldest node leads.
      expect((await nodes.shift()!.end('SIGKILL')).signal).toBe('SIGKILL')
      await start()
    }
    const rowsOf = async (text: string): Promise<number> => (await database.pool.query(text)).rowCount ?? 0
    await until(
      'every delivery has an outcome',
      async () => (await rowsOf('select from app.reminder_deliveries where sent_at is null')) === 0,
      ALL_WITHIN_MS,
    )
    const reminded = `from app.notifications where kind = 'reminder' and user_id >= ${FIRST_ID} group by user_id`
    expect(await rowsOf(`select user_id ${reminded} having count(*) = 1`)).toBe(PLAYERS)
    expect(await rowsOf(`select user_id ${reminded} having count(*) > 1`)).toBe(0)

    const mailsTo = Map.groupBy(mails.received, ({ to }) => to)
    const pushesTo = Map.groupBy(service.received, ({ path }) => path)
    let repeats = 0
    for (let index = 0; index < PLAYERS; index++) {
      const own = mailsTo.get(addressOf(index)) ?? []
      expect([index, new Set(own.map(({ id }) => id)).size]).toEqual([index, 1])
      repeats += own.length - 1
      if (!hasDevice(index)) continue
      const pushes = pushesTo.get(`/push/${index}`) ?? []
      expect([index, new Set(pushes.map(({ headers, message }) => `${headers.topic} ${message.tag}`)).size]).toEqual([
        index,
        1,
      ])
      repeats += pushes.length - 1
    }
    console.info(
      `${mails.received.length} mails, ${service.received.length} push messages, ${repeats} repeated after ${KILLS} kills`,
    )
    expect(repeats).toBeLessThanOrEqual(KILLS * 2 * IN_PROGRESS)
  },
  2 * ALL_WITHIN_MS,
)
