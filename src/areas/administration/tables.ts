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
    'Actions of administrators, one row per action, in order: roles, resets, deletions, unlocked addresses (`addresses`: how many at once), retroactive runs, dismissed reports, deleted messages, shares and comments, and rulings about ' +
    'matches. `by_user_id` is null for a deleted administrator or, with `at_server`, a command on the server. `user_id` is the affected user; null once they are deleted, as is the written ' +
    '`reason`. `why`: the reason for a deletion, a fixed code.',
  columns: {
    id: code('Id of the event of the action.'),
    n: integer('Number of the action in the log of administrators, from 1.', { sql: 'unique' }),
    at: timestamp('When the action was taken.'),
    kind: code<ActKind>(
      'The action, such as `make-admin`, `reset-password`, `delete`, `unlock-address` or `correct-result`.',
    ),
    by_user_id: integer('The administrator, as `people.id`; null if deleted, or `at_server`.', {
      nullable: true,
      dataSubject: 'clears',
    }),
    at_server: boolean('True for a command on the server.'),
    user_id: integer('The affected user, as `people.id`; null without one, or if deleted.', {
      nullable: true,
      dataSubject: 'clears',
    }),
    fixture_id: integer('The match of a ruling; null for other actions.', { nullable: true }),
    home_score: smallint('Goals of the home club by the ruling; null for other actions.', { nullable: true }),
    away_score: smallint('Goals of the away club by the ruling; null for other actions.', { nullable: true }),
    outcome: code<Outcome>('The awarded result: `home`, `draw`, `away`; null for other actions.', {
      nullable: true,
    }),
    kickoff: timestamp('The kickoff to which a match was moved; null for other actions.', { nullable: true }),
    addresses: integer('Number of unlocked addresses; 1 for other actions.'),
    reason: text('The reason as written; null without one, or if the affected user is deleted.', {
      nullable: true,
    }),
    why: code<DeletionReason>('The reason for a deletion, a fixed code; null for other actions.', { nullable: true }),
  },
  key: ['id'],
  indexes: { acts_by: '(by_user_id)', acts_user: '(user_id)' },
})
const users = integer('Number of accounts that are not deleted.')

export const administrationTables = readModel(
  {
    administrators_acts: view({
      hidden: 'actions of administrators, with their reasons',
      doc: acts.doc,
      columns: acts.columns,
      sql: 'select * from acts',
      // Hides the other person, and a reason written about them.
      exportRow: (row, userId) => ({
        ...row,
        by_user_id: row.by_user_id === userId ? userId : null,
        reason: row.user_id === null || row.user_id === userId ? row.reason : null,
      }),
    }),
    user_counts: view({
      doc: 'One row, present after the first registration: the number of accounts that are not deleted.',
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
