import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createCommand } from './shell.ts'

test('R438: after Ctrl-C, a command prints no errors of the work that it abandons', async () => {
  const stopping = new AbortController()
  const errors: string[] = []
  const into = (lines: string[]) =>
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk))
        done()
      },
    })
  const main = createCommand({
    usage: '',
    work({ logger, atEnd }) {
      const { promise, resolve } = Promise.withResolvers<number>()
      atEnd(async () => {
        logger.error('the connection was closed')
        resolve(1)
      })
      logger.error('a real fault')
      setImmediate(() => stopping.abort(130))
      return promise
    },
  })
  const terminal = {
    args: [],
    env: {},
    out: into([]),
    err: into(errors),
    input: Readable.from([]),
    stop: stopping.signal,
  }
  expect(await main(terminal)).toBe(130)
  expect(errors.map((line) => JSON.parse(line).msg)).toEqual(['a real fault'])
})
