import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { createCache, REBUILD_TTL_MS } from '../../kernel/cache.ts'
import { personOf } from '../../slice/person.ts'
import type { ReadDb, ReadModels } from '../../slice/read-models.ts'
import type { Competition, CompetitionDetail, CompetitionStatus } from './contract.ts'
import { type RoundsRow, roundsColumns, roundsOf } from './round-queries.ts'
import { isInside, type PlacedRow, placedRows } from './standings.ts'

/** A row of `read.competitions`. */
type CompetitionRow = Readonly<ReadModels['read.competitions'] & { has_rounds: boolean; has_begun: boolean }>

/** Participants listed with each competition. */
const TOP = 3

/** Most entries of the cache: lists and standings. */
const MOST_CACHED = 200

interface CompetitionQueryDependencies {
  readonly db: ReadDb
  /** Log position of a projection group on this node. */
  passed(group: string): string | null
}

/** Reads of competitions for the API; null: no such competition. */
export function createCompetitionQueries({ db, passed }: CompetitionQueryDependencies) {
  const version = () => ['people', 'play', 'competitions'].map(passed).join(' ')
  const cache = createCache({ max: MOST_CACHED, ttlMs: REBUILD_TTL_MS })

  async function one(id: number, reader: number, at: string): Promise<Competition | null> {
    const { rows } = await cardQuery(id, reader).execute(db)
    const [row] = rows
    return row ? competitionOf(row, row.top, row.is_own, at) : null
  }

  return {
    /** Competitions of a season by start date. */
    async list(season: string, reader: number, at: string): Promise<Competition[]> {
      const [rows, own] = await Promise.all([
        cache.get(`list ${season}`, version(), async () => (await cardsQuery(season).execute(db)).rows),
        ownCompetitions(db, reader),
      ])
      return rows.map((row) => competitionOf(row, row.top, own.has(row.id), at))
    },
    one,
    /** A competition with a page of its standings and the reader’s own row. */
    async detail(id: number, reader: number, { limit, offset }: Page, at: string): Promise<CompetitionDetail | null> {
      const { rows } = await detailQuery(id, reader).execute(db)
      const [row] = rows
      if (!row) return null
      // Cached for all readers: each gets the first three and their own row from it.
      const all = await cache.get(`standings ${id}`, version(), async () => {
        const { rows } = await placedRows(sql`c.id = ${id}::bigint`).execute(db)
        return rows
      })
      const rounds = roundsOf(row)
      const placed = all.filter(
        ({ place, user_id }) => (place > offset && place <= offset + limit) || user_id === reader,
      )
      const byPoints = row.kind !== 'cup' && row.kind !== 'knockout'
      const best = all[0]
      const ahead = byPoints && row.ended_at !== null && best && best.points > 0 ? playerOf(best) : null
      return {
        ...competitionOf(row, all.slice(0, TOP), row.is_own, at),
        standings: placed.map((each) => ({
          ...participantOf(each),
          ranking: each.rank,
          exactScores: each.exact,
          prize: each.prize,
        })),
        rounds: rounds.list,
        winner: byPoints ? ahead : rounds.winner,
      }
    },
  }
}

interface ToppedRow extends CompetitionRow {
  readonly top: readonly PlacedRow[]
}

interface OwnRow {
  readonly is_own: boolean
}

/** The rows of `placed` as a JSON column. */
const top = sql`(
  select coalesce(json_agg(p order by p.place), '[]') from placed p where p.competition_id = c.id) as top`
const isOwn = (reader: number) => sql`exists (
  select from read.competition_participants o where o.competition_id = c.id and o.user_id = ${reader}) as is_own`

/** Competitions of a season with their first three, as a query. */
export const cardsQuery = (season: string): RawBuilder<ToppedRow> =>
  competitionQuery(sql`c.season = ${season} order by c.start_date, c.id`, {
    columns: top,
    placed: placedRows(sql`c.season = ${season}`, TOP),
  })

/** A competition with its first three, as the reader sees it, as a query. */
export const cardQuery = (id: number, reader: number): RawBuilder<ToppedRow & OwnRow> =>
  competitionQuery(sql`c.id = ${id}::bigint`, {
    columns: sql`${top}, ${isOwn(reader)}`,
    placed: placedRows(sql`c.id = ${id}::bigint`, TOP),
  })

/** A competition with its rounds, as a query. */
export const detailQuery = (id: number, reader: number): RawBuilder<CompetitionRow & OwnRow & RoundsRow> =>
  competitionQuery(sql`c.id = ${id}::bigint`, { columns: sql`${isOwn(reader)}, ${roundsColumns(reader)}` })

/** A competition by id; null: no such competition. */
export async function competitionRow(db: ReadDb, id: number): Promise<CompetitionRow | null> {
  const { rows } = await competitionQuery(sql`c.id = ${id}::bigint`).execute(db)
  return rows[0] ?? null
}

/** Streams of the competitions that exist, by id. */
export async function competitionStreams(db: ReadDb, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('read.competitions')
    .select(['id', 'stream'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, stream }) => [id, stream]))
}

/** Additional columns, and a common table expression `placed` for them. */
interface More {
  readonly columns: RawBuilder<unknown>
  readonly placed?: RawBuilder<unknown>
}

const competitionQuery = <Row extends CompetitionRow>(
  where: RawBuilder<unknown>,
  more?: More,
): RawBuilder<Row> => sql<Row>`
    ${more?.placed ? sql`with placed as materialized (${more.placed})` : sql``}
    select c.*, exists (select from read.competition_rounds r where r.competition_id = c.id) as has_rounds,
      exists (
        select from read.fixtures f
        where f.season = c.season and f.home_score is not null and f.kickoff >= c.start_date and ${isInside}
      ) as has_begun
      ${more ? sql`, ${more.columns}` : sql``}
    from read.competitions c where ${where}`

async function ownCompetitions(db: ReadDb, userId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('read.competition_participants')
    .select('competition_id as id')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** By the dates and the server’s clock; `ended` as soon as it is decided and paid. Simulated matches begin it before its dates (R449). */
export function statusOf(
  row: Pick<CompetitionRow, 'start_date' | 'end_date' | 'ended_at' | 'has_begun'>,
  at: string,
): CompetitionStatus {
  const now = Date.parse(at)
  if (row.ended_at !== null || now >= Date.parse(row.end_date)) return 'ended'
  return now < Date.parse(row.start_date) && !row.has_begun ? 'upcoming' : 'active'
}

function competitionOf(
  row: CompetitionRow,
  top: readonly PlacedRow[],
  isParticipant: boolean,
  at: string,
): Competition {
  return {
    id: row.id,
    season: row.season,
    name: row.name,
    description: row.description,
    type: row.kind,
    status: statusOf(row, at),
    startDate: row.start_date,
    endDate: row.end_date,
    firstGameweek: row.first_gameweek,
    lastGameweek: row.last_gameweek,
    prizePool: row.prize_pool,
    maxParticipants: row.max_participants,
    participantCount: row.participants,
    isDrawn: row.has_rounds,
    isParticipant,
    participants: top.map(participantOf),
  }
}

const participantOf = (row: PlacedRow) => ({
  id: row.user_id,
  totalPoints: row.points,
  user: personOf(row),
})

const playerOf = (row: PlacedRow) => ({ id: row.user_id, ...personOf(row) })
