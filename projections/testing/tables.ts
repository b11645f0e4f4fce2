import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const testingVersion = 1

export const testingDdl = `
create table test_users (
  user_id integer primary key,
  number integer,
  created_at timestamptz not null
);

create table simulated_results (
  fixture_id integer primary key,
  at timestamptz not null
);
`

export interface TestingTables {
  test_users: ReadModels['read.test_users']
  simulated_results: ReadModels['read.simulated_results']
}

export const testingViews: readonly ReadView[] = [
  {
    name: 'test_users',
    doc: 'One row a user whom the testing tool made, by the mark of their registration and not by their name; number is that of the name, null where it has none.',
  },
  {
    name: 'simulated_results',
    doc: 'One row a match whose present result, award or cancellation is a simulated one. It goes with a real one, and with a clear.',
  },
]
