import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof chatRows> {}
}

export const chatRows = rows({
  'read.messages': {
    id: 'integer',
    number: 'integer',
    user_id: 'integer',
    room_kind: text<'league' | 'competition'>(),
    room_id: 'integer',
    content: 'text | null',
    created_at: 'timestamp with time zone',
    is_edited: 'boolean',
    is_deleted: 'boolean',
  },
  'read.message_reports': {
    id: 'integer',
    message_id: 'integer',
    reporter_id: 'integer',
    reason: 'text | null',
    created_at: 'timestamp with time zone',
  },
})
