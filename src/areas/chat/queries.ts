import { sql } from 'kysely'
import { type PersonRow, personOf } from '../../slice/person.ts'
import { anyOf, type ReadDb, type ReadModels, wide } from '../../slice/read-models.ts'
import type { ChatMessage } from './contract.ts'
import type { ChatRoom } from './events.ts'

type Row = Readonly<Omit<ReadModels['read.messages'], 'number'>> & PersonRow

const columns = [
  'm.id',
  'm.user_id',
  'm.room_kind',
  'm.room_id',
  'm.content',
  'm.created_at',
  'm.is_edited',
  'm.is_deleted',
  'p.username',
  'p.display_name',
  'p.profile_image',
] as const

const messages = (db: ReadDb) =>
  db.selectFrom('read.messages as m').leftJoin('read.people as p', 'p.id', 'm.user_id').select(columns)

/**
 * The latest messages of a room, or those before a message id; oldest first. If that message was removed with its
 * author's account, the position after the last lower id is used.
 */
export async function messagesOf(
  db: ReadDb,
  room: ChatRoom,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<ChatMessage[]> {
  const { before } = page
  const latest = messages(db)
    .where('m.room_kind', '=', room.kind)
    .where('m.room_id', '=', wide(room.id))
    .orderBy('m.number', 'desc')
    .limit(page.limit)
  const asked =
    before === undefined
      ? latest
      : latest.where('m.number', '<', (one) =>
          one.fn.coalesce(
            one.selectFrom('read.messages as b').select('b.number').where('b.id', '=', wide(before)),
            one
              .selectFrom('read.messages as b')
              .select(sql<number>`max(b.number) + 1`.as('after'))
              .where('b.room_kind', '=', room.kind)
              .where('b.room_id', '=', wide(room.id))
              .where('b.id', '<', wide(before)),
          ),
        )
  const rows = await asked.execute()
  return rows.reverse().map(messageOf)
}

/** Messages by their ids, in the order of posting; missing ones are left out. */
export async function messagesByIds(db: ReadDb, ids: readonly number[]): Promise<ChatMessage[]> {
  const rows = await messages(db).where('m.id', '=', anyOf(ids)).orderBy('m.number').execute()
  return rows.map(messageOf)
}

/** Time of the newest message of a league `l` that is not deleted; null without one. */
export const lastMessageAt = sql<string | null>`(
  select m.created_at from read.messages m
  where m.room_kind = 'league' and m.room_id = l.id and not m.is_deleted order by m.number desc limit 1)`

/** The given users who are members of the league now, by the read model. */
export async function membersAmong(db: ReadDb, leagueId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('read.league_members')
    .select('user_id')
    .where('league_id', '=', wide(leagueId))
    .where('user_id', '=', anyOf(userIds))
    .execute()
  return rows.map((row) => row.user_id)
}

export async function isCompetition(db: ReadDb, id: number): Promise<boolean> {
  const known = await db.selectFrom('read.competitions').select('id').where('id', '=', wide(id)).executeTakeFirst()
  return known !== undefined
}

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
    user: personOf(row),
  }
}
