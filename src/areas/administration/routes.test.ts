import { expect, test } from 'vitest'
import { listLogger } from '../../../test/support/projections.ts'
import type { ProjectionOperations, ProjectionStatus } from '../../slice/projection-status.ts'
import { administrationRoutes } from './routes.ts'

const play: ProjectionStatus = {
  name: 'play',
  kind: 'group',
  checkpoint: null,
  head: null,
  behind: false,
  events: 0,
  paused: null,
  generation: 1,
  liveVersion: 1,
  version: 1,
  rebuilding: null,
  rebuildError: null,
}

/** Asks for a rebuild of `play`; returns the logger and how `rebuild` was answered. */
async function askForRebuild(status: Partial<ProjectionStatus>, rebuild: ProjectionOperations['rebuild']) {
  const logger = listLogger()
  const engine = {
    status: async () => ({ node: 'n', leader: true, projections: [{ ...play, ...status }], deadLetters: [] }),
    retry: async () => false,
    skip: async () => false,
    rebuild,
  }
  const routes = administrationRoutes({ engine, logger })
  const { handle } = routes.find(({ path }) => path === '/api/admin/projections/:name/rebuild')!
  await handle({ params: { name: 'play' } } as never)
  return logger.lines
}

test('a rebuild that fails is logged as an error', async () => {
  const error = new Error('play: MatchFinished in fixture-7 at 12: bad score')
  const lines = await askForRebuild({}, () => Promise.reject(error))
  await expect
    .poll(() => lines)
    .toEqual([{ level: 'error', message: 'rebuild failed', fields: { err: error, projection: 'play' } }])
})

test('a rebuild that a stopping node aborts is a warning', async () => {
  const lines = await askForRebuild({}, () => Promise.reject(new DOMException('stopped', 'AbortError')))
  await expect
    .poll(() => lines)
    .toEqual([{ level: 'warn', message: 'a rebuild was aborted', fields: { projection: 'play' } }])
})

test('a second rebuild during the first is refused', async () => {
  const rebuilding = { name: 'play', done: 1, total: 2 }
  await expect(askForRebuild({ rebuilding }, () => Promise.reject(new Error('Called')))).rejects.toMatchObject({
    status: 409,
    message: 'A rebuild is already running',
  })
})
