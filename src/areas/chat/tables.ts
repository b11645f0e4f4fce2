import {
  boolean,
  code,
  erased,
  integer,
  readModel,
  table,
  text,
  timestamp,
  type ViewsOf,
  view,
} from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof chatTables> {}
}

const reportColumns = {
  id: integer('Number of the report.'),
  message_id: integer('The message, as `messages.id`.'),
  reporter_id: integer(null, { dataSubject: 'deletes' }),
  reason: text('The reader’s reason; null without one.', { nullable: true }),
  created_at: timestamp(),
}

export const chatTables = readModel(
  {
    messages: table({
      hidden: 'chats of a league are only for its members',
      doc:
        'One row per message of a chat; `number` is the order of posting. `room_kind` and `room_id`: the league or competition. ' +
        'A deleted one stays without content. Chats of a league are only for its members.',
      columns: {
        id: integer('Number of the message.'),
        // Nodes reserve ids in blocks, so ids are not in the order of posting.
        number: integer('Number in the order of posting, across all chats.'),
        user_id: integer('The author, as `people.id`.', { dataSubject: 'deletes' }),
        room_kind: code<'league' | 'competition'>('`league` or `competition`.', {
          sql: `check (room_kind in ('league', 'competition'))`,
        }),
        room_id: integer('The league or competition whose chat it is, by its id.'),
        content: text('The text; null once it is deleted.', { nullable: true }),
        created_at: timestamp('When it was posted.'),
        is_edited: boolean('True if its author has edited it.'),
        is_deleted: boolean('True if it was deleted.'),
      },
      key: ['id'],
      indexes: { messages_user: '(user_id)' },
      readIndexes: { messages_room: '(room_kind, room_id, number desc)' },
    }),
    message_reports: view({
      hidden: 'reports for administrators',
      doc: 'One row per report of a message by a reader, for administrators. `id` is from the sequence of messages.',
      columns: reportColumns,
      sql: 'select * from reports',
    }),
  },
  {
    reports: table({
      doc: 'Rows of `read.message_reports`.',
      columns: reportColumns,
      key: ['id'],
      indexes: { reports_message: '(message_id)', reports_reporter: '(reporter_id)' },
    }),
    posted: table({
      doc: 'One row: the number of messages ever posted.',
      columns: { total: integer() },
      key: [],
    }),
    erased,
  },
)
