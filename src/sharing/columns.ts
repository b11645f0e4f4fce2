import type { ColumnWords } from '../slice/columns.ts'
import type { sharingRows } from './read-model.ts'

export const sharingColumns: ColumnWords<typeof sharingRows> = {
  'read.shares': {
    id: 'Number of the share.',
    token: 'The random part of its address. Whoever has it can open a private share.',
    title: 'Its title.',
    description: 'What its owner says of it; null: nothing.',
    share_type: '`individual`, `gameweek` or `custom`.',
    is_public: 'Whether it stands in the feeds.',
    user_id: 'The owner, by `people.id`.',
    views: 'Viewers, once a viewer and day.',
    likes: 'Likes that stand.',
    shares: 'How often it was passed on, once a player and day.',
    comments: 'Comments that stand.',
  },
  'read.share_picks': {
    prediction_id: 'The prediction, by `predictions.id`.',
  },
  'read.share_likes': {
    liked_at: 'When the like was given.',
    day: 'The day (UTC) in which it counts.',
  },
  'read.share_passes': {
    day: 'The day (UTC).',
  },
  'read.share_comments': {
    id: 'Number of the comment.',
    user_id: 'The author, by `people.id`.',
    content: 'What was said.',
    day: 'The day (UTC) in which it counts.',
  },
  'read.share_days': {
    day: 'The day (UTC).',
    views: 'Viewers of that day.',
    likes: 'Likes of that day that stand.',
    shares: 'How often it was passed on that day.',
    comments: 'Comments of that day that stand.',
  },
  'read.share_reports': {
    id: 'Number of the report.',
    comment_id: 'The comment that is meant, by `share_comments.id`; null: the share itself.',
    reason: 'What the reader says is wrong with it; null: nothing is said.',
  },
}
