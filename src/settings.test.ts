import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { firstAdministratorSettings } from './areas/accounts/settings.ts'
import { fixtureSettings } from './areas/fixtures/settings.ts'
import { newsSettings } from './areas/news/settings.ts'
import { mailSettings } from './areas/recovery/settings.ts'
import { pushSettings } from './areas/reminders/settings.ts'
import { testimonialsSettings } from './areas/testimonials/settings.ts'
import { testingSettings } from './areas/testing/settings.ts'
import { settingsOf } from './kernel/setting.ts'
import { readSettings, type Settings, settingsHelp } from './settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plp-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const settings = (env: Record<string, string> = {}): Settings => {
  const result = readSettings(env)
  if (!result.ok) throw new Error(result.problem)
  return result.settings
}

const problem = (env: Record<string, string>): string => {
  const result = readSettings(env)
  if (result.ok) throw new Error('the setting was taken')
  return result.problem
}

describe('settings', () => {
  test('no key, database or variable is needed: everything has a default', () => {
    expect(settings()).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: null,
      eventStoreUrl: null,
      eventStorePrefix: 'plp',
      masterKey: null,
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      logLevel: 'warn',
      metricsToken: null,
      warnings: [],
      areas: new Map<unknown, unknown>([
        [firstAdministratorSettings, { username: 'admin', password: null }],
        [
          mailSettings,
          {
            smtpUrl: null,
            from: 'PLP <no-reply@localhost>',
            folder: path.resolve('data/outbox'),
            publicUrl: 'http://localhost:3000',
          },
        ],
        [fixtureSettings, { kind: 'demo' }],
        [newsSettings, { kind: 'club-news' }],
        [
          pushSettings,
          [
            ...['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.services.mozilla.com'],
            ...['*.push.apple.com', '*.notify.windows.com'],
          ],
        ],
        [testimonialsSettings, null],
        [testingSettings, { isOn: true }],
      ]),
    })
  })

  test('an empty variable counts as unset', () => {
    expect(settings({ PORT: '', DATABASE_URL: '', MASTER_KEY: '' })).toEqual(settings())
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'two words'],
    ['NEWS', 'gossip'],
    ['NEWS', 'file:///etc/passwd'],
    ['NEWS', 'https://'],
    ['NEWSAPI_KEY', 'two words'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'smtp:///inbox'],
    ['PUSH_SERVICES', 'https://fcm.googleapis.com'],
    ['PUSH_SERVICES', 'nowhere'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'PLP <a@b.example>\r\nBcc: c@d.example'],
    ['DATA_DIR', 'package.json'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['EVENTSTORE_PREFIX', 'a.b'],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['MASTER_KEY', `${'A'.repeat(42)}!=`],
    ['ADMIN_USERNAME', 'ab'],
    ['ADMIN_USERNAME', 'Test_bob'],
    ['ADMIN_USERNAME', 'with space'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['FIXTURES', './no/such/file.json'],
    ['FIXTURES', './test'],
    ['TESTIMONIALS_URL', 'example.org'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'https://example.org/path'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'my-proxy'],
    ['NODE_ENV', 'staging'],
    ['TESTING_TOOL', 'maybe'],
  ])('a bad %s (%s) is one line with the variable and its valid values, without the value', (name, value) => {
    const line = problem({ [name]: value })
    expect(line.startsWith(`${name} takes `)).toBe(true)
    expect(line).not.toContain('\n')
    expect(line).not.toContain(value)
  })

  test('MASTER_KEY is 32 bytes in base64, standard or url-safe', () => {
    const key = Buffer.alloc(32, 0xfb)
    expect(settings({ MASTER_KEY: key.toString('base64') }).masterKey).toEqual(key)
    expect(settings({ MASTER_KEY: key.toString('base64url') }).masterKey).toEqual(key)
  })

  test('FIXTURES takes a file that opens, an address, and football-data with its token', () => {
    const file = path.join(folder, 'season.json')
    writeFileSync(file, '{}')
    expect(settingsOf(settings({ FIXTURES: file }).areas, fixtureSettings)).toEqual({ kind: 'file', path: file })
    expect(settingsOf(settings({ FIXTURES: 'https://example.org/en.1.json' }).areas, fixtureSettings)).toEqual({
      kind: 'url',
      url: 'https://example.org/en.1.json',
    })
    expect(
      settingsOf(settings({ FIXTURES: 'football-data', FOOTBALL_DATA_TOKEN: 'abc' }).areas, fixtureSettings),
    ).toEqual({
      kind: 'football-data',
      token: 'abc',
    })
    expect(problem({ FIXTURES: 'football-data' })).toContain('FOOTBALL_DATA_TOKEN')
  })

  test('NEWS takes club-news, the address of a feed, and newsapi with its key', () => {
    expect(settingsOf(settings({ NEWS: 'club-news' }).areas, newsSettings)).toEqual({ kind: 'club-news' })
    const url = 'https://example.org/football.rss'
    expect(settingsOf(settings({ NEWS: url }).areas, newsSettings)).toEqual({ kind: 'feed', url })
    expect(settingsOf(settings({ NEWS: 'newsapi', NEWSAPI_KEY: 'abc123' }).areas, newsSettings)).toEqual({
      kind: 'newsapi',
      key: 'abc123',
    })
    expect(problem({ NEWS: 'newsapi' })).toBe('NEWS=newsapi needs NEWSAPI_KEY, the key of a newsapi.org account')
  })

  test('esdb:// and kurrentdb:// name an event store', () => {
    for (const url of ['esdb://localhost:2113?tls=false', 'kurrentdb://a:1,b:2?tls=true', 'esdb+discover://c'])
      expect(settings({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url)
  })

  test.each(['development', 'test'])('NODE_ENV=%s, as tools set it, is not production', (name) => {
    expect(settings({ NODE_ENV: name })).toMatchObject({ production: false, logLevel: 'warn' })
    expect(settings({ NODE_ENV: 'production' })).toMatchObject({ production: true, logLevel: 'info' })
  })

  test('T59 the testing tool is on, but off in production, unless TESTING_TOOL says otherwise', () => {
    expect(settingsOf(settings({ NODE_ENV: 'production' }).areas, testingSettings).isOn).toBe(false)
    expect(settingsOf(settings({ NODE_ENV: 'production', TESTING_TOOL: 'on' }).areas, testingSettings).isOn).toBe(true)
    expect(settingsOf(settings({ TESTING_TOOL: 'off' }).areas, testingSettings).isOn).toBe(false)
  })

  test('PUBLIC_URL follows PORT unless it is set, and loses its trailing slash', () => {
    expect(settings({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(settings({ PUBLIC_URL: 'https://plp.example.org/' }).publicUrl).toBe('https://plp.example.org')
  })

  test('mails come from the host of PUBLIC_URL unless MAIL_FROM says otherwise, through SMTP_URL', () => {
    expect(settingsOf(settings({ PUBLIC_URL: 'https://plp.example.org' }).areas, mailSettings).from).toBe(
      'PLP <no-reply@plp.example.org>',
    )
    for (const MAIL_FROM of ['plp@example.org', 'The Game <plp@example.org>'])
      expect(settingsOf(settings({ MAIL_FROM }).areas, mailSettings).from).toBe(MAIL_FROM)
    for (const SMTP_URL of ['smtp://a:b@mail.example.org:587', 'smtps://mail.example.org'])
      expect(settingsOf(settings({ SMTP_URL }).areas, mailSettings).smtpUrl).toBe(SMTP_URL)
  })

  test('TRUST_PROXY: a list of addresses causes no warning; true and hop counts do', () => {
    const listed = settings({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32' })
    expect(listed.trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32'])
    expect(listed.warnings).toEqual([])
    expect(settings({ TRUST_PROXY: 'true' })).toMatchObject({
      trustProxy: true,
      warnings: [expect.stringMatching(/TRUST_PROXY/)],
    })
    expect(settings({ TRUST_PROXY: '2' })).toMatchObject({
      trustProxy: 2,
      warnings: [expect.stringMatching(/TRUST_PROXY/)],
    })
    expect(settings({ TRUST_PROXY: 'false' })).toMatchObject({ trustProxy: false, warnings: [] })
  })

  test('R474: docker-compose.yml passes every setting that the image does not fix', () => {
    const fixedByImage = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV']
    const names = [...settingsHelp().matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name!)
    const compose = readFileSync('docker-compose.yml', 'utf8')
    const missing = names.filter((name) => !fixedByImage.includes(name) && !compose.includes(`      ${name}: `))
    expect(missing).toEqual([])
  })

  test('--help and the README list the same settings', () => {
    const listed = [...settingsHelp().matchAll(/^ {2}([A-Z_]+) +\S/gm)].map(([, name]) => name)
    const table = readFileSync('README.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const documented = table.flatMap((line) =>
      [...line.split(' | ')[0]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    )
    expect(listed.length).toBeGreaterThan(10)
    expect(documented.sort()).toEqual(listed.sort())
  })
})
