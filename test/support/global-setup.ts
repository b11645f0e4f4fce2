import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'

const log = (fields: object, message: string): void => console.error(message, fields)

/** One server for the run, with fsync off, unless `TEST_DATABASE_URL` names one. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plp-test-'))
  // As root the server runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({
    dataDir,
    fsync: false,
    logger: { info: () => undefined, warn: log, error: log },
  })
  process.env.TEST_DATABASE_URL = server.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
