import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { boolean, code, integer, integers, json, text, timestamp } from '../../slice/table.ts'
import type { TestCounts, TestRunKind, TestStep } from './contract.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof testingAppTables> {}
}

export const testingAppTables = {
  'app.test_runs': appTable({
    doc: 'Runs of the testing tool, from the page and from the terminal. Only one runs at a time.',
    columns: {
      id: integer(null, { sql: 'generated always as identity' }),
      kind: code<TestRunKind>(),
      state: code<'running' | 'done' | 'stopped' | 'failed'>(null, {
        sql: "default 'running' check (state in ('running', 'done', 'stopped', 'failed'))",
      }),
      gameweeks: integers(),
      seed: integer(null, { nullable: true }),
      by_user_id: integer('The administrator; null: from the terminal.', { nullable: true }),
      started_at: timestamp(),
      ended_at: timestamp(null, { nullable: true }),
      beat_at: timestamp('Last heartbeat of its process.', { sql: 'default now()' }),
      stop_asked: boolean(null, { sql: 'default false' }),
      percent: integer(null, { sql: 'default 0' }),
      steps: json<TestStep[]>(null, { sql: "default '[]'" }),
      counts: json<TestCounts>(null, { sql: "default '{}'" }),
      message: text(null, { nullable: true }),
      error: text(null, { nullable: true }),
      task: json('The task. A new run of an equal task resumes a failed or stopped one.', { nullable: true }),
      first_run: integer('The first run of the task.', { nullable: true }),
      plan: json<Record<string, unknown>>('Plan of the first run.', { sql: "default '{}'" }),
    },
    key: ['id'],
    uniqueIndexes: { test_runs_one: "(state) where state = 'running'" },
  }),
  'app.emitted_lines': appTable({
    doc: 'Emitted lines of files with test events, by a key of all lines up to them. When the same file is emitted again, it continues after them.',
    columns: { key: code(), emitted_at: timestamp() },
    key: ['key'],
  }),
}
