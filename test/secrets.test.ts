import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMailTransport } from '../src/areas/recovery/transport.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { bareEnvironment } from './support/bare-environment.ts'
import { type StandIn, startStandIn } from './support/eventstoredb-stand-in/stand-in.ts'
import { testDatabase } from './support/postgres.ts'
import { freePort, PROCESS_ADMIN, removeFolder, temporaryFolder } from './support/process-app.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** The secret part of each setting. */
const SECRETS = {
  EVENTSTORE_URL: 'hunter2-event-store',
  SMTP_URL: 'hunter2-mail',
  NEWSAPI_KEY: 'hunter2-news-key-0123456789',
  FOOTBALL_DATA_TOKEN: 'hunter2-football-0123456789',
  METRICS_TOKEN: 'hunter2-metrics-0123456789',
}

let database: Awaited<ReturnType<typeof testDatabase>>
let standIn: StandIn
let folder: string
let child: ChildProcess | undefined

beforeAll(async () => {
  database = await testDatabase()
  standIn = await startStandIn()
  folder = temporaryFolder()
})
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
})
afterAll(async () => {
  await standIn.kill()
  await database.drop()
  removeFolder(folder)
})

/** A start of the game with all logs enabled: its own, and those of libraries that listen to `DEBUG`. */
function start(env: Record<string, string>) {
  const process_ = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      ADMIN_PASSWORD: PROCESS_ADMIN.password,
      LOG_LEVEL: 'trace',
      DEBUG: '*',
      ...env,
    },
  })
  child = process_
  let printed = ''
  for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (bytes) => (printed += bytes))
  return { printed: () => printed, ended: once(process_, 'close').then(([code]) => code as number) }
}

const eventStore = (options: string) => `esdb://ada:${SECRETS.EVENTSTORE_URL}@127.0.0.1:${standIn.port}?${options}`

/** The settings whose secrets a text contains. Base64 is checked as well, as HTTP sends passwords that way. */
const givenAwayBy = (text: string) =>
  Object.entries({ ...SECRETS, DATABASE_URL: new URL(database.url).password })
    .filter(([, secret]) => secret.length > 3)
    .filter(([, secret]) => text.includes(secret) || text.includes(Buffer.from(`ada:${secret}`).toString('base64')))
    .map(([name]) => name)

describe('T94: an event store that cannot be used is one sentence, without the password', () => {
  test.each([
    ['tlsVerifyCert=false', /tlsVerifyCert=false has no effect/],
    ['tls=maybe', /true or false/],
    ['sslMode=require', /options is unknown/],
    ['tlsCAFile=/nowhere/ca.crt', /certificate file/],
  ])('%s ends the start', async (options, sentence) => {
    const run = start({ EVENTSTORE_URL: eventStore(options) })
    expect(await run.ended).toBe(1)
    const lines = run.printed().split('\n')
    expect(lines.filter((line) => line.startsWith('EVENTSTORE_URL takes'))).toEqual([expect.stringMatching(sentence)])
    expect(givenAwayBy(run.printed())).toEqual([])
  })

  test('a wrong password is in the log and in /readyz, and no output or response contains a secret', async () => {
    for (const operation of ['append', 'read', 'subscribe'] as const) standIn.failAll(operation, 'wrong-password')
    const port = await freePort()
    const run = start({
      PORT: String(port),
      EVENTSTORE_URL: eventStore('tls=false'),
      SMTP_URL: `smtp://ada:${SECRETS.SMTP_URL}@127.0.0.1:1`,
      NEWS: 'newsapi',
      NEWSAPI_KEY: SECRETS.NEWSAPI_KEY,
      FOOTBALL_DATA_TOKEN: SECRETS.FOOTBALL_DATA_TOKEN,
      METRICS_TOKEN: SECRETS.METRICS_TOKEN,
    })
    const url = `http://127.0.0.1:${port}`
    const read = (path: string) =>
      fetch(url + path).then(
        (res) => res.text(),
        () => '',
      )
    const sentence = 'the event store does not accept the user or the password in EVENTSTORE_URL'
    await expect.poll(() => read('/readyz'), { timeout: 60_000, interval: 200 }).toContain(sentence)
    await expect.poll(run.printed).toContain(sentence)
    const answers = await Promise.all(['/readyz', '/metrics', '/api/news', '/api/user', '/'].map(read))
    child?.kill('SIGTERM')
    await run.ended
    expect(run.printed()).toContain('esdb:')
    expect(givenAwayBy(run.printed())).toEqual([])
    expect(givenAwayBy(answers.join('\n'))).toEqual([])
  })
})

test.each([
  ['DATABASE_URL', (password: string) => `postgres://nobody:${password}@127.0.0.1:1/plp`],
  ['DATABASE_URL', (password: string) => `postgres://nobody:${password}@127.0.0.1:port/plp`],
])('T94: %s that nobody answers is one sentence, without the password', async (name, addressWith) => {
  const run = start({ [name]: addressWith(SECRETS.SMTP_URL) })
  expect(await run.ended).toBe(1)
  expect(run.printed()).toContain(`${name} takes `)
  expect(givenAwayBy(run.printed())).toEqual([])
})

test('T94: a mail server that is away is logged without the password', async () => {
  const written: string[] = []
  const logger = createLogger({ destination: { write: (line) => void written.push(line) } })
  const transport = createMailTransport({
    smtpUrl: `smtp://ada:${SECRETS.SMTP_URL}@127.0.0.1:1`,
    from: 'plp@example.org',
    folder,
    publicUrl: 'http://localhost',
  })
  const mail = { id: 'one', userId: 1, to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const error = await transport.send(mail as never).catch((reason) => reason)
  expect(error).toBeInstanceOf(Error)
  logger.error({ err: error }, 'a mail was not sent')
  expect(written.join('')).toContain('ECONNREFUSED')
  expect(givenAwayBy(written.join(''))).toEqual([])
})
