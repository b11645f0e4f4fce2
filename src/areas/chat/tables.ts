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
  message_id: integer('The message, by `messages.id`.'),
  reporter_id: integer(null, { dataSubject: 'deletes' }),
  reason: text('What the reader says is wrong with it; null: nothing is said.', { nullable: true }),
  created_at: timestamp(),
}

export const chatTables = readModel(
  {
    messages: table({
      hidden: 'what is said in a league is its members’ business',
      doc:
        'One row a message of a chat; `number` gives the order in which they were posted. `room_kind` and `room_id`: the league or competition. ' +
        'A deleted one stays without content. What stands in a league is its members’ business.',
      columns: {
        id: integer('Number of the message.'),
        // Nodes take ids in blocks, so ids do not give the order.
        number: integer('Place in the order of posting, of all chats.'),
        user_id: integer('The author, by `people.id`.', { dataSubject: 'deletes' }),
        room_kind: code<'league' | 'competition'>('`league` or `competition`.', {
          sql: `check (room_kind in ('league', 'competition'))`,
        }),
        room_id: integer('The league or competition whose chat it is, by its id.'),
        content: text('What was said; null once it is deleted.', { nullable: true }),
        created_at: timestamp('When it was posted.'),
        is_edited: boolean('Whether its author has changed it.'),
        is_deleted: boolean('Whether it was deleted.'),
      },
      key: ['id'],
      indexes: { messages_user: '(user_id)' },
      readIndexes: { messages_room: '(room_kind, room_id, number desc)' },
    }),
    message_reports: view({
      hidden: 'what readers tell the administrators',
      doc: 'One row a report of a message by a reader, for administrators. `id` is of the sequence of messages.',
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
