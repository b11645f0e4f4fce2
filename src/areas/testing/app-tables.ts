import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { boolean, code, integer, integers, json, text, timestamp } from '../../slice/table.ts'
import type { TestCounts, TestRunKind, TestStep } from './contract.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof testingAppTables> {}
}

export const testingAppTables = {
  'app.test_runs': appTable({
    doc: 'Runs of the testing tool, from the page and from the terminal: one at a time.',
    columns: {
      id: integer(null, { sql: 'generated always as identity' }),
      kind: code<TestRunKind>(),
      state: code<'running' | 'done' | 'stopped' | 'failed'>(null, {
        sql: "default 'running' check (state in ('running', 'done', 'stopped', 'failed'))",
      }),
      gameweeks: integers(),
      seed: integer(null, { nullable: true }),
      by_user_id: integer('Null: the terminal.', { nullable: true }),
      started_at: timestamp(),
      ended_at: timestamp(null, { nullable: true }),
      beat_at: timestamp('Last sign of life of its process.', { sql: 'default now()' }),
      stop_asked: boolean(null, { sql: 'default false' }),
      percent: integer(null, { sql: 'default 0' }),
      steps: json<TestStep[]>(null, { sql: "default '[]'" }),
      counts: json<TestCounts>(null, { sql: "default '{}'" }),
      message: text(null, { nullable: true }),
      error: text(null, { nullable: true }),
      task: json('The task, by which an ended run is resumed.', { nullable: true }),
      first_run: integer('The first run of the task.', { nullable: true }),
      plan: json<Record<string, unknown>>('Plan of the first run.', { sql: "default '{}'" }),
    },
    key: ['id'],
    uniqueIndexes: { test_runs_one: "(state) where state = 'running'" },
  }),
  'app.emitted_lines': appTable({
    doc: 'Lines of files of test events that have been emitted, by a key of all lines up to them: a file that is given again continues after them.',
    columns: { key: code(), emitted_at: timestamp() },
    key: ['key'],
  }),
}
