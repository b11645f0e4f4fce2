import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import type { ChatRoom, MessageEvent } from '../../src/chat/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import type { ChatTables } from './tables.ts'

type Tx = Transaction<ChatTables>
type Message = ChatTables['messages']
type Report = ChatTables['reports']

type Known = MessageEvent | AccountEvent
const hearing = {
  MessagePosted: true,
  MessageEdited: true,
  MessageDeleted: true,
  MessageReported: true,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
export type ChatFact = Heard<Known, typeof hearing>
export const chatEvents = heardIn(hearing)

/** Folds a batch over the rows it touches and writes each of them once; what deleted users wrote goes at the end. */
export async function projectChat(tx: Tx, facts: readonly Recorded<ChatFact>[]): Promise<readonly LiveChange[]> {
  const known = await messagesOf(tx, facts)
  const changed = new Map<number, Message>()
  const reports: Report[] = []
  const erased: number[] = []
  let number = await countPosted(tx, facts.filter(({ type }) => type === 'MessagePosted').length)
  for (const fact of facts) {
    if (fact.type === 'UserDeleted') erased.push(fact.data.userId)
    else if (fact.type === 'MessageReported') reports.push(reportOf(fact))
    else {
      const { messageId } = fact.data
      if (fact.type === 'MessagePosted') number++
      const row = foldMessage(changed.get(messageId) ?? known.get(messageId), fact, number)
      if (row) changed.set(messageId, row)
    }
  }
  await saveMessages(tx, [...changed.values()])
  await saveReports(tx, reports)
  const rooms = await erase(tx, erased, [...changed.values()], reports)
  return changesOf([...changed.values()], rooms, reports.length > 0)
}

/** Rows that the batch changes but does not make. */
async function messagesOf(tx: Tx, facts: readonly Recorded<ChatFact>[]): Promise<ReadonlyMap<number, Message>> {
  const ids = facts.flatMap(({ type, data }) =>
    type === 'MessageEdited' || type === 'MessageDeleted' ? data.messageId : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('messages').selectAll().where('id', '=', sql<number>`any(${ids}::int[])`).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** How many had been posted before the batch; erased or not, so that numbers never depend on how the log was cut into batches. */
async function countPosted(tx: Tx, more: number): Promise<number> {
  if (more === 0) return 0
  const { rows } = await sql<{ total: number }>`update posted set total = total + ${more} returning total`.execute(tx)
  return rows[0]!.total - more
}

/** A message that is not there is of a deleted user. */
function foldMessage(
  row: Message | undefined,
  event: Recorded<Exclude<MessageEvent, { type: 'MessageReported' }>>,
  number: number,
): Message | undefined {
  switch (event.type) {
    case 'MessagePosted': {
      const { messageId: id, userId, room, content, postedAt } = event.data
      const place = { room_kind: room.kind, room_id: room.id }
      return {
        id,
        number,
        user_id: userId,
        ...place,
        content,
        created_at: postedAt,
        is_edited: false,
        is_deleted: false,
      }
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

async function saveMessages(tx: Tx, rows: readonly Message[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into messages select * from jsonb_populate_recordset(null::messages, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set content = excluded.content, is_edited = excluded.is_edited, is_deleted = excluded.is_deleted
  `.execute(tx)
}

async function saveReports(tx: Tx, rows: readonly Report[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into reports select r.* from jsonb_populate_recordset(null::reports, ${JSON.stringify(rows)}::jsonb) r
    where exists (select from messages m where m.id = r.message_id)
    on conflict (id) do nothing
  `.execute(tx)
}

/**
 * Messages and reports of deleted users go, with the reports of those messages; also those that stand behind the deletion
 * in the log. Gives the rooms that lost some.
 */
async function erase(
  tx: Tx,
  userIds: readonly number[],
  messages: readonly Message[],
  reports: readonly Report[],
): Promise<readonly ChatRoom[]> {
  if (userIds.length > 0)
    await sql`insert into erased (user_id) select unnest(${[...userIds]}::int[]) on conflict do nothing`.execute(tx)
  const named = [
    ...messages.map(({ user_id }) => user_id),
    ...reports.map(({ reporter_id }) => reporter_id),
    ...userIds,
  ]
  if (named.length === 0) return []
  const { rows: gone } = await sql<{ user_id: number }>`
    select user_id from erased where user_id = any(${named}::int[])
  `.execute(tx)
  if (gone.length === 0) return []
  const ids = sql`any(${gone.map(({ user_id }) => user_id)}::int[])`
  await sql`
    delete from reports where reporter_id = ${ids} or message_id in (select id from messages where user_id = ${ids})
  `.execute(tx)
  const { rows } = await sql<{ kind: ChatRoom['kind']; id: number }>`
    with gone as (delete from messages where user_id = ${ids} returning room_kind, room_id)
    select distinct room_kind as kind, room_id as id from gone order by 1, 2
  `.execute(tx)
  return rows
}

const roomName = ({ kind, id }: ChatRoom): string => `chat:${kind}:${id}`

/** The messages that changed by room; a room that lost some is read again whole. */
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
