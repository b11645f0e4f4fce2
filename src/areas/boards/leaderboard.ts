import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../contracts/common.ts'
import { prepared } from '../../kernel/prepared.ts'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { nameBegins } from '../accounts/queries.ts'
import type { LeaderboardEntry } from './contract.ts'

/** A board: of a season, or of one of its gameweeks. */
export interface BoardOf {
  readonly season: string
  readonly gameweek: number | null
  /** True if its rows include the parts of the points. */
  readonly withParts: boolean
}

export interface PageOf {
  readonly limit: number
  readonly offset: number
}

/** Number of ranked players, and the reader's own row (null without a prediction). */
export interface BoardPosition {
  readonly total: number
  readonly me: LeaderboardEntry | null
  /** Number of rows before the page around the reader; 0 if none was asked for. */
  readonly offset: number
}

interface Row extends PersonRow, Omit<LeaderboardEntry, keyof Person | 'ranking' | 'movement' | 'parts'> {
  /** Equal points share it (1, 2, 2, 4). */
  readonly rank: number
  /** Rank at the baseline of movement. */
  readonly was: number | null
  /** Points from achievements and from prizes; null without any, or if not requested. */
  readonly badges: number | null
  readonly prizes: number | null
}

/** By points; equal points by exact scores, accuracy, then registration, which user ids follow. */
const order = sql`t.points desc, t.exact desc, t.accuracy desc, t.user_id`

const rowsOf = ({ season, gameweek }: BoardOf) =>
  gameweek === null
    ? sql`read.totals t where t.season = ${season}`
    : sql`read.gameweek_rows t where t.season = ${season} and t.gameweek = ${gameweek}`

/** Points of a board with their numbers of players: `above` have more points, `reach` at least as many. */
const heights = ({ season, gameweek }: BoardOf) => sql`
  heights as (
    select h.points, (h.reach - h.players)::int as above, h.reach::int as reach from (
      select points, players, sum(players) over (order by points desc) as reach
      from read.histograms where season = ${season} and gameweek = ${gameweek ?? 0}
    ) h where h.players > 0
  )`

/** Columns of a row except its rank. Movement and parts are only for a season: a gameweek has match points alone. */
function columns({ season, gameweek, withParts }: BoardOf) {
  const isSeason = gameweek === null
  const hasParts = isSeason && withParts
  return {
    shown: sql`t.user_id as id, t.points as "totalPoints", t.exact as "exactScores", t.correct as "correctPredictions",
      t.settled as "settledPredictions", t.predictions as "totalPredictions",
      coalesce(round(100.0 * t.correct / nullif(t.settled, 0)), 0)::int as accuracy, ${personColumns('p')},
      coalesce(a.unlocked, 0) as "achievementCount",
      ${isSeason ? sql`s.rank` : sql`null::int`} as was,
      ${hasParts ? sql`b.badges, b.prizes` : sql`null::int as badges, null::int as prizes`}`,
    joined: sql`
      left join read.people p on p.id = t.user_id
      left join read.achievement_counts a on a.user_id = t.user_id
      ${
        isSeason
          ? sql`left join read.rank_snapshots s on s.season = t.season and s.user_id = t.user_id
              and s.gameweek = (select baseline_gameweek from read.seasons where season = ${season})`
          : sql``
      }
      ${
        hasParts
          ? sql`left join lateral (
              select (sum(l.points) filter (where l.type = 'achievement'))::int as badges,
                (sum(l.points) filter (where l.type = 'competition'))::int as prizes
              from read.ledger l where l.user_id = t.user_id and l.season = t.season and l.type <> 'match'
            ) b on true`
          : sql``
      }`,
  }
}

/** Entries of a board in its order. */
export async function pageOf(db: ReadDb, of: BoardOf, page: PageOf): Promise<LeaderboardEntry[]> {
  const { rows } = await pageRows(of, page).execute(db)
  return rows.map((row) => entryOf(row, of))
}

/**
 * Query for the rows of a page. Reads only players whose points are on it, and none of the points that a settling match has not committed
 * yet: the numbers of players tell which points these are.
 */
export function pageRows(of: BoardOf, { limit, offset }: PageOf): RawBuilder<Row> {
  const { shown, joined } = columns(of)
  return sql<Row>`${prepared}
    with ${heights(of)}, shown as (
      select min(points) as low, max(points) as high, min(above) as above from heights
      where reach > ${offset} and above < ${offset + limit}
    ), page as (
      select t.* from ${rowsOf(of)} and t.points between (select low from shown) and (select high from shown)
      order by ${order} limit ${limit} offset ${offset} - (select above from shown)
    )
    select 1 + h.above as rank, ${shown} from page t join heights h on h.points = t.points ${joined} order by ${order}`
}

/** By reader: the own row, and the offset of the page of `around` rows around it. One statement for all readers. */
export async function boardPositionsOf(
  db: ReadDb,
  of: BoardOf,
  readers: readonly number[],
  around: number | null,
): Promise<ReadonlyMap<number, BoardPosition>> {
  const { rows } = await boardPositionQuery(of, readers, around).execute(db)
  return new Map(
    rows.map(({ reader, total, begin, ...row }) => [
      reader,
      { total, me: row.id === null ? null : entryOf(row as Row, of), offset: begin },
    ]),
  )
}

/** A reader's own row and the offset of a page; its columns are null if the reader is not ranked. */
type BoardPositionRow = { readonly [Name in keyof Row]: Row[Name] | null } & {
  readonly reader: number
  readonly total: number
  readonly begin: number
}

/** Query for those rows. */
export function boardPositionQuery(
  of: BoardOf,
  readers: readonly number[],
  around: number | null,
): RawBuilder<BoardPositionRow> {
  const { shown, joined } = columns(of)
  // Number of players before the reader.
  const before = sql`h.above + (select count(*)::int from ${rowsOf(of)} and t.points = m.points
    and (t.exact, t.accuracy, -t.user_id) > (m.exact, m.accuracy, -m.user_id))`
  const begin =
    around === null
      ? sql`0`
      : sql`greatest(0, least(coalesce(place.before, 0) - ${Math.floor((around - 1) / 2)}::int, ranked.total - ${around}::int))`
  return sql<BoardPositionRow>`${prepared}
    with ${heights(of)}, mine as (
      select t.* from ${rowsOf(of)} and t.user_id = any(${[...readers]}::int[])
    ), ranked as (
      select coalesce(max(reach), 0) as total from heights
    ), place as (
      select m.user_id, h.above, ${around === null ? sql`0` : before} as before from mine m join heights h on h.points = m.points
    )
    select r.reader, ranked.total, ${begin} as begin, 1 + place.above as rank, ${shown}
    from unnest(${[...readers]}::int[]) as r (reader) cross join ranked
    left join place on place.user_id = r.reader left join mine t on t.user_id = r.reader ${joined}`
}

/**
 * Ranked players whose names begin with a text, by name. Uses the index of names, so it is fast for any number of
 * players.
 */
export async function playersNamed(
  db: ReadDb,
  of: BoardOf,
  beginning: string,
  page: PageOf,
): Promise<LeaderboardEntry[]> {
  const { rows } = await namedRows(of, beginning, page).execute(db)
  return rows.map((row) => entryOf(row, of))
}

/** Query for players by name. */
export function namedRows(of: BoardOf, beginning: string, { limit, offset }: PageOf): RawBuilder<Row> {
  const { shown, joined } = columns(of)
  return sql`
    with ${heights(of)}, found as (
      select t.*, n.username_key from read.people n
      join lateral (select t.* from ${rowsOf(of)} and t.user_id = n.id) t on true
      where ${nameBegins(sql.ref('n.username_key'), beginning)}
      order by n.username_key limit ${limit} offset ${offset}
    )
    select ${shown}, 1 + h.above as rank from found t join heights h on h.points = t.points ${joined}
    order by t.username_key`
}

function entryOf(row: Row, { withParts }: BoardOf): LeaderboardEntry {
  const { username, display_name, profile_image, was, badges, prizes, rank: ranking, ...entry } = row
  const [ofBadges, ofPrizes] = [badges ?? 0, prizes ?? 0]
  const parts = { matches: entry.totalPoints - ofBadges - ofPrizes, badges: ofBadges, prizes: ofPrizes }
  return {
    ...entry,
    ...personOf(row),
    ranking,
    movement: was === null ? null : was - ranking,
    ...(withParts ? { parts } : {}),
  }
}
