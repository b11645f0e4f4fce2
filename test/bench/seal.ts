import { hash } from 'node:crypto'
import { SEALS_STREAM } from '../../src/areas/proofs/events.ts'
import { sealDecider } from '../../src/areas/proofs/seal-decider.ts'
import { createSeals } from '../../src/areas/proofs/seals.ts'
import { createMemoryLog } from '../../src/event-log/memory/memory-log.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { migrated, testDatabase } from '../support/postgres.ts'
import { signer, testKeys } from '../support/seals.ts'
import { type Bench, median, runSql, timed } from './bench.ts'

const sizes = { real: { picks: 100_000, rounds: 5 }, small: { picks: 2_000, rounds: 1 } }
const since = '2024-08-01T12:00:00.000Z'
const at = '2024-08-17T14:00:00.000Z'

/** A match with 100,000 picks is sealed, compared with hashing its picks: the entry, the leaf and the node of each. */
export const seal: Bench = {
  name: 'seal',
  what: `sealing a match with ${sizes.real.picks.toLocaleString('en')} picks, against hashing them`,
  budget: { atMost: 2 },
  async run(size) {
    const { picks, rounds } = sizes[size]
    const database = await testDatabase(migrated)
    try {
      await runSql(
        database,
        `create table read.fixtures (id int primary key, season text, cutoff timestamptz, settled_at timestamptz);
         create table read.seals (fixture_id int, season text, gameweek int);
         create table read.simulated_results (fixture_id int);
         create table read.settled_gameweeks (season text, gameweek int, settled_at timestamptz);
         create table read.predictions (fixture_id int, user_id int, result text, home_score int, away_score int, revision int, entry bytea,
           primary key (fixture_id, user_id))`,
        `insert into read.predictions select m, n, 'home', 1, 0, 1, sha256(convert_to(m || '/' || n, 'UTF8'))
         from generate_series(0, ${rounds}) m, generate_series(1, ${picks}) n`,
        'vacuum analyze',
      )
      const log = createMemoryLog()
      const handler = createCommandHandler({ log })
      const progress = { passed: async () => true }
      const seals = createSeals({ database, handler, log, progress, keysOf: testKeys, signer })
      await seals.run(since)
      const ours: number[] = []
      const base: number[] = []
      for (let match = 0; match <= rounds; match++) {
        await runSql(
          database,
          `truncate read.fixtures; insert into read.fixtures values (${match}, '2024-25', '2024-08-17T13:55:00Z')`,
          'checkpoint',
        )
        const sealed = await timed(() => seals.run(at))
        const { state } = await handler.load(sealDecider, SEALS_STREAM)
        if (!state.sealed.has(`fixture/${match}`)) throw new Error('the match was not sealed')
        const hashed = await timed(async () => hashAll(picks))
        // The first round warms up.
        if (match > 0 || rounds === 1) {
          ours.push(sealed)
          base.push(hashed)
        }
      }
      return { unit: 'ms', ours: median(ours), base: median(base) }
    } finally {
      await database.drop()
    }
  },
}

/** Salt and statement of each pick, its leaf, and a node of the tree. */
function hashAll(picks: number): void {
  const [entry, leaf, node] = [Buffer.alloc(32 + 110, 1), Buffer.alloc(33, 2), Buffer.alloc(65, 3)]
  for (let pick = 0; pick < picks; pick++) for (const input of [entry, leaf, node]) hash('sha256', input, 'buffer')
}
