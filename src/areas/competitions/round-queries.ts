import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { type PersonRow, personColumns, personJson, personOf } from '../../slice/person.ts'
import type { CompetitionRound } from './contract.ts'

type Round = z.infer<typeof CompetitionRound>
type Player = NonNullable<Round['ties'][number]['away']>

/** Players returned for a knockout round, best first; the reader’s row is added. */
const MOST_PLAYERS = 128

/** Row of `roundsColumns`. Null for other kinds of competitions; `open_round` is null after the end. */
export interface RoundsRow {
  readonly ties: readonly TieRow[] | null
  readonly decided_rounds: readonly PlayerRow[] | null
  readonly open_round: readonly PlayerRow[] | null
}

/** The rounds of a cup or knockout `c`, as columns. */
export const roundsColumns = (reader: number): RawBuilder<unknown> => sql`
  case when c.kind = 'cup' then (select coalesce(json_agg(r), '[]') from (${cupTies}) r) end as ties,
  case when c.kind = 'knockout' then (select coalesce(json_agg(r), '[]') from (${decidedPlayers(reader)}) r) end as decided_rounds,
  case when c.kind = 'knockout' and c.ended_at is null then (
    select coalesce(json_agg(r), '[]') from (${openPlayers(reader)}) r) end as open_round`

interface Rounds {
  readonly list: Round[]
  readonly winner: Player | null
}

/** Decided rounds of a cup or knockout, the open round and the winner; empty for other kinds. */
export function roundsOf(row: RoundsRow & { readonly ended_at: string | null }): Rounds {
  if (row.ties) return cupRounds(row.ties, row.ended_at !== null)
  if (row.decided_rounds) return knockoutRounds(row.decided_rounds, row.open_round)
  return { list: [], winner: null }
}

interface TieRow {
  readonly round: number
  readonly gameweek: number
  readonly decided: boolean
  readonly home: number
  readonly away: number | null
  readonly home_player: PersonRow
  readonly away_player: PersonRow
  readonly home_points: number | null
  readonly away_points: number | null
  readonly winner: number | null
}

/** Ties of a cup `c`. Points of an open round are those of its gameweek so far; null without results. */
export const cupTies: RawBuilder<TieRow> = sql`
    select r.round, r.gameweek, r.decided, t.home, t.away, ${personJson('h')} as home_player,
      ${personJson('a')} as away_player, t.winner,
      case when r.decided then t.home_points when s.has_results then coalesce(hp.points, 0) end as home_points,
      case when t.away is null then null when r.decided then t.away_points when s.has_results then coalesce(ap.points, 0) end as away_points
    from read.competition_rounds r
    join read.competition_ties t on t.competition_id = r.competition_id and t.round = r.round
    left join read.people h on h.id = t.home
    left join read.people a on a.id = t.away
    left join read.gameweek_rows hp on hp.season = c.season and hp.gameweek = r.gameweek and hp.user_id = t.home
    left join read.gameweek_rows ap on ap.season = c.season and ap.gameweek = r.gameweek and ap.user_id = t.away
    cross join lateral (select exists (
      select from read.fixtures f where f.season = c.season and f.gameweek = r.gameweek and f.result is not null
    ) as has_results) s
    where r.competition_id = c.id
    order by r.round, t.tie`

function cupRounds(rows: readonly TieRow[], hasEnded: boolean): Rounds {
  const list = [...Map.groupBy(rows, ({ round }) => round).values()].map((ties): Round => {
    const { round, gameweek, decided } = ties[0]!
    return { round, name: cupRoundName(ties.length), gameweek, decided, ties: ties.map(tieOf), players: [] }
  })
  const winners = (list.at(-1)?.ties ?? []).flatMap((tie) => winnerOf(tie) ?? [])
  return { list, winner: hasEnded && winners.length === 1 ? winners[0]! : null }
}

function tieOf(row: TieRow): Round['ties'][number] {
  return {
    home: playerOf(row.home, row.home_player),
    away: row.away === null ? null : playerOf(row.away, row.away_player),
    homePoints: row.home_points,
    awayPoints: row.away_points,
    winnerId: row.winner,
  }
}

const winnerOf = ({ home, away, winnerId }: Round['ties'][number]): Player | null =>
  [home, away].find((player) => player?.id === winnerId) ?? null

/** Name of a round by its number of ties. */
function cupRoundName(ties: number): string {
  const names: Readonly<Record<number, string>> = { 1: 'Final', 2: 'Semi-finals', 4: 'Quarter-finals' }
  return names[ties] ?? `Round of ${ties * 2}`
}

interface PlayerRow extends PersonRow {
  readonly round: number
  readonly gameweek: number
  readonly user_id: number
  readonly points: number
  readonly out: boolean
}

export const decidedPlayers = (reader: number): RawBuilder<PlayerRow> => sql`
    select r.round, r.gameweek, p.user_id, ${personColumns('n')}, p.points, p.out
    from read.competition_rounds r
    join read.competition_round_players p on p.competition_id = r.competition_id and p.round = r.round
    left join read.people n on n.id = p.user_id
    where r.competition_id = c.id and (p.place <= ${MOST_PLAYERS} or p.user_id = ${reader})
    order by r.round, p.place`

/** The open round of a knockout: players still in, with the gameweek’s points so far. */
export const openPlayers = (reader: number): RawBuilder<PlayerRow> => sql`
    select round, gameweek, user_id, username, display_name, profile_image, points, out from (
      select b.round + 1 as round, c.first_gameweek + b.round as gameweek, p.user_id, ${personColumns('n')}, coalesce(g.points, 0) as points,
        false as out, row_number() over (order by coalesce(g.points, 0) desc, coalesce(g.exact, 0) desc, p.number) as place
      from (
        select coalesce(max(l.round), 0)::int as round from read.competition_round_players l where l.competition_id = c.id
      ) b
      join read.competition_participants p on p.competition_id = c.id
      left join read.people n on n.id = p.user_id
      left join read.gameweek_rows g on g.season = c.season and g.gameweek = c.first_gameweek + b.round and g.user_id = p.user_id
      where b.round = 0 or exists (
        select from read.competition_round_players l
        where l.competition_id = c.id and l.round = b.round and l.user_id = p.user_id and not l.out
      )
    ) players
    where place <= ${MOST_PLAYERS} or user_id = ${reader}
    order by place`

/** `open`: players of the open round; null after the end. */
function knockoutRounds(rows: readonly PlayerRow[], open: readonly PlayerRow[] | null): Rounds {
  const decided = [...Map.groupBy(rows, ({ round }) => round).values()].map((players) => roundOf(true, players))
  if (open === null) {
    const first = rows.find(({ round }) => round === rows.at(-1)?.round)
    return { list: decided, winner: first ? playerOf(first.user_id, first) : null }
  }
  return { list: open.length > 1 ? [...decided, roundOf(false, open)] : decided, winner: null }
}

function roundOf(decided: boolean, players: readonly PlayerRow[]): Round {
  const { round, gameweek } = players[0]!
  return {
    round,
    name: `Round ${round}`,
    gameweek,
    decided,
    ties: [],
    players: players.map((row) => ({ ...playerOf(row.user_id, row), points: row.points, out: row.out })),
  }
}

const playerOf = (id: number, person: PersonRow): Player => ({ id, ...personOf(person) })
