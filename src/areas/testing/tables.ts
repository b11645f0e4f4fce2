import { integer, readModel, table, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof testingTables> {}
}

export const testingTables = readModel({
  test_users: table({
    doc: 'One row a user whom the testing tool made, by the mark of their registration and not by their name; number is that of the name, null where it has none.',
    columns: {
      user_id: integer(null, { dataSubject: 'deletes' }),
      number: integer('The number in the name, as in `test_007`; null: it has none.', { nullable: true }),
      created_at: timestamp('When the testing tool made the account.'),
    },
    key: ['user_id'],
  }),
  simulated_results: table({
    doc: 'One row a match whose present result, award or cancellation is a simulated one. It goes with a real one, and with a clear.',
    columns: {
      fixture_id: integer(),
      at: timestamp('When the simulated result, award or cancellation came, by the clock of the simulation.'),
    },
    key: ['fixture_id'],
  }),
})
