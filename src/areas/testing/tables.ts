import { integer, readModel, table, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof testingTables> {}
}

export const testingTables = readModel({
  test_users: table({
    doc: 'One row per user that the testing tool created, by the `simulated` mark of the registration, not by the username.',
    columns: {
      user_id: integer(null, { dataSubject: 'deletes' }),
      number: integer('The number in the username, as in `test_007`; null: it has none.', { nullable: true }),
      created_at: timestamp('When the testing tool created the account.'),
    },
    key: ['user_id'],
  }),
  simulated_results: table({
    doc: 'One row per match whose present result, award or cancellation is simulated. A real result, or a clear, deletes the row.',
    columns: {
      fixture_id: integer(),
      at: timestamp('Time of the simulated result, award or cancellation, by the clock of the simulation.'),
    },
    key: ['fixture_id'],
  }),
})
