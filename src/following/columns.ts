import type { ColumnWords } from '../slice/columns.ts'
import type { followingRows } from './read-model.ts'

export const followingColumns: ColumnWords<typeof followingRows> = {
  'read.follows': {
    follower_id: 'Who follows, by `people.id`.',
    followed_id: 'Who is followed, by `people.id`.',
    followed_at: 'Since when.',
  },
  'read.followed_players': {
    followers: 'How many follow the player.',
  },
}
