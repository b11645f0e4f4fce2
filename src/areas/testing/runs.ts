import { sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import { type ReadDb, wide } from '../../slice/read-models.ts'
import { TestCounts, type TestRun, type TestStep } from './contract.ts'
import type { TestTask } from './tool.ts'

/** A run whose process has not said for so long that it goes on has died with it. */
const SILENT_SECONDS = 15
const WENT_AWAY = 'The process that ran it went away'
const isSilent = sql`(r.state = 'running' and r.beat_at < now() - make_interval(secs => ${SILENT_SECONDS}))`
/** Ids that were reserved under a run's commands are forgotten after a day. */
const RESUMED_HOURS = 23
/** Runs that are kept, and shown. */
const KEPT = 50
const SHOWN = 10

export const noCounts = Object.fromEntries(Object.keys(TestCounts.shape).map((kind) => [kind, 0])) as TestCounts

/** A run that begins. */
export interface NewRun {
  readonly task: TestTask
  /** The administrator; null: from the terminal. */
  readonly by: number | null
  /** ISO 8601 UTC. */
  readonly at: string
}

/** The gameweek that a task names; the others are found when its run begins. */
export const gameweeksOf = (task: TestTask): readonly number[] =>
  'gameweek' in task && task.gameweek !== 'next' ? [task.gameweek] : []

/** A run that has begun: on its own, or where an earlier one of the same task failed or was stopped. */
export interface BegunRow {
  readonly id: number
  /** The run that the task began with: this one, unless it resumes. Ids of events and of leagues derive from it. */
  readonly first: number
  /** What the earlier runs had planned; empty where there were none. */
  readonly plan: Readonly<Record<string, unknown>>
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

export type Runs = ReturnType<typeof createRuns>

/** The runs of the testing tool, on all nodes and from the terminal. */
export function createRuns(db: ReadDb) {
  const rowsOf = async (where: ReturnType<typeof sql>): Promise<TestRun[]> => {
    const { rows } = await runRows(where).execute(db)
    return rows.map(runOf)
  }

  return {
    /** Resumes the run before it where that failed or was stopped within a day and had the same task. Null: another run goes on. */
    async begin(run: NewRun): Promise<BegunRow | null> {
      await sql`update app.test_runs r set state = 'failed', error = ${WENT_AWAY}, ended_at = beat_at where ${isSilent}`.execute(
        db,
      )
      const { rows } = await beginRun(run).execute(db)
      const row = rows[0]
      if (row === undefined) return null
      await sql`delete from app.test_runs where id <= ${row.id - KEPT}::int`.execute(db)
      return { id: row.id, first: row.first_run ?? row.id, plan: row.plan }
    },

    /** Keeps what a run has planned for the one that resumes it. */
    async remember(id: number, plan: Readonly<Record<string, unknown>>): Promise<void> {
      await sql`update app.test_runs set plan = ${JSON.stringify(plan)}::jsonb where id = ${id}`.execute(db)
    },

    /** Closes a run of this process that its lost store left open. */
    async abandon(id: number): Promise<void> {
      await sql`
        update app.test_runs set state = 'failed', error = ${WENT_AWAY}, ended_at = beat_at
        where id = ${id} and state = 'running'`.execute(db)
    },

    /** Notes how far it is. `goes`: it is still the one that runs. `isStopAsked`: somebody wants it to stop. */
    async note(
      id: number,
      progress: RunProgress,
    ): Promise<{ readonly goes: boolean; readonly isStopRequested: boolean }> {
      const { rows } = await sql<{ stop_asked: boolean }>`
        update app.test_runs set beat_at = now(), ${noted(progress)}
        where id = ${id} and state = 'running' returning stop_asked`.execute(db)
      return { goes: rows.length > 0, isStopRequested: rows[0]?.stop_asked ?? false }
    },

    async end(id: number, progress: RunProgress, { state, at, message, error }: RunEnd): Promise<void> {
      await sql`
        update app.test_runs set state = ${state}, ended_at = ${at}, message = ${message}, error = ${error}, ${noted(progress)}
        where id = ${id} and state = 'running'`.execute(db)
    },

    /** Asks the run that goes on to stop; false where none does. */
    async requestStop(): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update app.test_runs set stop_asked = true where state = 'running'`.execute(db)
      return Number(numAffectedRows ?? 0) > 0
    },

    async find(id: number): Promise<TestRun | null> {
      return (await rowsOf(sql`r.id = ${wide(id)}`))[0] ?? null
    },

    /** The one that goes on, and the last ones that are over. */
    async list(): Promise<{ readonly running: TestRun | null; readonly runs: TestRun[] }> {
      const rows = await rowsOf(sql`true`)
      return {
        running: rows.find(({ state }) => state === 'running') ?? null,
        runs: rows.filter(({ state }) => state !== 'running').slice(0, SHOWN),
      }
    },
  }
}

const noted = ({ gameweeks, percent, steps, counts }: RunProgress) => sql`
  gameweeks = ${[...gameweeks]}::int[], percent = ${percent},
  steps = ${JSON.stringify(steps)}::jsonb, counts = ${JSON.stringify(counts)}::jsonb`

type BegunRun = Pick<AppTables['app.test_runs'], 'id' | 'first_run' | 'plan'>

/** Begins a run. No row while another one runs. A run whose task failed or was stopped within a day is resumed: it shares its plan. */
export const beginRun = ({ task, by, at }: NewRun) => sql<BegunRun>`
  insert into app.test_runs (kind, gameweeks, seed, by_user_id, started_at, task, first_run, plan)
  select ${task.kind}, ${[...gameweeksOf(task)]}::int[], ${'seed' in task ? task.seed : null}::int, ${by}::int, ${at}::timestamptz, ${JSON.stringify(task)}::jsonb,
    b.first_run, coalesce(b.plan, '{}')
  from (select max(id) as id from app.test_runs) l left join lateral (
    select coalesce(r.first_run, r.id) as first_run, r.plan from app.test_runs r
    where r.id = l.id and r.state in ('failed', 'stopped') and r.task = ${JSON.stringify(task)}::jsonb
      and r.started_at > ${at}::timestamptz - make_interval(hours => ${RESUMED_HOURS})) b on true
  on conflict (state) where state = 'running' do nothing returning id, first_run, plan`

interface RunRow
  extends Omit<AppTables['app.test_runs'], 'beat_at' | 'stop_asked' | 'by_user_id' | 'task' | 'first_run' | 'plan'> {
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
