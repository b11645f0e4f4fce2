import { type RawBuilder, sql } from 'kysely'
import type { Statement, Subject } from '../../contracts/receipts.ts'
import type { ReadDb, ReadModels } from '../../slice/read-models.ts'

interface Due {
  readonly subject: Subject
  readonly closed_at: string
  readonly isSimulated: boolean
}

/** Most matches and boards that one run seals. */
const MOST_DUE = 50

/** Matches and boards to seal, in the order of their closing, as a query. `since`, `until`: limits of their cutoffs, ISO 8601. */
export const dueSeals = (since: string, until: string): RawBuilder<Due> => sql`
    select json_build_object('fixtureId', f.id) as subject, c.closed_at, s.is_simulated as "isSimulated"
    from read.fixtures f
    cross join lateral (
      select exists (select from read.simulated_results r where r.fixture_id = f.id) as is_simulated
    ) s
    -- A simulated result may come before the cutoff. Another one that does can be lifted, which opens the match again.
    cross join lateral (
      select case when s.is_simulated then least(f.cutoff, f.settled_at) else f.cutoff end as closed_at
    ) c
    where c.closed_at > ${since}::timestamptz and c.closed_at <= ${until}::timestamptz
      and not exists (select from read.seals l where l.fixture_id = f.id)
    union all
    select json_build_object('season', g.season, 'gameweek', g.gameweek), g.settled_at,
      exists (select from read.simulated_results s join read.fixtures f on f.id = s.fixture_id where f.season = g.season)
    from read.settled_gameweeks g
    where g.settled_at > ${since}::timestamptz and g.settled_at <= ${until}::timestamptz
      and not exists (select from read.seals s where s.season = g.season and s.gameweek = g.gameweek)
    order by closed_at limit ${MOST_DUE}`

interface MatchEntries {
  /** Sorted entries of 32 bytes. */
  readonly entries: Buffer
  /** Picks without an entry: they are older than seals. */
  readonly others: readonly PickRow[]
}

interface PickRow {
  readonly user_id: number
  readonly fixture_id: number
  readonly result: string
  readonly home_score: number | null
  readonly away_score: number | null
  readonly revision: number
}

/** Entries of the picks of a match, as a query of one row. */
export const matchEntries = (fixtureId: number): RawBuilder<MatchEntries> => sql`
    select coalesce(string_agg(p.entry, ''::bytea order by p.entry), ''::bytea) as entries,
      coalesce(json_agg(json_build_object('user_id', p.user_id, 'fixture_id', p.fixture_id, 'result', p.result,
        'home_score', p.home_score, 'away_score', p.away_score, 'revision', p.revision))
        filter (where p.entry is null), '[]') as others
    from read.predictions p where p.fixture_id = ${fixtureId}`

/** The statement of a pick. */
export const pickStatement = (row: PickRow): Statement => ({
  fixtureId: row.fixture_id,
  playerId: row.user_id,
  pick: {
    result: row.result,
    score: row.home_score === null || row.away_score === null ? null : { home: row.home_score, away: row.away_score },
  },
  revision: row.revision,
})

/** Statements of the published board after a gameweek, without deleted accounts; of one player, if named. */
export async function boardStatements(
  db: ReadDb,
  season: string,
  gameweek: number,
  playerId?: number,
): Promise<readonly Statement[]> {
  return db
    .selectFrom('read.rank_snapshots')
    .select(['season', 'gameweek', 'user_id as playerId', 'points', 'rank'])
    .where('season', '=', season)
    .where('gameweek', '=', gameweek)
    .where('user_id', '>', 0)
    .$if(playerId !== undefined, (rows) => rows.where('user_id', '=', playerId!))
    .execute()
}

/** A pick of the reader with its match and seal. */
export interface OwnPick extends PickRow {
  readonly id: number
  readonly season: string
  readonly updated_at: string
  readonly home: string
  readonly away: string
  /** null: no date. */
  readonly cutoff: string | null
  /** null: not sealed. */
  readonly seal: number | null
  readonly root: string | null
  readonly checkpoint: string | null
}

/** Picks of a player with their seals, as a query: one, or those of a gameweek. */
export const receiptRows = (
  userId: number,
  only: { readonly predictionId: number } | { readonly season: string; readonly gameweek: number },
): RawBuilder<OwnPick> => sql`
    select p.id, p.user_id, p.fixture_id, p.result, p.home_score, p.away_score, p.revision, p.season, p.updated_at,
      h.name as home, a.name as away, f.cutoff, s.number as seal, s.root, s.checkpoint
    from read.predictions p
    join read.fixtures f on f.id = p.fixture_id
    join read.teams h on h.id = f.home_team_id
    join read.teams a on a.id = f.away_team_id
    left join read.seals s on s.fixture_id = p.fixture_id
    where p.user_id = ${userId} and ${
      'predictionId' in only
        ? sql`p.id = ${only.predictionId}::bigint`
        : sql`p.season = ${only.season} and p.gameweek = ${only.gameweek}::int`
    }
    order by f.kickoff, p.id`

export interface SealRow extends Readonly<Omit<ReadModels['read.seals'], 'season' | 'gameweek'>> {
  readonly season: string
  readonly gameweek: number
  readonly home: string | null
  readonly away: string | null
  readonly total: number
}

const sealColumns = sql`s.number, s.fixture_id, coalesce(s.season, f.season) as season,
      coalesce(s.gameweek, f.gameweek) as gameweek, s.sealed_at, s.size, s.root, s.checkpoint, h.short_name as home,
      a.short_name as away`

const sealJoins = sql`
    from read.seals s
    left join read.fixtures f on f.id = s.fixture_id
    left join read.teams h on h.id = f.home_team_id
    left join read.teams a on a.id = f.away_team_id`

interface SealFilter {
  readonly limit: number
  readonly offset: number
  /** Part of the name of a club, or `gameweek n`. */
  readonly search?: string | undefined
  readonly fixtureId?: number | undefined
}

/** A page of seals, newest first, as a query. */
export const sealRows = ({ limit, offset, search, fixtureId }: SealFilter): RawBuilder<SealRow> => sql`
    select ${sealColumns}, count(*) over ()::int as total ${sealJoins}
    where true ${fixtureId === undefined ? sql`` : sql`and s.fixture_id = ${fixtureId}::bigint`}
      ${search === undefined ? sql`` : sql`and strpos(lower(concat_ws(' ', h.short_name, 'v', a.short_name, h.name, a.name, 'gameweek ' || coalesce(s.gameweek, f.gameweek))), ${search.toLowerCase()}) > 0`}
    order by s.number desc limit ${limit} offset ${offset}`

/** One seal by its number, as a query. */
export const sealRow = (number: number): RawBuilder<SealRow> => sql`
    select ${sealColumns}, 1 as total ${sealJoins} where s.number = ${number}::bigint`

/** Numbers of seals and of the picks in them, as a query of one row. */
export const sealTotals = (): RawBuilder<{ seals: number; picks: number }> => sql`
    select count(*)::int as seals, coalesce(sum(size) filter (where fixture_id is not null), 0)::int as picks
    from read.seals`

/** The seal of a gameweek’s board, as a query. */
export const boardSeal = (season: string, gameweek: number): RawBuilder<{ root: string; checkpoint: string }> => sql`
    select root, checkpoint from read.seals where season = ${season} and gameweek = ${gameweek}::int`
