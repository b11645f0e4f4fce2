import { type Kysely, sql } from 'kysely'
import type { Page } from '../contracts/common.ts'
import type { Competition, CompetitionDetail, CompetitionStatus } from '../contracts/competitions.ts'
import { createMemo } from '../kernel/memo.ts'
import type { CompetitionKind, CompetitionWindow } from './events.ts'
import { nameOf } from './names.ts'
import { roundsOf } from './round-queries.ts'
import { type PlacedRow, placedRows } from './standings.ts'

/** A row of `read.competitions`. */
export interface CompetitionRow {
  readonly id: number
  readonly stream: string
  readonly season: string
  readonly kind: CompetitionKind
  readonly name: string
  readonly description: string | null
  readonly first_gameweek: number | null
  readonly last_gameweek: number | null
  readonly from_kickoff: string | null
  readonly to_kickoff: string | null
  readonly start_date: string
  readonly end_date: string
  readonly prize_pool: number
  readonly max_participants: number | null
  readonly participants: number
  readonly ended_at: string | null
  readonly has_rounds: boolean
}

/** Competitions as pages ask for them. */
export interface CompetitionQueries {
  /** Of a season, by their beginning. */
  list(season: string, reader: number, at: string): Promise<Competition[]>
  /** With a page of its standings, and the reader's own row besides; null: there is none. */
  detail(id: number, reader: number, page: Page, at: string): Promise<CompetitionDetail | null>
  one(id: number, reader: number, at: string): Promise<Competition | null>
}

/** Participants shown on a card. */
const TOP = 3

export interface CompetitionQueryDependencies {
  readonly db: Kysely<unknown>
  /** How far a projection group has come, as this node knows. */
  passed(group: string): string | null
}

export function createCompetitionQueries({ db, passed }: CompetitionQueryDependencies): CompetitionQueries {
  const version = () => ['people', 'play', 'competitions'].map(passed).join(' ')
  const memo = createMemo({ version, now: () => performance.now() })

  async function tops(season: string, rows: readonly CompetitionRow[]): Promise<ReadonlyMap<number, PlacedRow[]>> {
    const taken = rows.filter(({ participants }) => participants > 0).map(countedOf)
    return Map.groupBy(await placedRows(db, season, taken, TOP), (row) => row.competition_id)
  }

  async function one(id: number, reader: number, at: string): Promise<Competition | null> {
    const row = await competitionRow(db, id)
    if (!row) return null
    const [top, own] = await Promise.all([tops(row.season, [row]), ownCompetitions(db, reader)])
    return competitionOf(row, top.get(id) ?? [], own.has(id), at)
  }

  return {
    async list(season, reader, at) {
      const kept = memo.now()
      const [{ rows, top }, own] = await Promise.all([
        kept.get(`list ${season}`, async () => {
          const found = await competitionRows(db, sql`season = ${season} order by start_date, id`)
          return { rows: found, top: await tops(season, found) }
        }),
        ownCompetitions(db, reader),
      ])
      return rows.map((row) => competitionOf(row, top.get(row.id) ?? [], own.has(row.id), at))
    },
    one,
    async detail(id, reader, { limit, offset }, at) {
      const row = await competitionRow(db, id)
      if (!row) return null
      const [all, own, rounds] = await Promise.all([
        // Once for all who look meanwhile; each is given the first and their own row.
        memo.now().get(`standings ${id}`, () => placedRows(db, row.season, [countedOf(row)])),
        ownCompetitions(db, reader),
        roundsOf(db, row, reader),
      ])
      const placed = all.filter(
        ({ place, user_id }) => (place > offset && place <= offset + limit) || user_id === reader,
      )
      const top = all.slice(0, TOP)
      const byPoints = row.kind !== 'cup' && row.kind !== 'knockout'
      const best = all[0]
      const ahead = byPoints && row.ended_at !== null && best && best.points > 0 ? playerOf(best) : null
      return {
        ...competitionOf(row, top, own.has(id), at),
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

/** Whether a user takes part, for what only participants may do. */
export async function isParticipant(db: Kysely<unknown>, competitionId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from read.competition_participants where competition_id = ${competitionId}::bigint and user_id = ${userId}
  `.execute(db)
  return rows.length > 0
}

/** A competition by its id; null: there is none. */
export async function competitionRow(db: Kysely<unknown>, id: number): Promise<CompetitionRow | null> {
  const [row] = await competitionRows(db, sql`id = ${id}::bigint`)
  return row ?? null
}

async function competitionRows(db: Kysely<unknown>, where: ReturnType<typeof sql>): Promise<CompetitionRow[]> {
  const { rows } = await sql<CompetitionRow>`
    select c.*, exists (select from read.competition_rounds r where r.competition_id = c.id) as has_rounds
    from read.competitions c where ${where}
  `.execute(db)
  return rows
}

async function ownCompetitions(db: Kysely<unknown>, userId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select competition_id as id from read.competition_participants where user_id = ${userId}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export function windowOf(row: CompetitionRow): CompetitionWindow {
  const { first_gameweek: first, last_gameweek: last, from_kickoff: from, to_kickoff: to } = row
  if (first !== null && last !== null) return { by: 'gameweek', from: first, to: last }
  return { by: 'kickoff', from: from!, to: to! }
}

const countedOf = (row: CompetitionRow) => ({ id: row.id, season: row.season, window: windowOf(row) })

/** By the dates and the server's clock; what has been decided and paid before its end is over too. */
export function statusOf(
  row: Pick<CompetitionRow, 'start_date' | 'end_date' | 'ended_at'>,
  at: string,
): CompetitionStatus {
  const now = Date.parse(at)
  if (row.ended_at !== null || now >= Date.parse(row.end_date)) return 'ended'
  return now < Date.parse(row.start_date) ? 'upcoming' : 'active'
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
  user: { username: nameOf(row.username) },
})

const playerOf = (row: PlacedRow) => ({ id: row.user_id, username: nameOf(row.username) })
