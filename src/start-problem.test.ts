import { describe, expect, test } from 'vitest'
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.ts'
import { UnsupportedPostgres } from './database/unsupported-postgres.ts'
import { MasterKeyMismatch } from './event-log/key-store.ts'
import { BadSetting } from './kernel/setting.ts'
import { readSettings, type Settings } from './settings.ts'
import { startProblem } from './start-problem.ts'

function settings(env: Readonly<Record<string, string>> = {}): Settings {
  const read = readSettings({ PORT: '3000', HOST: 'plp.example', ...env })
  if (!read.ok) throw new Error(read.problem)
  return read.settings
}
const own = settings()
const postgres = settings({ DATABASE_URL: 'postgres://db.example/plp' })
const eventStore = settings({
  EVENTSTORE_URL: 'esdb://store.example:2113',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
})

/** An error of Node or PostgreSQL. */
const coded = (code: string, more: object = {}) => Object.assign(new Error('reason'), { code, ...more })
const listening = (code: string) => coded(code, { syscall: 'listen' })
const lookingUp = (hostname: string, code = 'ENOTFOUND') => coded(code, { syscall: 'getaddrinfo', hostname })

describe('a failed start', () => {
  test.each([
    ['a setting', new BadSetting('PORT takes a number'), own, 'PORT takes a number'],
    ['the embedded server', new EmbeddedPostgresError('no room'), own, 'no room'],
    ['an old PostgreSQL', new UnsupportedPostgres('too old'), postgres, 'too old'],
    ['a full disk', coded('ENOSPC'), own, 'The disk is full: reason'],
    ['another master key', new MasterKeyMismatch(), own, 'MASTER_KEY takes the key of this store; this is another one'],
    ['a port in use', listening('EADDRINUSE'), own, 'PORT takes a free port; 3000 is in use'],
    ['a reserved port', listening('EACCES'), own, 'PORT takes a port this user may open; 3000 is not one'],
    ['another machine', listening('EADDRNOTAVAIL'), own, /^HOST takes an address of this machine; plp\.example is not/],
    ['an unknown host', lookingUp('plp.example'), own, /plp\.example is not known here \(ENOTFOUND\)$/],
    ['a resolver that is away', lookingUp('plp.example', 'EAI_AGAIN'), own, /not known here \(EAI_AGAIN\)$/],
    // Not the host of the game.
    ['an unknown database host', lookingUp('db.example'), postgres, /^DATABASE_URL takes the address of a PostgreSQL/],
    ['a database that is away', coded('ECONNREFUSED'), postgres, /that answers: reason$/],
    ['a database that is silent', new Error('Connection terminated due to connection timeout'), postgres, /^DATABASE_/],
    ['a database that is starting', coded('57P03'), postgres, /^DATABASE_URL takes the address/],
    ['a wrong password', coded('28P01'), postgres, /^DATABASE_URL takes the address/],
    [
      'R389: an address of other data in the folder of the embedded server',
      coded('28P01'),
      settings({ DATA_DIR: '/data' }),
      '/data/postgres/connection.json does not fit the data: restore /data/postgres from a backup',
    ],
    ['a missing database', coded('3D000'), postgres, /^DATABASE_URL takes the address/],
    ['a database without TLS', new Error('The server does not support SSL connections'), postgres, /^DATABASE_URL/],
    ['an unknown authority', coded('SELF_SIGNED_CERT_IN_CHAIN'), postgres, /^DATABASE_URL takes the address/],
    ['a certificate of another host', coded('ERR_TLS_CERT_ALTNAME_INVALID'), postgres, /^DATABASE_URL takes the/],
    [
      'a certificate file that is missing',
      coded('ENOENT', { path: '/nope/ca.crt' }),
      settings({ DATABASE_URL: 'postgres://db.example/plp?sslrootcert=/nope/ca.crt' }),
      'DATABASE_URL takes the address of a PostgreSQL that answers: reason',
    ],
    [
      'a role without rights',
      coded('42501'),
      postgres,
      'DATABASE_URL takes a role that may create schemas in its database: reason',
    ],
    [
      'an address of no event store',
      new TypeError('Invalid URL'),
      eventStore,
      'EVENTSTORE_URL takes an address of EventStoreDB: Invalid URL',
    ],
  ])('by %s has its line', (_, error, given, line) => {
    expect(startProblem(error, given)).toEqual({
      line: typeof line === 'string' ? line : expect.stringMatching(line),
      isExpected: true,
    })
  })

  test.each([
    ['a listening socket with an unknown fault', listening('EIO'), own],
    ['an unknown name while the database is embedded', lookingUp('db.example'), own],
    ['a connection that the game does not configure', coded('ECONNREFUSED'), own],
    ['a missing file that the address does not name', coded('ENOENT', { path: '/nope/ca.crt' }), postgres],
    ['a fault of PostgreSQL', coded('XX000'), postgres],
    ['a fault of the program', new TypeError('reason'), postgres],
  ])('by %s has its stack trace, too', (_, error, given) => {
    expect(startProblem(error, given)).toEqual({ line: 'reason', isExpected: false })
  })
})
