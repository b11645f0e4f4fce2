import { erased, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof shoutTables> {}
}

export const shoutTables = readModel(
  {
    shouts: table({
      doc: 'One row per shout by `user_id` at `player_id`.',
      columns: {
        id: integer('Number of the shout.'),
        user_id: integer('The author, by `people.id`.', { dataSubject: 'deletes' }),
        player_id: integer('The recipient, by `people.id`.', { dataSubject: 'deletes' }),
        words: text('Its words; null: the key of its author is destroyed.', { nullable: true }),
        posted_at: timestamp('When it was posted.'),
      },
      key: ['id'],
      indexes: { shouts_user: '(user_id)', shouts_player: '(player_id)' },
    }),
  },
  { erased },
)
