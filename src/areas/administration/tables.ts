import {
  boolean,
  code,
  erased,
  integer,
  readModel,
  smallint,
  table,
  text,
  timestamp,
  type ViewsOf,
  view,
} from '../../slice/table.ts'
import type { Outcome } from '../fixtures/contract.ts'
import type { ActKind, DeletionReason } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof administrationTables> {}
}

const acts = table({
  doc:
    'What administrators did, one row an act, numbered as they came: roles, resets, deletions, addresses let in again (`addresses`: how many at once), runs of unlocking and rulings about ' +
    'matches. `by_user_id` null: somebody deleted by now, or, with `at_server`, whoever sat at the server. `user_id`: to whom; null once they are deleted, with the `reason` that ' +
    'was written. `why`: the reason of a deletion, one of a few words.',
  columns: {
    id: code('The act, by the event that it was.'),
    n: integer('Place of the act in the log of administrators, from 1.', { sql: 'unique' }),
    at: timestamp('When it was done.'),
    kind: code<ActKind>(
      'What was done, such as `make-admin`, `reset-password`, `delete`, `unlock-address` or `correct-result`.',
    ),
    by_user_id: integer('The administrator, by `people.id`; null: deleted by now, or `at_server`.', {
      nullable: true,
      dataSubject: 'clears',
    }),
    at_server: boolean('Whether it was done in the terminal of the server.'),
    user_id: integer('To whom, by `people.id`; null: nobody, or somebody deleted by now.', {
      nullable: true,
      dataSubject: 'clears',
    }),
    fixture_id: integer('The match that was ruled about; null in other acts.', { nullable: true }),
    home_score: smallint('Goals of the home club by the ruling; null in other acts.', { nullable: true }),
    away_score: smallint('Goals of the away club by the ruling; null in other acts.', { nullable: true }),
    outcome: code<Outcome>('To whom a match was awarded: `home`, `draw`, `away`; null in other acts.', {
      nullable: true,
    }),
    kickoff: timestamp('The kickoff to which a match was moved; null in other acts.', { nullable: true }),
    addresses: integer('How many addresses were let in again; 1 in other acts.'),
    reason: text('What the administrator gave as the reason; null: nothing, or about somebody deleted by now.', {
      nullable: true,
    }),
    why: code<DeletionReason>('The reason of a deletion, one of a few words; null in other acts.', { nullable: true }),
  },
  key: ['id'],
  indexes: { acts_by: '(by_user_id)', acts_user: '(user_id)' },
})
const users = integer('Accounts that stand.')

export const administrationTables = readModel(
  {
    administrators_acts: view({
      hidden: 'what administrators do, and their reasons',
      doc: acts.doc,
      columns: acts.columns,
      sql: 'select * from acts',
      // Hides the other person, and a reason that was given about them.
      exportRow: (row, userId) => ({
        ...row,
        by_user_id: row.by_user_id === userId ? userId : null,
        reason: row.user_id === null || row.user_id === userId ? row.reason : null,
      }),
    }),
    user_counts: view({
      doc: 'One row once anybody has registered: how many accounts there are, without the deleted ones.',
      columns: { users },
      sql: 'select users from user_counts',
    }),
  },
  {
    acts,
    user_counts: table({
      doc: 'One row.',
      columns: { one: boolean('Always true.', { sql: 'default true check (one)' }), users },
      key: ['one'],
    }),
    erased,
  },
)
