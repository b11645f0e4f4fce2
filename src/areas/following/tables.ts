import { erased, integer, readModel, table, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof followingTables> {}
}

export const followingTables = readModel(
  {
    follows: table({
      hidden: 'only the two players see a follow',
      doc: 'Follow relations with their start; visible to the two players only.',
      columns: {
        follower_id: integer('Follower, by `people.id`.', { dataSubject: 'deletes' }),
        followed_id: integer('Followed player, by `people.id`.', { dataSubject: 'deletes' }),
        followed_at: timestamp('Start of the follow.'),
      },
      key: ['follower_id', 'followed_id'],
      indexes: { follows_followed: '(followed_id)' },
    }),
    /** Number of rows in `follows` by player, indexed to find the players with most followers. */
    followed_players: table({
      doc: 'Number of followers of a player; no row: none.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        followers: integer('Number of followers.'),
      },
      key: ['user_id'],
      readIndexes: { followed_players_order: '(followers desc, user_id)' },
    }),
  },
  { erased },
)
