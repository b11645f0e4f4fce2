import { type RawBuilder, sql } from 'kysely'
import type { ChatMessage, ReportedMessage } from '../contracts/chat.ts'
import type { Page } from '../contracts/common.ts'
import { totalOf } from '../kernel/total.ts'
import type { ReadDb } from '../slice/read-models.ts'
import type { ChatRoom } from './events.ts'

interface Row {
  readonly id: number
  readonly user_id: number
  readonly room_kind: ChatRoom['kind']
  readonly room_id: number
  readonly content: string | null
  readonly created_at: string
  readonly is_edited: boolean
  readonly is_deleted: boolean
  readonly username: string | null
}

const columns = sql`m.id, m.user_id, m.room_kind, m.room_id, m.content, m.created_at, m.is_edited, m.is_deleted, p.username`
const source = sql`read.messages m left join read.people p on p.id = m.user_id`

async function rowsWhere(db: ReadDb, rest: RawBuilder<unknown>): Promise<Row[]> {
  return (await sql<Row>`select ${columns} from ${source} ${rest}`.execute(db)).rows
}

/** The latest messages of a room, or those before one of them (its id); oldest first. */
export async function messagesOf(
  db: ReadDb,
  room: ChatRoom,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<ChatMessage[]> {
  const before =
    page.before === undefined
      ? sql``
      : sql`and m.number < (select b.number from read.messages b where b.id = ${page.before}::bigint)`
  const rows = await rowsWhere(
    db,
    sql`where m.room_kind = ${room.kind} and m.room_id = ${room.id}::bigint ${before} order by m.number desc limit ${page.limit}`,
  )
  return rows.reverse().map(messageOf)
}

/** Messages by their ids, in the order in which they were posted; what is not there is left out. */
export async function messagesByIds(db: ReadDb, ids: readonly number[]): Promise<ChatMessage[]> {
  const rows = await rowsWhere(db, sql`where m.id = any(${[...ids]}::bigint[]) order by m.number`)
  return rows.map(messageOf)
}

/** Time of the newest message of a league `l` that was not deleted; null: there is none. */
export const lastMessageAt = sql<string | null>`(
  select m.created_at from read.messages m
  where m.room_kind = 'league' and m.room_id = l.id and not m.is_deleted order by m.number desc limit 1)`

/** Of these users those who are in the league at this moment, as the read model knows. */
export async function membersAmong(db: ReadDb, leagueId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from read.league_members where league_id = ${leagueId}::bigint and user_id = any(${[...userIds]}::bigint[])
  `.execute(db)
  return rows.map((row) => row.user_id)
}

export async function isCompetition(db: ReadDb, id: number): Promise<boolean> {
  const { rows } = await sql`select from read.competitions where id = ${id}::bigint`.execute(db)
  return rows.length > 0
}

/** A page of the reports of messages that still stand, newest first, and how many there are. */
export async function openReports(db: ReadDb, page: Page): Promise<{ reports: ReportedMessage[]; total: number }> {
  const { rows } = await sql<
    Row & {
      total: number
      report_id: number
      reporter: string | null
      reason: string | null
      reported_at: string
      room: string
    }
  >`
    select count(*) over ()::int as total, r.id as report_id, r.reason, r.created_at as reported_at, by.username as reporter, ${columns},
      coalesce(l.name, c.name, m.room_kind || ' ' || m.room_id) as room
    from read.message_reports r join ${source} on m.id = r.message_id left join read.people by on by.id = r.reporter_id
      left join read.leagues l on m.room_kind = 'league' and l.id = m.room_id
      left join read.competitions c on m.room_kind = 'competition' and c.id = m.room_id
    where not m.is_deleted order by r.created_at desc, r.id desc limit ${page.limit} offset ${page.offset}
  `.execute(db)
  const total = await totalOf(rows, page, (first) => openReports(db, first))
  const reports = rows.map((row) => ({
    id: row.report_id,
    message: messageOf(row),
    room: { name: row.room },
    reportedBy: { username: row.reporter ?? NAMELESS },
    reason: row.reason,
    createdAt: row.reported_at,
  }))
  return { reports, total }
}

const NAMELESS = 'Deleted user'

export const roomIds = (room: ChatRoom): Pick<ChatMessage, 'leagueId' | 'competitionId'> => ({
  leagueId: room.kind === 'league' ? room.id : null,
  competitionId: room.kind === 'competition' ? room.id : null,
})

function messageOf(row: Row): ChatMessage {
  return {
    id: row.id,
    content: row.is_deleted ? null : row.content,
    userId: row.user_id,
    ...roomIds({ kind: row.room_kind, id: row.room_id }),
    messageType: 'message',
    createdAt: row.created_at,
    isEdited: row.is_edited,
    isDeleted: row.is_deleted,
    user: { username: row.username ?? NAMELESS, profileImage: null },
  }
}
