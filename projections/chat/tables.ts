import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const chatVersion = 1

/**
 * Tables of the group `chat`. `number` is the place of a message among all that were ever posted: ids come in blocks a node,
 * so they do not say what came first. `posted` counts them.
 */
export const chatDdl = `
create table messages (
  id integer primary key,
  number integer not null,
  user_id integer not null,
  room_kind text collate "C" not null check (room_kind in ('league', 'competition')),
  room_id integer not null,
  content text,
  created_at timestamptz not null,
  is_edited boolean not null,
  is_deleted boolean not null
);
create index messages_user on messages (user_id);

create table reports (
  id integer primary key,
  message_id integer not null,
  reporter_id integer not null,
  reason text,
  created_at timestamptz not null
);
create index reports_message on reports (message_id);
create index reports_reporter on reports (reporter_id);

create table posted (
  total integer not null
);
insert into posted (total) values (0);

create table erased (
  user_id integer primary key
);
`

export const chatIndexes = `
create index messages_room on messages (room_kind, room_id, number desc);
`

export interface ChatTables {
  messages: ReadModels['read.messages']
  reports: ReadModels['read.message_reports']
  posted: { total: number }
  erased: { user_id: number }
}

export const chatViews: readonly ReadView[] = [
  {
    name: 'messages',
    doc:
      'One row a message of a chat; `number` gives the order in which they were posted. `room_kind` and `room_id`: the league or competition. ' +
      'A deleted one stays without content. What stands in a league is its members’ business.',
  },
  {
    name: 'message_reports',
    sql: 'select * from reports',
    doc: 'One row a report of a message by a reader, for administrators. `id` is of the sequence of messages.',
  },
]
