import type { RecordedEvent } from '../../src/kernel/event.ts'
import { playTables, recorder } from '../support/play.ts'
import { testDatabase } from '../support/postgres.ts'
import { type Bench, median, runSql, timed } from './bench.ts'

const sizes = { real: { players: 100_000, rounds: 3 }, small: { players: 2_000, rounds: 1 } }
const at = '2024-08-15T12:00:00.000Z'

/** A match with 100,000 predictions gets its first result, compared with one UPDATE of as many rows. */
export const settle: Bench = {
  name: 'settle',
  what: `settling a match with ${sizes.real.players.toLocaleString('en')} predictions, against one UPDATE of as many rows`,
  budget: { atMost: 2 },
  async run(size) {
    const { players, rounds } = sizes[size]
    const database = await testDatabase()
    try {
      const play = await playTables(database.db, 'play_bench')
      const record = recorder()
      await play.project([
        record({ type: 'SeasonOpened', data: { season: '2024-25', name: '2024-25', anchor: null } }, at),
        ...Array.from({ length: rounds + 1 }, (_, i) =>
          record(
            {
              type: 'FixtureScheduled',
              data: {
                fixtureId: i,
                season: '2024-25',
                gameweek: 1,
                homeTeamId: 1,
                awayTeamId: 2,
                kickoff: '2024-08-17T14:00:00.000Z',
              },
            },
            at,
          ),
        ),
      ])
      let predictionId = 0
      for (let user = 0; user < players; user += 2_000) {
        const picks: RecordedEvent[] = []
        for (let userId = user; userId < user + 2_000; userId++) {
          for (let fixtureId = 0; fixtureId <= rounds; fixtureId++) {
            predictionId += 1
            const [home, away] = [(userId * 7 + fixtureId) % 4, (userId * 5 + 2 * fixtureId) % 3]
            const result = home > away ? 'home' : home < away ? 'away' : 'draw'
            const pick = { result, score: { home, away } } as const
            picks.push(record({ type: 'PredictionSubmitted', data: { predictionId, userId, fixtureId, pick } }, at))
          }
        }
        await play.project(picks, picks.length)
      }
      await runSql(
        database,
        `create table bench_rows (fixture_id int, user_id int, id int primary key, home_score int, away_score int, points int, at timestamptz)
         with (fillfactor = 100)`,
        `insert into bench_rows select 1, n, n, n % 4, n % 3, null, now() from generate_series(1, ${players}) n`,
        'create index on bench_rows (user_id)',
        'create index on bench_rows (fixture_id, user_id)',
        'vacuum analyze',
        'checkpoint',
      )
      const ours: number[] = []
      const base: number[] = []
      for (let fixtureId = 0; fixtureId <= rounds; fixtureId++) {
        const result = record(
          { type: 'MatchFinished', data: { fixtureId, homeScore: 2, awayScore: 1, byHand: false, reason: null } },
          '2024-08-17T16:00:00.000Z',
        )
        const settled = await timed(() => play.project([result]))
        const updated = await timed(() => runSql(database, `update bench_rows set points = ${fixtureId}`))
        // The first round warms up.
        if (fixtureId > 0) {
          ours.push(settled)
          base.push(updated)
        }
        await runSql(database, 'vacuum', 'checkpoint')
      }
      return { unit: 'ms', ours: median(ours), base: median(base) }
    } finally {
      await database.drop()
    }
  },
}
