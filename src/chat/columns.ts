import type { ColumnWords } from '../slice/columns.ts'
import type { chatRows } from './read-model.ts'

export const chatColumns: ColumnWords<typeof chatRows> = {
  'read.messages': {
    id: 'Number of the message.',
    number: 'Place in the order of posting, of all chats.',
    room_kind: '`league` or `competition`.',
    room_id: 'The league or competition whose chat it is, by its id.',
    user_id: 'The author, by `people.id`.',
    content: 'What was said; null once it is deleted.',
    created_at: 'When it was posted.',
    is_edited: 'Whether its author has changed it.',
    is_deleted: 'Whether it was deleted.',
  },
  'read.message_reports': {
    id: 'Number of the report.',
    message_id: 'The message, by `messages.id`.',
    reason: 'What the reader says is wrong with it; null: nothing is said.',
  },
}
