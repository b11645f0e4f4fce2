import { sql } from 'kysely'
import { matchesInWindow } from '../fixtures/gameweek-window.ts'

/** A gameweek with a date or a result, for team records. Times in milliseconds. */
export interface BegunGameweek {
  readonly gameweek: number
  /** First time at which a match that holds the gameweek counts. A match moved far ahead does not hold it. */
  readonly begins: number
  /** When it settled; infinite before. */
  readonly settledAt: number
  /** Times at which the matches that settled it count; null before. */
  readonly heldAt: readonly number[] | null
}

/** A row of `gameweekMatches`. */
export interface GameweekMatch {
  readonly id: number
  readonly gameweek: number
  readonly kickoff: string | null
  /** Null: neither a date nor a passed cutoff. */
  readonly counts_at: string | null
  readonly has_result: boolean
  readonly settling: number[] | null
  readonly settled_at: string | null
}

/** When a match with a result counts for the members of a team: at its kickoff, without a date at its cutoff (R457). */
export const COUNTS_AT = sql`coalesce(kickoff, cutoff)`

/** Select of the matches of a season, with the settlement of their gameweeks. */
export const gameweekMatches = (season: string | null) => sql<GameweekMatch>`
    select f.id, f.gameweek, f.kickoff, ${COUNTS_AT} as counts_at, f.result is not null as has_result, s.fixture_ids as settling, s.settled_at
    from read.fixtures f left join read.settled_gameweeks s on s.season = f.season and s.gameweek = f.gameweek
    where f.season = ${season} order by f.gameweek, f.id`

/** Returns the gameweeks of a season that have a date or, without any dated match, a result. */
export function begunGameweeks(rows: readonly GameweekMatch[]): BegunGameweek[] {
  const matches = rows.map((row) => ({
    ...row,
    kickoff: row.kickoff === null ? null : Date.parse(row.kickoff),
    done: false,
  }))
  return [...Map.groupBy(matches, ({ gameweek }) => gameweek)].flatMap(([gameweek, week]) => {
    const { settling, settled_at } = week[0]!
    const near = matchesInWindow(week)
    const holding = settling ? week.filter(({ id }) => settling.includes(id)) : near.length > 0 ? near : week
    const times = holding.flatMap(({ counts_at }) => (counts_at === null ? [] : Date.parse(counts_at)))
    if (times.length === 0) return []
    const settledAt = settled_at === null ? Number.POSITIVE_INFINITY : Date.parse(settled_at)
    return [{ gameweek, begins: Math.min(...times), settledAt, heldAt: settling ? times : null }]
  })
}
