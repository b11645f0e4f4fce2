import { code, erased, integer, integers, readModel, table, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof finalTableTables> {}
}

/** Points are not stored: every result would change all rows. */
export const finalTableTables = readModel(
  {
    final_tables: table({
      hidden: 'a prediction is sealed until the first cutoff of its season',
      doc: 'Predictions of final tables, one row per user and season. Sealed until the first cutoff of the season.',
      columns: {
        season: code(),
        user_id: integer(null, { dataSubject: 'deletes' }),
        club_ids: integers('The clubs from first to last, by `teams.id`.'),
        updated_at: timestamp('Time of the last change.'),
      },
      key: ['season', 'user_id'],
      indexes: { final_tables_user: '(user_id)' },
    }),
  },
  { erased },
)
