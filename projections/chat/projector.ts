import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { type ChatRoom, type MessageEvent, messageEvents } from '../../src/areas/chat/events.ts'
import { chatTables } from '../../src/areas/chat/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type ChatTables = TablesOf<typeof chatTables>
type Tx = Transaction<ChatTables>
type Message = ChatTables['messages']
type Report = ChatTables['reports']

const handled = { ...messageEvents, UserDeleted: accountEvents.UserDeleted }
type ChatFact = EventsOf<typeof handled>
const tables = tablesFor(chatTables)

/** Messages of leagues and competitions, and reports of them. */
export const chatGroup: ProjectionGroup<ChatTables, ChatFact> = {
  name: 'chat',
  version: 2,
  events: typesOf(handled),
  ...tables,
  ddl: `${tables.ddl}insert into posted (total) values (0);`,
  project,
}

/** Folds a batch over the rows it changes and writes each row once. Messages and reports of erased people are deleted at the end. */
async function project(tx: Tx, facts: readonly Recorded<ChatFact>[]): Promise<readonly LiveChange[]> {
  const known = await messagesOf(tx, facts)
  const changed = new Map<number, Message>()
  const reports: Report[] = []
  const dismissed: number[] = []
  let number = await countPosted(tx, facts.filter(({ type }) => type === 'MessagePosted').length)
  for (const fact of facts) {
    if (fact.type === 'UserDeleted') continue
    if (fact.type === 'MessageReported') reports.push(reportOf(fact))
    else if (fact.type === 'MessageReportDismissed') dismissed.push(fact.data.reportId)
    else {
      const { messageId } = fact.data
      if (fact.type === 'MessagePosted') number++
      const row = foldMessage(changed.get(messageId) ?? known.get(messageId), fact, number)
      if (row) changed.set(messageId, row)
    }
  }
  await saveRows(tx, 'messages', chatTables.public.messages, [...changed.values()])
  await saveReports(tx, reports)
  // A dismissal follows its report.
  if (dismissed.length > 0)
    await tx.deleteFrom('reports').where('id', '=', sql<number>`any(${dismissed}::int[])`).execute()
  const authors = [...changed.values()].map(({ user_id }) => user_id)
  const erased = await rememberErased(tx, facts, [...authors, ...reports.map(({ reporter_id }) => reporter_id)])
  const rooms = await erase(tx, erased)
  return changesOf([...changed.values()], rooms, reports.length + dismissed.length > 0)
}

/** Reads the existing rows that the batch changes. */
async function messagesOf(tx: Tx, facts: readonly Recorded<ChatFact>[]): Promise<ReadonlyMap<number, Message>> {
  const ids = facts.flatMap(({ type, data }) =>
    type === 'MessageEdited' || type === 'MessageDeleted' ? data.messageId : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('messages').selectAll().where('id', '=', sql<number>`any(${ids}::int[])`).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the number of messages posted before the batch, erased ones included, so that numbers do not depend on batch sizes. */
async function countPosted(tx: Tx, more: number): Promise<number> {
  if (more === 0) return 0
  const { rows } = await sql<{ total: number }>`update posted set total = total + ${more} returning total`.execute(tx)
  return rows[0]!.total - more
}

/** A missing message belongs to a deleted user and stays missing. */
function foldMessage(
  row: Message | undefined,
  event: Recorded<Exclude<MessageEvent, { type: 'MessageReported' | 'MessageReportDismissed' }>>,
  number: number,
): Message | undefined {
  switch (event.type) {
    case 'MessagePosted': {
      const { messageId: id, userId, room, content, postedAt } = event.data
      const place = { room_kind: room.kind, room_id: room.id }
      const state = { content, created_at: postedAt, is_edited: false, is_deleted: false }
      return { id, number, user_id: userId, ...place, ...state }
    }
    case 'MessageEdited':
      return row && { ...row, content: event.data.content, is_edited: true }
    case 'MessageDeleted':
      return row && { ...row, content: null, is_deleted: true }
  }
}

const reportOf = ({ data, metadata }: Recorded<Extract<MessageEvent, { type: 'MessageReported' }>>): Report => ({
  id: data.reportId,
  message_id: data.messageId,
  reporter_id: data.reporterId,
  reason: data.reason,
  created_at: metadata.at,
})

async function saveReports(tx: Tx, rows: readonly Report[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into reports select r.* from jsonb_populate_recordset(null::reports, ${JSON.stringify(rows)}::jsonb) r
    where exists (select from messages m where m.id = r.message_id)
    on conflict (id) do nothing
  `.execute(tx)
}

/** Deletes messages and reports of erased people, with the reports of those messages. Returns the rooms of the messages. */
async function erase(tx: Tx, people: ReadonlySet<number>): Promise<readonly ChatRoom[]> {
  if (people.size === 0) return []
  const { rows } = await sql<{ kind: ChatRoom['kind']; id: number }>`
    with gone as (
      select id, room_kind, room_id from messages where user_id = any(${[...people]}::int[])
    ), unreported as (
      delete from reports where message_id in (select id from gone)
    ) select distinct room_kind as kind, room_id as id from gone order by 1, 2
  `.execute(tx)
  await erasePeople(tx, chatTables, people)
  return rows
}

const roomName = ({ kind, id }: ChatRoom): string => `chat:${kind}:${id}`

/** Returns the changed messages by room. A room that lost messages is read again completely. */
function changesOf(messages: readonly Message[], emptied: readonly ChatRoom[], reported: boolean): LiveChange[] {
  const changes: LiveChange[] = messages.map(({ id, room_kind: kind, room_id }) => ({
    room: roomName({ kind, id: room_id }),
    topic: 'messages',
    ids: [id],
  }))
  for (const room of emptied) changes.push({ room: roomName(room), topic: 'messages' })
  if (reported || messages.some(({ is_deleted }) => is_deleted)) changes.push({ room: 'admins', topic: 'messages' })
  return changes
}
