import type { ShareType } from '../contracts/sharing.ts'
import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof sharingRows> {}
}

export const sharingRows = rows({
  'read.shares': {
    id: 'integer',
    token: 'text',
    user_id: 'integer',
    title: 'text',
    description: 'text | null',
    share_type: text<ShareType>(),
    is_public: 'boolean',
    created_at: 'timestamp with time zone',
    views: 'integer',
    likes: 'integer',
    shares: 'integer',
    comments: 'integer',
  },
  'read.share_picks': { share_id: 'integer', prediction_id: 'integer', fixture_id: 'integer' },
  'read.share_likes': { share_id: 'integer', user_id: 'integer', liked_at: 'timestamp with time zone', day: 'text' },
  'read.share_passes': { share_id: 'integer', user_id: 'integer', day: 'text' },
  'read.share_comments': {
    id: 'integer',
    share_id: 'integer',
    user_id: 'integer',
    content: 'text',
    created_at: 'timestamp with time zone',
    day: 'text',
  },
  'read.share_days': {
    share_id: 'integer',
    day: 'text',
    views: 'integer',
    likes: 'integer',
    shares: 'integer',
    comments: 'integer',
  },
  'read.share_reports': {
    id: 'integer',
    share_id: 'integer',
    comment_id: 'integer | null',
    reporter_id: 'integer',
    reason: 'text | null',
    created_at: 'timestamp with time zone',
  },
})
