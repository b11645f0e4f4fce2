import { erased, integer, readModel, table, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof followingTables> {}
}

export const followingTables = readModel(
  {
    follows: table({
      hidden: 'who follows whom is seen by these two only',
      doc: 'Who follows whom since when: the business of these two.',
      columns: {
        follower_id: integer('Who follows, by `people.id`.', { dataSubject: 'deletes' }),
        followed_id: integer('Who is followed, by `people.id`.', { dataSubject: 'deletes' }),
        followed_at: timestamp('Since when.'),
      },
      key: ['follower_id', 'followed_id'],
      indexes: { follows_followed: '(followed_id)' },
    }),
    /** Counts the rows of `follows`, so that an index finds the players with most followers. */
    followed_players: table({
      doc: 'How many follow a player; without a row: nobody.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        followers: integer('How many follow the player.'),
      },
      key: ['user_id'],
      readIndexes: { followed_players_order: '(followers desc, user_id)' },
    }),
  },
  { erased },
)
