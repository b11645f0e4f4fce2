import { sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import { type ReadDb, wide } from '../../slice/read-models.ts'
import { TestCounts, type TestRun, type TestStep } from './contract.ts'
import type { TestTask } from './tool.ts'

/** A run without a heartbeat for this long is considered dead. */
const SILENT_SECONDS = 15
const DEAD = 'The process of this run stopped responding'
/** A heartbeat in the future is from before the clock was set back. */
const isSilent = sql`(r.state = 'running' and r.beat_at not between
  now() - make_interval(secs => ${SILENT_SECONDS}) and now() + make_interval(secs => ${SILENT_SECONDS}))`
/** A run can be resumed for less than a day, because ids reserved by its commands expire after a day. */
const RESUMED_HOURS = 23
/** Maximum number of stored runs, and of listed ones. */
const STORED = 50
const SHOWN = 10

/** Counts of a run that has created nothing yet. */
export const noCounts = Object.fromEntries(Object.keys(TestCounts.shape).map((kind) => [kind, 0])) as TestCounts

/** A run to begin. */
interface NewRun {
  readonly task: TestTask
  /** The administrator; null: from the terminal. */
  readonly by: number | null
  /** ISO 8601 UTC. */
  readonly at: string
}

/** Returns the gameweek of a task, if it is fixed. Others are determined at the start of the run. */
export const gameweeksOf = (task: TestTask): readonly number[] =>
  'gameweek' in task && task.gameweek !== 'next' ? [task.gameweek] : []

/** A new run, or the continuation of a failed or stopped run of the same task. */
export interface BegunRow {
  readonly id: number
  /** Id of the task's first run: this one, unless it resumes another. Ids of events and leagues derive from it. */
  readonly first: number
  /** Plan of the earlier runs; empty for a new run. */
  readonly plan: Readonly<Record<string, unknown>>
}

/** Progress of a run. */
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

export type Runs = ReturnType<typeof createRuns>

/** Stores the runs of the testing tool, on all nodes and from the terminal. */
export function createRuns(db: ReadDb) {
  const rowsOf = async (where: ReturnType<typeof sql>): Promise<TestRun[]> => {
    const { rows } = await runRows(where).execute(db)
    return rows.map(runOf)
  }

  return {
    /**
     * Begins a run; null: another run is in progress. It resumes the previous run if that had the same task, and failed or was stopped within
     * a day, after its steps had been planned.
     */
    async begin(run: NewRun): Promise<BegunRow | null> {
      await sql`update app.test_runs r set state = 'failed', error = ${DEAD}, ended_at = beat_at where ${isSilent}`.execute(
        db,
      )
      const { rows } = await beginRun(run).execute(db)
      const row = rows[0]
      if (row === undefined) return null
      await sql`delete from app.test_runs where id <= ${row.id - STORED}::int`.execute(db)
      return { id: row.id, first: row.first_run ?? row.id, plan: row.plan }
    },

    /** Stores the plan of a run, for the run that resumes it. */
    async storePlan(id: number, plan: Readonly<Record<string, unknown>>): Promise<void> {
      await sql`update app.test_runs set plan = ${JSON.stringify(plan)}::jsonb where id = ${id}`.execute(db)
    },

    /** Closes a run of this process that is still open after the database was lost. */
    async abandon(id: number): Promise<void> {
      await sql`
        update app.test_runs set state = 'failed', error = ${DEAD}, ended_at = beat_at
        where id = ${id} and state = 'running'`.execute(db)
    },

    /** Stores the progress of a run, as its heartbeat. `goes`: the run is still open. `isStopRequested`: it should stop. */
    async storeProgress(
      id: number,
      progress: RunProgress,
    ): Promise<{ readonly isOpen: boolean; readonly isStopRequested: boolean }> {
      const { rows } = await sql<{ stop_asked: boolean }>`
        update app.test_runs set beat_at = now(), ${progressColumns(progress)}
        where id = ${id} and state = 'running' returning stop_asked`.execute(db)
      return { isOpen: rows.length > 0, isStopRequested: rows[0]?.stop_asked ?? false }
    },

    async end(id: number, progress: RunProgress, { state, at, message, error }: RunEnd): Promise<void> {
      await sql`
        update app.test_runs set state = ${state}, ended_at = ${at}, message = ${message}, error = ${error}, ${progressColumns(progress)}
        where id = ${id} and state = 'running'`.execute(db)
    },

    /** Requests the current run to stop; returns false if there is none. */
    async requestStop(): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update app.test_runs set stop_asked = true where state = 'running'`.execute(db)
      return Number(numAffectedRows ?? 0) > 0
    },

    async find(id: number): Promise<TestRun | null> {
      return (await rowsOf(sql`r.id = ${wide(id)}`))[0] ?? null
    },

    /** Returns the current run, and the last completed ones. */
    async list(): Promise<{ readonly running: TestRun | null; readonly runs: TestRun[] }> {
      const rows = await rowsOf(sql`true`)
      return {
        running: rows.find(({ state }) => state === 'running') ?? null,
        runs: rows.filter(({ state }) => state !== 'running').slice(0, SHOWN),
      }
    },
  }
}

const progressColumns = ({ gameweeks, percent, steps, counts }: RunProgress) => sql`
  gameweeks = ${[...gameweeks]}::int[], percent = ${percent},
  steps = ${JSON.stringify(steps)}::jsonb, counts = ${JSON.stringify(counts)}::jsonb`

type BegunRun = Pick<AppTables['app.test_runs'], 'id' | 'first_run' | 'plan'>

/**
 * Statement of `begin`: inserts a run, with the plan of the run that it resumes. No row: another run is in progress. A run that was refused
 * before its first step has nothing to resume. The steps of a dead one may not have been stored.
 */
export const beginRun = ({ task, by, at }: NewRun) => sql<BegunRun>`
  insert into app.test_runs (kind, gameweeks, seed, by_user_id, started_at, task, first_run, plan)
  select ${task.kind}, ${[...gameweeksOf(task)]}::int[], ${'seed' in task ? task.seed : null}::int, ${by}::int, ${at}::timestamptz, ${JSON.stringify(task)}::jsonb,
    b.first_run, coalesce(b.plan, '{}')
  from (select max(id) as id from app.test_runs) l left join lateral (
    select coalesce(r.first_run, r.id) as first_run, r.plan from app.test_runs r
    where r.id = l.id and r.state in ('failed', 'stopped') and (r.steps <> '[]' or r.error = ${DEAD}) and r.task = ${JSON.stringify(task)}::jsonb
      and r.started_at > ${at}::timestamptz - make_interval(hours => ${RESUMED_HOURS})) b on true
  on conflict (state) where state = 'running' do nothing returning id, first_run, plan`

interface RunRow
  extends Omit<AppTables['app.test_runs'], 'beat_at' | 'stop_asked' | 'by_user_id' | 'task' | 'first_run' | 'plan'> {
  readonly by: TestRun['by']
}

/** Select of runs, newest first. A run without a heartbeat counts as failed. `by` is null for deleted administrators. */
export const runRows = (where: ReturnType<typeof sql>) => sql<RunRow>`
  select r.id, r.kind, case when ${isSilent} then 'failed' else r.state end as state, r.gameweeks, r.seed, r.started_at,
    case when ${isSilent} then r.beat_at else r.ended_at end as ended_at, r.percent, r.steps, r.counts, r.message,
    case when ${isSilent} then ${DEAD} else r.error end as error,
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
