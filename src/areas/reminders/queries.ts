import { type RawBuilder, sql } from 'kysely'
import type { MissingPick } from '../../contracts/reminder-words.ts'
import { UK_ZONE } from '../../contracts/time-zones.ts'
import { openAt } from '../fixtures/queries.ts'
import type { PushDevice, ReminderTime, SentReminder } from './contract.ts'
import type { Choice, Closing, Due } from './schedule.ts'

/** The zone of a player with settings `s`, or without. */
const zone = sql`coalesce(s.time_zone, ${sql.lit(UK_ZONE)})`

/** Open matches of a season that close until a time (ISO 8601), as a query. */
export const closingRows = (season: string, at: string, until: string): RawBuilder<Closing> => sql`
    select distinct f.gameweek, f.cutoff from read.fixtures f
    where f.season = ${season} and ${openAt('f', at)} and f.cutoff <= ${until}::timestamptz`

/** When players are reminded, without a reminder for those who have chosen nothing, as a query. */
export const choiceRows = (): RawBuilder<Choice> => sql`
    select distinct s.remind_when as "when", ${zone} as zone from read.reminder_settings s`

/**
 * Stores the reminders that are due, at most `limit`, and their deliveries by mail and push, in one statement. Returns how many it has found. A player
 * with a reminder of the gameweek gets no other.
 */
export const storedReminders = (
  season: string,
  gameweeks: readonly number[],
  due: readonly Due[],
  { at, limit }: { readonly at: string; readonly limit: number },
): RawBuilder<{ found: number }> => sql`
    with due as (
      select * from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d (cutoff timestamptz, "when" text, zone text)
    ), missing as (
      select p.id as user_id, f.gameweek, count(*)::int as missing, min(f.cutoff) as closes_at, max(f.cutoff) as until
      from read.people p
      join read.fixtures f on f.season = ${season} and f.gameweek = any(${[...gameweeks]}::int[]) and ${openAt('f', at)}
      where p.username is not null
        and not exists (select from read.predictions o where o.fixture_id = f.id and o.user_id = p.id)
        and not exists (
          select from app.reminders r where r.user_id = p.id and r.season = f.season and r.gameweek = f.gameweek)
      group by p.id, f.gameweek
    ), chosen as (
      select m.*, coalesce(s.mail, false) as mail from missing m
      left join read.reminder_settings s on s.user_id = m.user_id
      join due d on d.cutoff = m.closes_at and d."when" = coalesce(s.remind_when, 'day') and d.zone = ${zone}
      order by m.closes_at, m.user_id limit ${limit}
    ), stored as (
      insert into app.reminders (user_id, season, gameweek, missing, closes_at, created_at)
      select c.user_id, ${season}, c.gameweek, c.missing, c.closes_at, ${at}::timestamptz from chosen c
      on conflict (user_id, season, gameweek) do nothing
      returning user_id, season, gameweek
    ), deliveries as (
      insert into app.reminder_deliveries (id, user_id, season, gameweek, channel, device, until)
      select gen_random_uuid(), t.user_id, t.season, t.gameweek, x.channel, x.device, c.until
      from stored t
      join chosen c on c.user_id = t.user_id and c.gameweek = t.gameweek
      cross join lateral (
        select 'mail' as channel, null as device from read.recovery e
        where c.mail and e.user_id = t.user_id and e.email is not null and e.email_confirmed_at is not null
        union all
        select 'push', d.id from app.push_subscriptions d where d.user_id = t.user_id
      ) x
    )
    select count(*)::int as found from chosen`

/** Time zones of players with a delivery that waits, as a query. */
export const waitingZones = (channel: 'mail' | 'push', at: string): RawBuilder<{ zone: string }> => sql`
    select distinct ${zone} as zone from app.reminder_deliveries d
    left join read.reminder_settings s on s.user_id = d.user_id
    where d.channel = ${channel} and d.sent_at is null and d.until > ${at}::timestamptz`

/** A zone in which quiet hours end at a time, ISO 8601. */
export interface QuietZone {
  readonly zone: string
  readonly ends: string
}

/**
 * Leases waiting deliveries for an attempt, outside quiet hours unless all missing picks close before they end. An attempt without an
 * outcome, such as that of a node that was killed, is repeated after a minute, then after pauses that double up to a quarter of an
 * hour. A clock that was set back repeats it at once.
 */
export const leasedRows = (
  channel: 'mail' | 'push',
  quiet: readonly QuietZone[],
  { at, limit }: { readonly at: string; readonly limit: number },
): RawBuilder<{ id: string }> => sql`
    with quiet as (select * from jsonb_to_recordset(${JSON.stringify(quiet)}::jsonb) as q (zone text, ends timestamptz))
    update app.reminder_deliveries set tried_at = ${at}::timestamptz, tries = tries + 1
    where id in (
      select d.id from app.reminder_deliveries d
      left join read.reminder_settings s on s.user_id = d.user_id
      left join quiet q on q.zone = ${zone}
      where d.channel = ${channel} and d.sent_at is null and d.until > ${at}::timestamptz
        and (q.ends is null or d.until <= q.ends)
        and (d.tried_at is null or d.tried_at > ${at}::timestamptz
          or d.tried_at + least(60 * 2 ^ (d.tries - 1), 900) * interval '1 second' <= ${at}::timestamptz)
      order by d.until, d.id limit ${limit} for update of d skip locked)
    returning id`

export interface DeliveryRow {
  readonly id: string
  readonly user_id: number
  readonly season: string
  readonly gameweek: number
  readonly device: string | null
  /** null: the account is deleted. */
  readonly username: string | null
  readonly zone: string
  /** The confirmed address, if the player has agreed to mails; else null. */
  readonly email: string | null
  readonly endpoint: string | null
  readonly p256dh: string | null
  readonly auth: string | null
  /** In the order of their cutoffs. */
  readonly missing: readonly MissingPick[]
}

/** Deliveries with what they need, as a query. */
export const deliveryRows = (ids: readonly string[], at: string): RawBuilder<DeliveryRow> => sql`
    select d.id, d.user_id, d.season, d.gameweek, d.device, p.username, ${zone} as zone,
      case when s.mail and e.email_confirmed_at is not null then e.email end as email, b.endpoint, b.p256dh, b.auth, (
        select coalesce(json_agg(json_build_object('cutoff', f.cutoff, 'home', h.short_name, 'away', a.short_name)
          order by f.cutoff, f.id), '[]')
        from read.fixtures f
        join read.teams h on h.id = f.home_team_id
        join read.teams a on a.id = f.away_team_id
        where f.season = d.season and f.gameweek = d.gameweek and ${openAt('f', at)}
          and not exists (select from read.predictions o where o.fixture_id = f.id and o.user_id = d.user_id)
      ) as missing
    from app.reminder_deliveries d
    left join read.people p on p.id = d.user_id
    left join read.reminder_settings s on s.user_id = d.user_id
    left join read.recovery e on e.user_id = d.user_id
    left join app.push_subscriptions b on b.id = d.device
    where d.id = any(${[...ids]}::uuid[])`

/** Reminders of a player that the page lists. */
const MOST_SENT = 10

interface PageRow {
  readonly mail: boolean | null
  readonly when: ReminderTime | null
  readonly timeZone: string | null
  readonly pushDeclined: boolean | null
  readonly email: string | null
  readonly emailConfirmed: boolean
  readonly devices: readonly PushDevice[]
  readonly sent: readonly SentReminder[]
}

/** Settings, devices and sent reminders of a player, as a query of one row. */
export const pageRow = (userId: number): RawBuilder<PageRow> => sql`
    select s.mail, s.remind_when as "when", s.time_zone as "timeZone", s.push_declined as "pushDeclined", e.email,
      e.email is not null and e.email_confirmed_at is not null as "emailConfirmed", (
        select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'addedAt', d.added_at, 'reachedAt', d.reached_at)
          order by d.added_at, d.id), '[]')
        from app.push_subscriptions d where d.user_id = u.id
      ) as devices, (
        select coalesce(json_agg(json_build_object('season', r.season, 'gameweek', r.gameweek, 'missing', r.missing,
          'sentAt', r.created_at, 'channels', array['inbox'] || array(
            select distinct l.channel from app.reminder_deliveries l
            where l.user_id = r.user_id and l.season = r.season and l.gameweek = r.gameweek and l.sent_at is not null
            order by l.channel
          )) order by r.created_at desc), '[]')
        from (select * from app.reminders where user_id = u.id order by created_at desc limit ${MOST_SENT}) r
      ) as sent
    from (select ${userId}::bigint as id) u
    left join read.reminder_settings s on s.user_id = u.id
    left join read.recovery e on e.user_id = u.id`

interface NextRow {
  readonly gameweek: number
  readonly missing: number
  readonly closesAt: string | null
  readonly firstMatch: string | null
  readonly isSent: boolean
}

/**
 * The first gameweek with a missing pick, else the first with an open match, as a query of at most one row. A gameweek whose reminder is
 * sent comes first while picks are missing.
 */
export const nextRow = (userId: number, season: string, at: string): RawBuilder<NextRow> => sql`
    select f.gameweek, count(*) filter (where o.id is null)::int as missing,
      min(f.cutoff) filter (where o.id is null) as "closesAt",
      (array_agg(h.short_name || ' v ' || a.short_name order by f.cutoff, f.id) filter (where o.id is null))[1] as "firstMatch",
      exists (
        select from app.reminders r where r.user_id = ${userId}::bigint and r.season = ${season} and r.gameweek = f.gameweek
      ) as "isSent"
    from read.fixtures f
    join read.teams h on h.id = f.home_team_id
    join read.teams a on a.id = f.away_team_id
    left join read.predictions o on o.fixture_id = f.id and o.user_id = ${userId}::bigint
    where f.season = ${season} and ${openAt('f', at)}
    group by f.gameweek
    order by min(f.cutoff) limit 1`
