import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp } from '../support/app.ts'
import { answered } from '../support/competitions.ts'
import { startStandIn } from '../support/eventstoredb-stand-in/stand-in.ts'
import { reacted } from '../support/leagues.ts'
import { mentions, mentionsIn } from '../support/mentions.ts'
import { livedIn, mailsIn, PASSWORD, PERSON, PUBLIC_URL, WALLET, WORD } from '../support/person.ts'
import { until } from '../support/projections.ts'

// The same with the log in PostgreSQL: test/api/personal-data.test.ts.

test('R144: with an event store, too, a deleted account is found nowhere', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plp-erasure-'))
  const standIn = await startStandIn()
  const app = await startTestApp({
    log: createEventStoreDbLog({ url: standIn.url, prefix: 'plp' }),
    env: { DATA_DIR: dataDir, PUBLIC_URL },
  })
  try {
    const { pool } = app.container.get(TYPES.Database)
    const { person, repeat } = await livedIn(app, dataDir)
    // The log never contains it in the clear; its events are searched all the same.
    expect(mentionsIn(standIn.store, 'PredictionSubmitted', String(PERSON)).length).toBeGreaterThan(20)
    expect((await mentions(pool, WORD, WALLET)).length).toBeGreaterThan(7)
    expect((await person.call('DELETE', '/api/user', { password: PASSWORD })).status).toBe(204)
    await reacted(app)
    await answered(app)
    await until('nothing is left', async () => (await mentions(pool, WORD, WALLET)).length === 0)
    expect(mentionsIn(standIn.store, WORD, WALLET)).toEqual([])
    expect(mailsIn(dataDir).filter(({ raw }) => raw.toLowerCase().includes(WORD))).toEqual([])
    expect((await repeat()).status).toBe(404)
  } finally {
    await app.close()
    await standIn.kill()
    rmSync(dataDir, { recursive: true })
  }
})
