import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { leagueMates } from '../leagues/queries.ts'
import type { RevealedPick } from '../players/contract.ts'
import { isRevealedAt, pickJson, revealedFields } from '../predictions/queries.ts'
import type { NewsStory } from './contract.ts'

/** Number of league mates returned with a story. */
const MATES = 10

/** The reader of news. */
export interface Reader {
  readonly id: number
  /** The present time, ISO 8601. Cutoffs at or before it have passed. */
  readonly at: string
}

interface MatchNote {
  readonly fixtureId: number
  readonly yours: RevealedPick | null
  /** Number of league mates with the exact score. */
  readonly exactMates: number
}

interface NotesRow {
  readonly matches: readonly MatchNote[]
  /** Those of the named players who are league mates. */
  readonly mates: readonly number[]
}

const closed = (fixtureIds: readonly number[], at: string) => sql`
      select f.id from read.fixtures f where f.id = any(${[...fixtureIds]}::int[]) and ${isRevealedAt(at)}`

/** Statement of `notesFor`. It selects matches by their cutoffs first, so a sealed pick of others is never read. */
export const notesRow = (
  { id, at }: Reader,
  fixtureIds: readonly number[],
  players: readonly number[],
): RawBuilder<NotesRow> => sql<NotesRow>`
    with mates as materialized (${leagueMates(id)}), closed as materialized (${closed(fixtureIds, at)}), exact as (
      select p.fixture_id, count(*)::int as n from read.predictions p
      join closed c on c.id = p.fixture_id join mates m on m.user_id = p.user_id
      where p.verdict = 'exact' group by p.fixture_id
    )
    select (
      select coalesce(json_agg(json_build_object('fixtureId', i.id, 'exactMates', coalesce(e.n, 0),
        'yours', ${pickJson('y')})), '[]')
      from unnest(${[...fixtureIds]}::int[]) i (id) left join exact e on e.fixture_id = i.id
      left join read.predictions y on y.fixture_id = i.id and y.user_id = ${id}::int
    ) as matches, (
      select coalesce(json_agg(m.user_id), '[]') from mates m where m.user_id = any(${[...players]}::int[])
    ) as mates`

/** The reader’s picks of matches, and the league mates in stories. */
export async function notesFor(
  db: ReadDb,
  reader: Reader,
  fixtureIds: readonly number[],
  players: readonly number[],
): Promise<{ readonly matches: ReadonlyMap<number, MatchNote>; readonly mates: ReadonlySet<number> }> {
  const row = (await notesRow(reader, fixtureIds, players).execute(db)).rows[0]!
  return { matches: new Map(row.matches.map((note) => [note.fixtureId, note])), mates: new Set(row.mates) }
}

interface CalledRow extends PersonRow {
  readonly id: number
  readonly pick: RevealedPick
  readonly is_reader: boolean
}

/** Statement of `calledBy`. It selects the match by its cutoff first, so a sealed pick of others is never read. */
export const calledRows = ({ id, at }: Reader, fixtureId: number): RawBuilder<CalledRow> => sql<CalledRow>`
    with mates as materialized (${leagueMates(id)}), closed as materialized (${closed([fixtureId], at)}), called as (
      select p.user_id, p.points, json_build_object(${revealedFields('p')}) as pick from closed c
      join read.predictions p on p.fixture_id = c.id and p.points > 0 join mates m on m.user_id = p.user_id
      union all
      select y.user_id, y.points, json_build_object(${revealedFields('y')}) from read.predictions y
      where y.fixture_id = ${fixtureId}::int and y.user_id = ${id}::int
    )
    select p.user_id as id, p.pick, p.user_id = ${id}::int as is_reader, ${personColumns('u')}
    from called p join read.people u on u.id = p.user_id and u.username is not null
    order by is_reader desc, p.points desc, lower(u.username) limit ${sql.lit(MATES + 1)}`

/** The reader’s pick of a match, and league mates who scored points with it. */
export async function calledBy(
  db: ReadDb,
  reader: Reader,
  fixtureId: number,
): Promise<Pick<NewsStory, 'yours' | 'mates'>> {
  const { rows } = await calledRows(reader, fixtureId).execute(db)
  return {
    yours: rows.find(({ is_reader }) => is_reader)?.pick ?? null,
    mates: rows
      .filter(({ is_reader }) => !is_reader)
      .slice(0, MATES)
      .map(({ id, pick, is_reader: _, ...person }) => ({ id, ...personOf(person), pick })),
  }
}
