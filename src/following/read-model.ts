import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof followingRows> {}
}

export const followingRows = rows({
  'read.follows': { follower_id: 'integer', followed_id: 'integer', followed_at: 'timestamp with time zone' },
  'read.followed_players': { user_id: 'integer', followers: 'integer' },
})
