import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns, personNamed, personOf } from '../../slice/person.ts'
import { anyOf, type ReadDb } from '../../slice/read-models.ts'
import type { GameweekWinner, RankHistory } from './contract.ts'

interface WinnerRow extends PersonRow {
  readonly gameweek: number
  readonly points: number
  readonly players: number
  readonly id: number
  readonly own: number | null
}

/** Winners of the settled gameweeks. Reads a few rows by key per gameweek, for any number of players. */
export const winnerRows = (season: string, reader: number): RawBuilder<WinnerRow> => sql<WinnerRow>`
    select g.gameweek, top.points, top.players, g.winner as id, ${personColumns('p')}, own.points as own
    from read.settled_gameweeks g
    cross join lateral (
      select h.points, h.players from read.histograms h
      where h.season = g.season and h.gameweek = g.gameweek and h.players > 0 order by h.points desc limit 1
    ) top
    left join read.people p on p.id = g.winner
    left join read.gameweek_rows own on own.season = g.season and own.gameweek = g.gameweek and own.user_id = ${reader}
    where g.season = ${season} and g.winner is not null
    order by g.gameweek desc`

/** Winners of the settled gameweeks of a season. */
export async function winnersOf(db: ReadDb, season: string, reader: number): Promise<GameweekWinner[]> {
  const { rows } = await winnerRows(season, reader).execute(db)
  return rows.map((row) => ({
    gameweek: row.gameweek,
    points: row.points,
    winner: { id: row.id, ...personOf(row) },
    winners: row.players,
    ownPoints: row.own,
  }))
}

/** Seasons with a winner of a gameweek. */
export async function wonSeasons(db: ReadDb): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('read.settled_gameweeks')
    .select('season')
    .distinct()
    .where('winner', 'is not', null)
    .execute()
  return new Set(rows.map(({ season }) => season))
}

/** Ranks of some players after each gameweek, as shown then. */
export async function ranksOf(db: ReadDb, season: string, players: readonly number[]): Promise<RankHistory> {
  const rows = await db
    .selectFrom('read.settled_gameweeks as g')
    .innerJoin('read.rank_snapshots as s', (on) =>
      on.onRef('s.season', '=', 'g.season').onRef('s.gameweek', '=', 'g.gameweek').on('s.user_id', '=', anyOf(players)),
    )
    .leftJoin('read.people as p', 'p.id', 's.user_id')
    .select(['g.gameweek', 's.user_id as id', 'p.username', 's.rank'])
    .where('g.season', '=', season)
    .where('g.ranked', '=', true)
    .orderBy('g.gameweek')
    .execute()
  const gameweeks = [...new Set(rows.map(({ gameweek }) => gameweek))]
  return {
    gameweeks,
    players: [...new Set(players)].flatMap((id) => {
      const own = rows.filter((row) => row.id === id)
      if (own[0] === undefined) return []
      const ranks = new Map(own.map(({ gameweek, rank }) => [gameweek, rank]))
      return [
        {
          id,
          username: personNamed(own[0].username).username,
          ranks: gameweeks.map((gameweek) => ranks.get(gameweek) ?? null),
        },
      ]
    }),
  }
}
