import { sql, type Transaction } from 'kysely'
import type { SeasonState } from '../../src/achievements/season-state.ts'
import { planned } from '../../src/kernel/planned.ts'
import type { CardRow, Earning, Of, PlayerRow, Unlocking } from './rows.ts'
import { SeasonView } from './season-view.ts'

export type Tx = Transaction<unknown>

/** How many players are folded at once: a season's cards of these are what memory holds. */
export const CHUNK = 5_000

/** Seasons by the rows that they were read from, so that a batch parses none that has not changed. */
export type KeptSeasons = Map<string, SeasonView>

/** Most rows of seasons that are remembered. */
const MOST_SEASONS = 50

/** A row as it stands: whatever changes it gives it another place or transaction. */
const versionOfRow = sql.raw(`concat_ws(' ', current_database(), s.tableoid, s.ctid, s.xmin)`)

/** What every batch begins with: which achievements there are, and the seasons. */
export async function loadCommon(
  tx: Tx,
  kept: KeptSeasons,
): Promise<{ readonly introduced: Set<string>; readonly seasons: Map<string, SeasonView> }> {
  const { rows } = await sql<{
    introduced: string[]
    seasons: { season: string; version: string; state: SeasonState | null }[]
  }>`${planned}
    select (select coalesce(json_agg(achievement), '[]') from introduced) as introduced,
      (select coalesce(json_agg(r), '[]') from (
         select s.season, ${versionOfRow} as version,
           case when ${versionOfRow} = any(${[...kept.keys()]}::text[]) then null else s.state end as state
         from seasons s) r) as seasons`.execute(tx)
  const { introduced, seasons } = rows[0]!
  const views = seasons.map(({ season, version, state }): [string, string, SeasonView] => [
    season,
    version,
    state === null ? kept.get(version)! : SeasonView.of(season, state),
  ])
  if (kept.size > MOST_SEASONS) kept.clear()
  for (const [, version, view] of views) kept.set(version, view)
  return { introduced: new Set(introduced), seasons: new Map(views.map(([season, , view]) => [season, view])) }
}

export async function saveSeasons(tx: Tx, views: ReadonlyMap<string, SeasonView>, seasons: ReadonlySet<string>) {
  for (const season of seasons)
    await sql`
      insert into seasons (season, state) values (${season}, ${JSON.stringify(views.get(season)!.state)}::jsonb)
      on conflict (season) do update set state = excluded.state`.execute(tx)
}

export async function introduce(tx: Tx, achievements: readonly string[]): Promise<void> {
  await sql`insert into introduced select unnest(${[...achievements]}::text[]) on conflict do nothing`.execute(tx)
}

/**
 * Lets go what is held, all or of one achievement. An order is for what was known when it was given: what a later catalogue
 * brings waits for an order of its own.
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

export async function loadCompetitions(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { kind: string; season: string }>()
  const { rows } = await sql<{ id: number; kind: string; season: string }>`
    select id, kind, season from competitions where id = any(${[...ids]}::int[])`.execute(tx)
  return new Map(rows.map(({ id, kind, season }) => [id, { kind, season }]))
}

export async function saveCompetition(tx: Tx, row: { id: number; kind: string; season: string }): Promise<void> {
  await sql`insert into competitions (id, kind, season) values (${row.id}, ${row.kind}, ${row.season}) on conflict do nothing`.execute(
    tx,
  )
}

/** Of these chats, those in which nothing had been written; from now on something has. */
export async function openRooms(tx: Tx, rooms: readonly { kind: string; id: number }[]): Promise<ReadonlySet<string>> {
  if (rooms.length === 0) return new Set()
  const { rows } = await sql<{ kind: string; id: number }>`
    insert into rooms (kind, id)
    select distinct * from unnest(${rooms.map(({ kind }) => kind)}::text[], ${rooms.map(({ id }) => id)}::int[])
    on conflict do nothing returning kind, id`.execute(tx)
  return new Set(rows.map(({ kind, id }) => `${kind} ${id}`))
}

export async function erase(tx: Tx, userId: number): Promise<void> {
  await sql`insert into erased (user_id) values (${userId}) on conflict do nothing`.execute(tx)
  for (const table of ['cards', 'ranks', 'players', 'badges'])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
}

/** Everybody with a card in one of the seasons, in order. */
export async function playersOf(tx: Tx, seasons: readonly string[]): Promise<readonly number[]> {
  if (seasons.length === 0) return []
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from cards where season = any(${[...seasons]}::text[]) order by user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Everybody with a pick for one of the matches. */
export async function pickersOf(tx: Tx, season: string, slots: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from cards where season = ${season} and (${sql.join(
      slots.map(
        (slot) => sql`case when length(picks) > ${slot}::int then get_byte(picks, ${slot}::int) <> 0 else false end`,
      ),
      sql` or `,
    )})`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** The cards of a season, some players at a time. */
export async function* cardsOf(tx: Tx, season: string): AsyncGenerator<readonly Pick<CardRow, 'user_id' | 'picks'>[]> {
  let after = 0
  while (true) {
    const { rows } = await sql<Pick<CardRow, 'user_id' | 'picks'>>`
      select user_id, picks from cards where season = ${season} and user_id > ${after} order by user_id limit ${CHUNK}
    `.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
    after = rows.at(-1)!.user_id
  }
}

export interface Loaded {
  readonly cards: readonly CardRow[]
  readonly players: readonly PlayerRow[]
  readonly erased: ReadonlySet<number>
}

export async function loadPlayers(tx: Tx, ids: readonly number[]): Promise<Loaded> {
  const those = sql`user_id = any(${`{${ids.join(',')}}`}::int[])`
  // One that is erased has no row of its own: deletion took it, and none comes back.
  const { rows } = await sql<({ of: 'cards' } & CardRow) | ({ of: 'players' | 'erased' } & PlayerRow)>`${planned}
    select 'cards' as of, user_id, season, picks, null::jsonb as deeds, 0 as unlocked, '' as earned_ids, '' as unlocked_ids
    from cards where ${those}
    union all select 'players', user_id, '', null, deeds, unlocked, earned_ids, unlocked_ids from players where ${those}
    union all select 'erased', user_id, '', null, null, 0, '', '' from erased where ${those}
    order by user_id, season`.execute(tx)
  const cards: CardRow[] = []
  const players: PlayerRow[] = []
  const erased = new Set<number>()
  for (const row of rows) {
    const { user_id } = row
    if (row.of === 'erased') erased.add(user_id)
    else if (row.of === 'cards') cards.push({ user_id, season: row.season, picks: row.picks })
    else {
      const { deeds, unlocked, earned_ids, unlocked_ids } = row
      players.push({ user_id, deeds, unlocked, earned_ids, unlocked_ids })
    }
  }
  return { cards, players, erased }
}

/** What has become of some players. */
interface Folded {
  readonly cards: readonly CardRow[]
  readonly players: readonly PlayerRow[]
  readonly unlockings: readonly Of<Unlocking>[]
  readonly earnings: readonly Of<Earning>[]
}

/** `were`: players and seasons that have a card already; the others are new. */
export async function save(
  tx: Tx,
  { cards, players, unlockings, earnings }: Folded,
  were: readonly CardRow[],
): Promise<void> {
  const known = new Set(were.map(({ user_id, season }) => `${user_id} ${season}`))
  const isKnown = ({ user_id, season }: CardRow) => known.has(`${user_id} ${season}`)
  const changed = cards.filter(isKnown)
  const fresh = cards.filter((card) => !isKnown(card))
  const unlocked = unlockings.length > 0 ? saveUnlockings(unlockings) : null
  const earned = earnings.length > 0 ? saveEarnings(earnings) : null
  const parts = [
    changed.length > 0 ? changeCards(changed) : null,
    fresh.length > 0 ? sql`insert into cards select * from ${rowsOf(fresh)} c` : null,
    players.length > 0 ? savePlayers(players) : null,
    unlocked,
    // Both halves of one badge are two changes of a row, which one statement cannot make.
    unlocked ? null : earned,
  ].filter((part) => part !== null)
  if (parts.length > 0)
    await sql`${planned} with ${sql.join(parts.map((part, nr) => sql`${sql.raw(`part${nr}`)} as (${part})`))} select`.execute(
      tx,
    )
  if (unlocked && earned) await earned.execute(tx)
}

const changeCards = (cards: readonly CardRow[]) => sql`
  update cards k set picks = c.picks from ${rowsOf(cards)} c
  where k.user_id = c.user_id and k.season = c.season`

const rowsOf = (cards: readonly CardRow[]) => sql`(
    select season, user_id, decode(picks, 'hex') as picks
    from unnest(${cards.map(({ season }) => season)}::text[], ${array(cards.map(({ user_id }) => user_id))}::int[],
      ${array(cards.map(({ picks }) => hex(picks)))}::text[]) as c (season, user_id, picks))`

const savePlayers = (players: readonly PlayerRow[]) => sql`
  insert into players select * from jsonb_populate_recordset(null::players, ${JSON.stringify(players)}::jsonb)
  on conflict (user_id) do update set deeds = excluded.deeds, unlocked = excluded.unlocked,
    earned_ids = excluded.earned_ids, unlocked_ids = excluded.unlocked_ids`

/**
 * A badge that was lost keeps its row, and what took it also when it is earned again: should it be unlocked behind that (the log knew
 * no better), it is known what took it.
 */
const saveEarnings = (earnings: readonly Of<Earning>[]) => sql`
  insert into badges (user_id, achievement, earned_by, earned_at, season, simulated, held, lost)
  select user_id, achievement, earned_by, earned_at, season, simulated, held, lost
  from jsonb_populate_recordset(null::badges, ${JSON.stringify(earnings)}::jsonb)
  on conflict (user_id, achievement) do update set earned_by = excluded.earned_by, earned_at = excluded.earned_at,
    season = excluded.season, simulated = excluded.simulated, held = excluded.held, lost = coalesce(excluded.lost, badges.lost),
    order_number = null`

const saveUnlockings = (unlockings: readonly Of<Unlocking>[]) => sql`
  insert into badges (user_id, achievement, simulated, held, unlock_id, unlocked_at, unlock_season, unlock_name, unlock_points,
    unlock_earned_by)
  select user_id, achievement, false, held, unlock_id, unlocked_at, unlock_season, unlock_name, unlock_points, unlock_earned_by
  from jsonb_populate_recordset(null::badges, ${JSON.stringify(unlockings)}::jsonb)
  on conflict (user_id, achievement) do update set held = badges.held and excluded.held,
    unlock_id = excluded.unlock_id, unlocked_at = excluded.unlocked_at, unlock_season = excluded.unlock_season,
    unlock_name = excluded.unlock_name, unlock_points = excluded.unlock_points, unlock_earned_by = excluded.unlock_earned_by`

const hex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

/** A Postgres array of numbers or hexadecimal text, none of which needs quoting. An empty card is text as well. */
export const array = (values: readonly (number | string)[]): string =>
  `{${values.map((value) => (value === '' ? '""' : value)).join(',')}}`
