import { sql } from 'kysely'
import type { TestCounts, TestRun, TestRunKind, TestStep } from '../contracts/testing.ts'
import type { AppTables } from '../database/app-tables.ts'
import { type ReadDb, wide } from '../slice/read-models.ts'

/** A run whose process has not said for so long that it goes on has died with it. */
const SILENT_SECONDS = 15
const WENT_AWAY = 'The process that ran it went away'
const isSilent = sql`(r.state = 'running' and r.beat_at < now() - make_interval(secs => ${SILENT_SECONDS}))`
/** Runs that are kept, and shown. */
const KEPT = 50
const SHOWN = 10

export const noCounts: TestCounts = {
  users: 0,
  predictions: 0,
  results: 0,
  leagues: 0,
  messages: 0,
  shares: 0,
  comments: 0,
}

/** What a run is about when it begins. */
export interface NewRun {
  readonly kind: TestRunKind
  readonly gameweeks: readonly number[]
  readonly seed: number | null
  /** The administrator; null: from the terminal. */
  readonly by: number | null
  /** ISO 8601 UTC. */
  readonly at: string
}

/** How far a run is. */
export interface RunProgress {
  readonly gameweeks: readonly number[]
  readonly percent: number
  readonly steps: readonly TestStep[]
  readonly counts: TestCounts
}

interface RunEnd {
  readonly state: 'done' | 'stopped' | 'failed'
  readonly at: string
  readonly message: string | null
  readonly error: string | null
}

/** The runs of the testing tool, on all nodes and from the terminal. */
export interface Runs {
  /** Gives its id; null: another run goes on. */
  begin(run: NewRun): Promise<number | null>
  /** Notes how far it is. `goes`: it is still the one that runs. `isStopAsked`: somebody wants it to stop. */
  note(id: number, progress: RunProgress): Promise<{ readonly goes: boolean; readonly isStopAsked: boolean }>
  end(id: number, progress: RunProgress, end: RunEnd): Promise<void>
  /** Asks the run that goes on to stop; false where none does. */
  askToStop(): Promise<boolean>
  find(id: number): Promise<TestRun | null>
  /** The one that goes on, and the last ones that are over. */
  list(): Promise<{ readonly running: TestRun | null; readonly runs: TestRun[] }>
}

export function createRuns(db: ReadDb): Runs {
  const rowsOf = async (where: ReturnType<typeof sql>): Promise<TestRun[]> => {
    const { rows } = await runRows(where).execute(db)
    return rows.map(runOf)
  }

  return {
    async begin({ kind, gameweeks, seed, by, at }) {
      await sql`update app.test_runs r set state = 'failed', error = ${WENT_AWAY}, ended_at = beat_at where ${isSilent}`.execute(
        db,
      )
      const { rows } = await sql<{ id: number }>`
        insert into app.test_runs (kind, gameweeks, seed, by_user_id, started_at)
        values (${kind}, ${[...gameweeks]}::int[], ${seed}, ${by}, ${at})
        on conflict (state) where state = 'running' do nothing returning id`.execute(db)
      const id = rows[0]?.id ?? null
      if (id !== null) await sql`delete from app.test_runs where id <= ${id - KEPT}::int`.execute(db)
      return id
    },

    async note(id, { gameweeks, percent, steps, counts }) {
      const { rows } = await sql<{ stop_asked: boolean }>`
        update app.test_runs set beat_at = now(), gameweeks = ${[...gameweeks]}::int[], percent = ${percent},
          steps = ${JSON.stringify(steps)}::jsonb, counts = ${JSON.stringify(counts)}::jsonb
        where id = ${id} and state = 'running' returning stop_asked`.execute(db)
      return { goes: rows.length > 0, isStopAsked: rows[0]?.stop_asked ?? false }
    },

    async end(id, { gameweeks, percent, steps, counts }, { state, at, message, error }) {
      await sql`
        update app.test_runs set state = ${state}, ended_at = ${at}, message = ${message}, error = ${error}, percent = ${percent},
          gameweeks = ${[...gameweeks]}::int[], steps = ${JSON.stringify(steps)}::jsonb, counts = ${JSON.stringify(counts)}::jsonb
        where id = ${id} and state = 'running'`.execute(db)
    },

    async askToStop() {
      const { numAffectedRows } = await sql`
        update app.test_runs set stop_asked = true where state = 'running'`.execute(db)
      return Number(numAffectedRows ?? 0) > 0
    },

    async find(id) {
      return (await rowsOf(sql`r.id = ${wide(id)}`))[0] ?? null
    },

    async list() {
      const rows = await rowsOf(sql`true`)
      return {
        running: rows.find(({ state }) => state === 'running') ?? null,
        runs: rows.filter(({ state }) => state !== 'running').slice(0, SHOWN),
      }
    },
  }
}

interface RunRow extends Omit<AppTables['app.test_runs'], 'beat_at' | 'stop_asked' | 'by_user_id'> {
  readonly by: TestRun['by']
}

/** Runs, newest first, as a query. One that is silent has failed, and who is deleted by now has no name. */
export const runRows = (where: ReturnType<typeof sql>) => sql<RunRow>`
  select r.id, r.kind, case when ${isSilent} then 'failed' else r.state end as state, r.gameweeks, r.seed, r.started_at,
    case when ${isSilent} then r.beat_at else r.ended_at end as ended_at, r.percent, r.steps, r.counts, r.message,
    case when ${isSilent} then ${WENT_AWAY} else r.error end as error,
    case when p.username is not null then json_build_object('id', p.id, 'username', p.username) end as by
  from app.test_runs r left join read.people p on p.id = r.by_user_id and p.deleted_at is null
  where ${where} order by r.id desc limit ${SHOWN + 1}`

const runOf = ({
  id,
  kind,
  state,
  gameweeks,
  seed,
  by,
  percent,
  steps,
  counts,
  message,
  error,
  ...row
}: RunRow): TestRun => ({
  ...{ id, kind, state, gameweeks, seed, by, percent, steps, message, error },
  startedAt: row.started_at,
  endedAt: row.ended_at,
  ...noCounts,
  ...counts,
})
