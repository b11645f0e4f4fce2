import { usernameKey } from '../areas/accounts/username.ts'
import { clubsOf } from '../areas/fixtures/clubs.ts'
import type { Seasons } from '../areas/fixtures/seasons.ts'
import { wrongField } from '../slice/problem.ts'
import type { ReadDb } from '../slice/read-models.ts'

/** Format of the names of each kind, for the terminal. */
const LIKE = {
  match: "'Arsenal v Chelsea'",
  player: 'a username',
  league: 'its name',
  competition: 'its name',
} as const
type Kind = keyof typeof LIKE

/** Id fields, with the kind of their value. */
const KINDS = new Map<string, Kind>([
  ...[['fixtureId', 'match'] as const, ['leagueId', 'league'] as const, ['competitionId', 'competition'] as const],
  ...(['userId', 'adminId', 'followedId'] as const).map((field) => [field, 'player'] as const),
])

/** Describes the names that a field accepts instead of an id; undefined if it accepts none. */
export const nameLike = (field: string): string | undefined => LIKE[KINDS.get(field)!]

interface NamesDependencies {
  readonly db: ReadDb
  readonly seasons: Pick<Seasons, 'resolve'>
}

/** Finds the id of a name; returns null for fields that accept no names. */
export type FindByName = (field: string, name: string, at: string) => Promise<number | null>

/**
 * Finds ids by name: a match of the current season by its clubs, a player by username, a league or competition by its name. Throws a 400
 * for the field if there is none, or more than one.
 */
export function createFindByName({ db, seasons }: NamesDependencies): FindByName {
  async function fixturesOf(name: string, at: string): Promise<number[]> {
    const [home, away, ...more] = name
      .replace(/\s/g, ' ')
      .split(/ vs?\.? /i)
      .map((club) => club.trim())
    const season = await seasons.resolve(undefined, at)
    if (!home || !away || more.length > 0 || season === null) return []
    const clubs = clubsOf([home, away])
    const isClub = (club: string, { slug, code }: { slug: string; code: string }) =>
      clubs.get(club)!.slug === slug || club.toUpperCase() === code
    const rows = await db
      .selectFrom('read.fixtures as f')
      .innerJoin('read.teams as h', 'h.id', 'f.home_team_id')
      .innerJoin('read.teams as a', 'a.id', 'f.away_team_id')
      .select(['f.id', 'h.slug as home', 'h.code as home_code', 'a.slug as away', 'a.code as away_code'])
      .where('f.season', '=', season)
      .execute()
    return rows
      .filter((row) => isClub(home, { slug: row.home, code: row.home_code }))
      .filter((row) => isClub(away, { slug: row.away, code: row.away_code }))
      .map(({ id }) => id)
  }

  const find: Readonly<Record<Kind, (name: string, at: string) => Promise<number[]>>> = {
    match: fixturesOf,
    player: (name) => idsOf(db.selectFrom('read.people').select('id').where('username_key', '=', usernameKey(name))),
    league: (name) =>
      idsOf(db.selectFrom('read.leagues').select('id').where('name', '=', name).where('status', '=', 'active')),
    async competition(name, at) {
      const season = await seasons.resolve(undefined, at)
      return idsOf(
        db.selectFrom('read.competitions').select('id').where('name', '=', name).where('season', '=', season),
      )
    },
  }

  return async (field, name, at) => {
    const kind = KINDS.get(field)
    if (!kind) return null
    const [id, ...more] = await find[kind](name, at)
    if (id === undefined) throw wrongField(field, `There is no ${kind} ${name}`)
    if (more.length > 0) throw wrongField(field, `There is more than one ${kind} ${name}; please give its id`)
    return id
  }
}

const idsOf = async (query: { execute(): Promise<{ readonly id: number }[]> }): Promise<number[]> =>
  (await query.execute()).map(({ id }) => id)
