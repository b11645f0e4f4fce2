import { type RawBuilder, sql, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { SeasonState } from '../../src/areas/achievements/season-state.ts'
import { achievementStore } from '../../src/areas/achievements/tables.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { prepared } from '../../src/kernel/prepared.ts'
import { erasePeople, rememberErased } from '../../src/slice/table.ts'
import type { BadgeHalf, PlayerRow, PlayerWithPicks, SeasonPicksRow } from './rows.ts'
import { SeasonView } from './season-view.ts'

export type Tx = Transaction<unknown>

/** Number of players folded at once. Memory holds the season picks of these only. */
export const CHUNK = 5_000

/** Caches seasons by row version, so that a batch parses only changed ones. */
export const createSeasonCache = () => new LRUCache<string, SeasonView>({ max: 50 })
export type SeasonCache = ReturnType<typeof createSeasonCache>

/** Version of a row: every change gives it another `ctid` or `xmin`. */
const versionOfRow = sql.raw(`concat_ws(' ', current_database(), s.tableoid, s.ctid, s.xmin)`)

/** Loads the state that every batch needs: introduced achievements and the seasons. */
export async function loadCommon(tx: Tx, cache: SeasonCache) {
  const { rows } = await sql<{
    introduced: string[]
    seasons: { season: string; version: string; state: SeasonState | null }[]
  }>`${prepared}
    select (select coalesce(json_agg(achievement), '[]') from introduced) as introduced,
      (select coalesce(json_agg(r), '[]') from (
         select s.season, ${versionOfRow} as version,
           case when ${versionOfRow} = any(${[...cache.keys()]}::text[]) then null else s.state end as state
         from seasons s) r) as seasons`.execute(tx)
  const { introduced, seasons } = rows[0]!
  const views = new Map<string, SeasonView>()
  for (const { season, version, state } of seasons) {
    const view = state === null ? cache.get(version)! : new SeasonView(season, state)
    cache.set(version, view)
    views.set(season, view)
  }
  return { introduced: new Set(introduced), views }
}

export async function saveSeasons(tx: Tx, views: readonly SeasonView[]) {
  for (const { season, state } of views)
    await sql`
      insert into seasons (season, state) values (${season}, ${JSON.stringify(state)}::jsonb)
      on conflict (season) do update set state = excluded.state`.execute(tx)
}

export async function introduce(tx: Tx, achievements: readonly string[]): Promise<void> {
  await sql`insert into introduced select unnest(${[...achievements]}::text[]) on conflict do nothing`.execute(tx)
}

/**
 * Releases held badges, all or those of one achievement. An order covers achievements introduced before it; those of a later catalogue
 * need their own order.
 */
export async function release(tx: Tx, orderId: string, only: string | null, at: string): Promise<void> {
  await sql`
    with number as (select coalesce(max(number), 0) + 1 as next from orders),
    released as (
      update badges set held = false, order_number = (select next from number)
      where held and (${only}::text is null or achievement = ${only}) and achievement in (select achievement from introduced)
      returning user_id
    )
    insert into orders (number, id, ordered_at, only_achievement, achievements, users)
    select next, ${orderId}, ${at}, ${only}, (select count(*) from released), (select count(distinct user_id) from released) from number
  `.execute(tx)
}

interface Competition {
  readonly id: number
  readonly kind: string
  readonly season: string
}

export async function loadCompetitions(tx: Tx, ids: readonly number[]): Promise<Map<number, Competition>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Competition>`
    select id, kind, season from competitions where id = any(${[...ids]}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function saveCompetition(tx: Tx, { id, kind, season }: Competition): Promise<void> {
  await sql`insert into competitions (id, kind, season) values (${id}, ${kind}, ${season}) on conflict do nothing`.execute(
    tx,
  )
}

/** Returns those of the chats without messages, and records that they now have one. */
export async function openRooms(tx: Tx, rooms: readonly { kind: string; id: number }[]): Promise<Set<string>> {
  if (rooms.length === 0) return new Set()
  const { rows } = await sql<{ kind: string; id: number }>`
    insert into rooms (kind, id)
    select distinct * from unnest(${rooms.map(({ kind }) => kind)}::text[], ${rooms.map(({ id }) => id)}::int[])
    on conflict do nothing returning kind, id`.execute(tx)
  return new Set(rows.map(({ kind, id }) => `${kind} ${id}`))
}

export const erase = async (tx: Tx, deletion: Pick<RecordedEvent, 'type' | 'data'>): Promise<void> =>
  erasePeople(tx, achievementStore, await rememberErased(tx, [deletion], []))

/** Reads rows in chunks by player; `after` selects the first `CHUNK` of those after a player. */
async function* chunksBy<Row extends { readonly user_id: number }>(
  tx: Tx,
  after: (userId: number) => RawBuilder<Row>,
): AsyncGenerator<readonly Row[]> {
  let rows: readonly Row[] = []
  do {
    rows = (await after(rows.at(-1)?.user_id ?? 0).execute(tx)).rows
    if (rows.length > 0) yield rows
  } while (rows.length === CHUNK)
}

/**
 * Reads the players with a pick for one of the matches of one of these seasons, in chunks, by id; a slot of null: with any pick of the
 * season.
 */
export async function* playersOf(
  tx: Tx,
  picks: readonly { readonly season: string; readonly slots: Iterable<number | null> }[],
): AsyncGenerator<readonly number[]> {
  const isIn = picks.flatMap(({ season, slots }) =>
    [...slots].map((slot) =>
      slot === null
        ? sql`season = ${season}`
        : sql`(season = ${season} and substr(picks, ${slot + 1}::int, 1) > '\\x00'::bytea)`,
    ),
  )
  const chunks = chunksBy(
    tx,
    (after) => sql<{ user_id: number }>`
      select distinct user_id from cards where user_id > ${after} and (${sql.join(isIn, sql` or `)})
      order by user_id limit ${CHUNK}`,
  )
  for await (const rows of chunks) yield rows.map(({ user_id }) => user_id)
}

/** Reads the picks of all players of a season, in chunks. */
export async function* seasonPicksOf(
  tx: Tx,
  season: string,
): AsyncGenerator<Pick<SeasonPicksRow, 'user_id' | 'picks'>> {
  const chunks = chunksBy(
    tx,
    (after) => sql<Pick<SeasonPicksRow, 'user_id' | 'picks'>>`
      select user_id, picks from cards where season = ${season} and user_id > ${after} order by user_id limit ${CHUNK}`,
  )
  for await (const rows of chunks) yield* rows
}

/** Reads these players except deleted ones: one row per season with picks, and at least one row. */
export async function loadPlayers(tx: Tx, ids: readonly number[]): Promise<readonly PlayerWithPicks[]> {
  const { rows } = await sql<PlayerWithPicks>`${prepared}
    select id as user_id, deeds, earned_ids, unlocked_ids, season, picks
    from unnest(${ids}::int[]) as id left join players p on p.user_id = id left join cards c on c.user_id = id
    where not exists (select from erased e where e.user_id = id) order by id, season`.execute(tx)
  return rows
}

/** Changed rows of a chunk of players. */
interface Folded {
  readonly seasonPicks: readonly SeasonPicksRow[]
  readonly players: readonly PlayerRow[]
  /** Without further columns if the unlock was revoked. */
  readonly unlockings: readonly BadgeHalf[]
  readonly earnings: readonly BadgeHalf[]
}

/**
 * Saves the changes of players. Earning and unlocking are two changes of one badge row, which need two statements. A lost badge keeps its
 * row and the cause of its loss, even when it is earned again. If an unlock of the first earning is recorded later, it can be revoked with
 * this cause.
 */
export async function save(tx: Tx, { seasonPicks, players, unlockings, earnings }: Folded): Promise<void> {
  if (unlockings.length > 0)
    await sql`${prepared}
      insert into badges (user_id, achievement, simulated, held, unlock_id, unlocked_at, unlock_season, unlock_name, unlock_points,
        unlock_earned_by)
      select user_id, achievement, false, false, unlock_id, unlocked_at, unlock_season, unlock_name, unlock_points, unlock_earned_by
      from jsonb_populate_recordset(null::badges, ${JSON.stringify(unlockings)}::jsonb)
      on conflict (user_id, achievement) do update set held = false,
        unlock_id = excluded.unlock_id, unlocked_at = excluded.unlocked_at, unlock_season = excluded.unlock_season,
        unlock_name = excluded.unlock_name, unlock_points = excluded.unlock_points, unlock_earned_by = excluded.unlock_earned_by
    `.execute(tx)
  await sql`${prepared}
    with saved_picks as (
      insert into cards (season, user_id, picks)
      select * from unnest(${seasonPicks.map(({ season }) => season)}::text[], ${seasonPicks.map(({ user_id }) => user_id)}::int[],
        ${seasonPicks.map(({ picks }) => picks)}::bytea[])
      on conflict (user_id, season) do update set picks = excluded.picks
    ),
    saved_players as (
      insert into players select * from jsonb_populate_recordset(null::players, ${JSON.stringify(players)}::jsonb)
      on conflict (user_id) do update set deeds = excluded.deeds, unlocked = excluded.unlocked,
        earned_ids = excluded.earned_ids, unlocked_ids = excluded.unlocked_ids
    )
    insert into badges (user_id, achievement, earned_by, earned_at, season, simulated, held, lost)
    select user_id, achievement, earned_by, earned_at, season, simulated, held, lost
    from jsonb_populate_recordset(null::badges, ${JSON.stringify(earnings)}::jsonb)
    on conflict (user_id, achievement) do update set earned_by = excluded.earned_by, earned_at = excluded.earned_at,
      season = excluded.season, simulated = excluded.simulated, held = excluded.held, lost = coalesce(excluded.lost, badges.lost),
      order_number = null`.execute(tx)
}
