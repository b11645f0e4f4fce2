import { type RawBuilder, sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import { prepared } from '../../kernel/prepared.ts'
import { marked, namesIn } from '../../slice/names-in-text.ts'
import {
  type Broadcast,
  type Names,
  type NewNotification,
  type NotificationTemplates,
  partOfPerson,
} from '../../slice/notifications.ts'
import { authorOf, type PersonRow, personColumns } from '../../slice/person.ts'
import { type ReadDb, wide } from '../../slice/read-models.ts'
import type { MutableKind, Notification } from './contract.ts'

/** Retention of notifications, in milliseconds. */
export const RETENTION_MS = 180 * 86_400_000
/** Most notifications per player. */
const MOST_PER_PLAYER = 500

/** The event of a notification. */
export interface Source {
  readonly id: string
  /** Effective time of the event, shown to the player. */
  readonly at: string
  /** Start of the retention. */
  readonly storedAt: string
  /** Marks the notification as simulated, as it outlives a purge of simulated data. */
  readonly isSimulated: boolean
}

/** A notification with its event, not stored yet. */
export interface PendingNotification {
  readonly source: Source
  readonly notification: NewNotification
}

interface InboxDependencies {
  readonly db: ReadDb
  /** Templates of all areas. */
  readonly templates: readonly NotificationTemplates[]
}

/**
 * Inboxes of players. `notify` and `broadcast` are one statement for any number of players. They skip deleted players
 * and those who muted the kind, store each event once, and return the users who got a new notification. A repeated
 * event raises the count of an unread entry and moves the entry to the top.
 */
export function createInbox({ db, templates }: InboxDependencies) {
  const sentences: NotificationTemplates['sentences'] = Object.assign({}, ...templates.map((area) => area.sentences))
  const subjects: NonNullable<NotificationTemplates['subjects']> = Object.assign(
    {},
    ...templates.map((area) => area.subjects),
  )

  return {
    async notify(notifications: readonly PendingNotification[]): Promise<readonly number[]> {
      if (notifications.length === 0) return []
      const rows = notifications.map(({ source, notification: { kind, userId, payload } }, nr) => ({
        ...{ nr, source: source.id, at: source.at, stored_at: source.storedAt, kind, user_id: userId },
        data: { ...payload, ...markOf(source) },
        ...subjects[payload.what]?.(payload),
      }))
      // The latest row of a subject is stored, in its unread entry or a new one, with the number of counted events.
      const { rows: stored } = await sql<{ user_id: number }>`${prepared}
        with accepted as (
          select x.nr, t.user_id, x.source, x.kind, x.subject, coalesce(x.part, x.source) as part,
            case when x.data->>'league' = '' and ${seesLeague(sql`t.user_id`)} then x.data || jsonb_build_object('league', l.name)
              else x.data end as data, x.at, x.stored_at
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (
            nr int, user_id int, source text, kind text, subject text, part text, data jsonb, at timestamptz, stored_at timestamptz)
          left join read.leagues l on l.id = (x.data->>'leagueId')::int
          cross join lateral (select coalesce(x.user_id, l.admin_id) as user_id) t
          where t.user_id is not null
            and (x.user_id is not null or l.admin_id is distinct from (x.data->>'personId')::int)
            and not exists (select from app.notifications n where n.source = x.source)
            and not exists (select from app.notification_parts p where p.source = x.source)
            and not exists (select from read.notification_mutes m where m.user_id = t.user_id and m.kind = x.kind)
            and not exists (select from read.people p where p.id = t.user_id and p.deleted_at is not null)
        ), assigned as (
          select h.*, coalesce(n.source, first_value(h.source) over (partition by h.user_id, coalesce(h.subject, h.source) order by h.nr)) as told_in,
            row_number() over (partition by h.user_id, coalesce(h.subject, h.source) order by h.nr desc) as from_last
          from accepted h
          left join app.notifications n on n.user_id = h.user_id and n.subject = h.subject and n.read_at is null
        ), counted as (
          select d.user_id, d.told_in, count(*)::int as more from (select distinct user_id, told_in, part from assigned) d
          where not exists (
            select from app.notification_parts p where p.user_id = d.user_id and p.told_in = d.told_in and p.part = d.part)
          group by d.user_id, d.told_in
        ), parts as (
          insert into app.notification_parts (source, user_id, told_in, part, stored_at)
          select source, user_id, told_in, part, stored_at from assigned where subject is not null
        )
        insert into app.notifications as n (user_id, source, kind, subject, count, data, created_at, stored_at)
        select t.user_id, t.told_in, t.kind, t.subject, coalesce(c.more, 0), t.data, t.at, t.stored_at
        from assigned t left join counted c on c.user_id = t.user_id and c.told_in = t.told_in
        where t.from_last = 1 order by t.nr
        on conflict (user_id, subject) where read_at is null and subject is not null do update set
          id = default, count = n.count + excluded.count, data = excluded.data, created_at = excluded.created_at, stored_at = excluded.stored_at
        returning user_id
      `.execute(db)
      return stored.map(({ user_id }) => user_id)
    },

    /**
     * Notifies all players of an event, in one statement: if one row of its kind exists, all do. A player already
     * notified of the event gets no second entry. `not in` looks up muted and deleted users once: with stale
     * statistics the planner would scan the tables for each row of a `not exists`.
     */
    async broadcast(source: Source, { kind, rows }: Broadcast): Promise<readonly number[]> {
      const { id, at, storedAt } = source
      const { rows: stored } = await sql<{ user_id: number }>`
        insert into app.notifications (user_id, source, kind, data, created_at, stored_at)
        select x.user_id, ${id}::text, ${kind}::text, x.data || ${JSON.stringify(markOf(source))}::jsonb, ${at}::timestamptz, ${storedAt}::timestamptz
        from (${rows}) x
        where not exists (select from app.notifications n where n.source = ${id} and n.kind = ${kind})
          and x.user_id not in (select m.user_id from read.notification_mutes m where m.kind = ${kind})
          and x.user_id not in (select p.id from read.people p where p.deleted_at is not null)
        order by x.user_id
        on conflict (source, user_id) do nothing
        returning user_id
      `.execute(db)
      return stored.map(({ user_id }) => user_id)
    },

    /** Deletes all notifications of a deleted user. */
    async deleteAllOf(userId: number): Promise<void> {
      await sql`delete from app.notifications where user_id = ${userId}::bigint`.execute(db)
      await sql`delete from app.notification_parts where user_id = ${userId}::bigint`.execute(db)
    },

    /**
     * Removes a deleted test user from the counts of other players’ entries, and entries without another cause from
     * their inboxes. Returns the users whose inboxes changed.
     */
    async withdraw(userId: number): Promise<readonly number[]> {
      const part = partOfPerson(userId)
      const { rows } = await sql<{ user_id: number }>`
        with causes as (
          select distinct user_id, told_in from app.notification_parts where part = ${part}
        ), rest as (
          select c.user_id, c.told_in, count(distinct p.part)::int as count,
            (array_agg(p.part order by p.stored_at desc, p.part desc))[1] as latest
          from causes c
          left join app.notification_parts p on p.user_id = c.user_id and p.told_in = c.told_in and p.part <> ${part}
          group by c.user_id, c.told_in
        ), lowered as (
          update app.notifications n set count = r.count, data = case when (n.data->>'personId')::int = ${userId}::int
            then jsonb_set(n.data, '{personId}', to_jsonb(split_part(r.latest, ' ', 2)::int)) else n.data end
          from rest r where n.user_id = r.user_id and n.source = r.told_in and r.count > 0
        ), removed as (
          delete from app.notifications n using rest r where n.user_id = r.user_id and n.source = r.told_in and r.count = 0
        ), withdrawn as (
          delete from app.notification_parts where part = ${part}
        )
        select distinct user_id from causes
      `.execute(db)
      return rows.map((row) => row.user_id)
    },

    /** Number of unread notifications of a player. */
    async unreadOf(userId: number): Promise<number> {
      const { rows } = await sql<{ unread: number }>`
        select count(*)::int as unread from app.notifications where user_id = ${userId}::bigint and read_at is null
      `.execute(db)
      return rows[0]!.unread
    },

    /** Newest first. `before`: only lower ids; the id itself need not exist. */
    async page(userId: number, page: Parameters<typeof inboxRows>[1]): Promise<Notification[]> {
      const { rows } = await inboxRows(userId, page).execute(db)
      return rows.map((row) => notificationOf(row, sentences))
    },

    /**
     * Marks the given or all notifications of the user as read. Returns how many were unread and how many still are.
     */
    async markRead(...args: Parameters<typeof markedRows>) {
      const { rows } = await markedRows(...args).execute(db)
      return rows[0]!
    },

    async mutedBy(userId: number): Promise<MutableKind[]> {
      const rows = await db
        .selectFrom('read.notification_mutes')
        .select('kind')
        .where('user_id', '=', wide(userId))
        .execute()
      return rows.map(({ kind }) => kind)
    },

    /** Deletes notifications after their retention, and the oldest ones above the limit per player. */
    async sweep(at: string): Promise<void> {
      const tooOld = new Date(Date.parse(at) - RETENTION_MS).toISOString()
      await sql`delete from app.notifications where stored_at < ${tooOld}`.execute(db)
      await sql`delete from app.notification_parts where stored_at < ${tooOld}`.execute(db)
      await sql`
        delete from app.notifications n using (
          select user_id, (array_agg(id order by id desc))[${MOST_PER_PLAYER}::int] as oldest
          from app.notifications group by user_id having count(*) > ${MOST_PER_PLAYER}::int
        ) full_ones
        where n.user_id = full_ones.user_id and n.id < full_ones.oldest
      `.execute(db)
    },
  }
}

export type Inbox = ReturnType<typeof createInbox>

const markOf = ({ isSimulated }: Source) => (isSimulated ? { simulated: true } : {})

/** Whether a league `l` is visible to a user. */
const seesLeague = (userId: RawBuilder<unknown>) => sql`(l.status = 'active' and (l.type = 'public' or exists (
  select from read.league_members m where m.league_id = l.id and m.user_id = ${userId})))`

interface Row
  extends Omit<Names, 'person'>,
    PersonRow,
    Readonly<Pick<AppTables['app.notifications'], 'id' | 'kind' | 'count' | 'data' | 'created_at' | 'read_at'>> {
  /** The named player; null: none. */
  readonly person_id: number | null
}

/** A page of an inbox, as a query. */
export const inboxRows = (
  userId: number,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): RawBuilder<Row> => sql`
    select n.id, n.kind, n.count, n.data, n.created_at, n.read_at, p.id as person_id, ${personColumns('p')}, c.name as competition, t.name as team,
      home.short_name as home, away.short_name as away, shared.title as share, shared.token as "shareUrl", case when s.sees then l.name end as league, coalesce(s.sees, false) as "seesLeague"
    from (
      select * from app.notifications
      where user_id = ${userId}::bigint ${before === undefined ? sql`` : sql`and id < ${before}::bigint`}
      order by id desc limit ${limit}
    ) n
    left join read.people p on p.id = (n.data->>'personId')::int
    left join read.competitions c on c.id = (n.data->>'competitionId')::int
    left join read.league_teams t on t.id = (n.data->>'teamId')::int
    left join read.fixtures f on f.id = (n.data->>'fixtureId')::int
    left join read.teams home on home.id = f.home_team_id
    left join read.teams away on away.id = f.away_team_id
    left join read.shares shared on shared.id = (n.data->>'shareId')::int
    left join read.leagues l on l.id = (n.data->>'leagueId')::int
    cross join lateral (select ${seesLeague(sql`n.user_id`)} as sees) s
    order by n.id desc`

/** Marks notifications as read, as a query: how many were unread, and how many still are. */
export function markedRows(
  userId: number,
  ids: readonly number[] | undefined,
  at: string,
): RawBuilder<{ readonly marked: number; readonly unread: number }> {
  const these = ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`
  return sql`
    with marked as (
      update app.notifications set read_at = ${at} where user_id = ${userId}::bigint and read_at is null ${these} returning id
    )
    select (select count(*) from marked) as marked, (
      select count(*) from app.notifications where user_id = ${userId}::bigint and read_at is null
    ) - (select count(*) from marked) as unread`
}

function notificationOf(row: Row, sentences: NotificationTemplates['sentences']): Notification {
  const { id, kind, count, data, created_at: createdAt, read_at, username, person_id } = row
  const named = { ...row, person: username === null ? null : marked(username) }
  const { title, text, link } = sentences[data.what]!(data, named, count)
  const mark = data.simulated ? ' (simulated)' : ''
  const person = person_id === null ? null : authorOf({ ...row, user_id: person_id })
  return {
    ...{ id, kind, count, title: `${title}${mark}`, ...namesIn(text, person ? [person] : []), link },
    ...{ createdAt, isRead: read_at !== null },
  }
}
