import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger({ destination: { write: (line) => void lines.push(line) } }))
  return lines.join('')
}

test('passwords, tokens, answers, cookies and authorization never reach a log line', () => {
  const text = logged((logger) => {
    const secret = {
      password: 'hush',
      currentPassword: 'hush',
      newPassword: 'hush',
      token: 'hush',
      securityAnswer: 'hush',
      cookie: 'hush',
      'set-cookie': 'hush',
      authorization: 'hush',
    }
    logger.info(secret)
    logger.info({ body: { ...secret, username: 'ada' } })
    logger.info({ req: { headers: { ...secret, host: 'plp' } } })
  })
  expect(text).not.toContain('hush')
  expect(text).toContain('[redacted]')
  expect(text).toContain('ada')
  expect(text).toContain('plp')
})

test('errors are logged with their cause', () => {
  const text = logged((logger) => logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed'))
  expect(text).toContain('outer')
  expect(text).toContain('inner')
})

test('R144: an error of pg is logged without the values of the row', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "people_key"'), {
    ...{
      code: '23505',
      detail: 'Key (username)=(zebrafinch) already exists.',
      where: "unnamed portal parameter $1 = 'zebrafinch'",
    },
  })
  const text = logged((logger) => logger.error({ err: error }, 'request failed'))
  expect(text).toContain('23505')
  expect(text).not.toContain('zebrafinch')
})

test('an error of pg is logged without its connection', () => {
  const error = Object.assign(new Error('Connection terminated'), { code: '57P01', client: { host: 'db.internal' } })
  const text = logged((logger) => logger.warn({ err: error }, 'lost'))
  expect(text).toContain('57P01')
  expect(text).not.toContain('db.internal')
})

test('R516: lines that cannot be written, as on a full disk, neither end nor hang the process', () => {
  const logger = fileURLToPath(new URL('logger.ts', import.meta.url))
  const script = `import { createLogger } from ${JSON.stringify(logger)}
const log = createLogger()
log.info('one')
await new Promise((resolve) => setTimeout(resolve, 50))
log.fatal('two')
process.stderr.write('alive')`
  // Writing to a file that is open for reading fails on every platform.
  const unwritable = openSync(logger, 'r')
  const { status, signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    ...{ stdio: ['ignore', unwritable, 'pipe'], encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
  })
  closeSync(unwritable)
  expect([status, signal, stderr]).toEqual([0, null, 'alive'])
})
