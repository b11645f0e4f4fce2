import { usernameKey } from '../accounts/username.ts'
import { clubsOf } from '../fixtures/clubs.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { wrongField } from '../slice/problem.ts'
import type { ReadDb } from '../slice/read-models.ts'

/** What fields with an id of somebody or something are about. */
const KINDS = {
  fixtureId: 'match',
  userId: 'player',
  adminId: 'player',
  followedId: 'player',
  leagueId: 'league',
  competitionId: 'competition',
} as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

const LIKE: Readonly<Record<Kind, string>> = {
  match: "'Arsenal v Chelsea'",
  player: 'a username',
  league: 'its name',
  competition: 'its name',
}

const kindOf = (field: string): Kind | undefined =>
  Object.hasOwn(KINDS, field) ? KINDS[field as keyof typeof KINDS] : undefined

/** How a name looks that a field takes in place of an id; undefined where it takes none. */
export const nameLike = (field: string): string | undefined => LIKE[kindOf(field)!]

interface NamesDependencies {
  readonly db: ReadDb
  readonly seasons: Pick<Seasons, 'resolve'>
}

/** Ids that go by the name; null where names do not lead to things of this kind. */
export type FindByName = (field: string, name: string, at: string) => Promise<number | null>

/**
 * Finds what a tester names and the game counts by ids: a match of the current season by its clubs, a player by the username, a league or
 * competition by its name. Throws the 400 of the field where there is none, or more than one.
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
    const isClub = (given: string, { slug, code }: { slug: string; code: string }) =>
      clubs.get(given)!.slug === slug || given.toUpperCase() === code
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

  const players = async (name: string): Promise<number[]> => {
    const rows = await db.selectFrom('read.people').select('id').where('username_key', '=', usernameKey(name)).execute()
    return rows.map(({ id }) => id)
  }

  async function leagues(name: string): Promise<number[]> {
    const named = db.selectFrom('read.leagues').select('id').where('name', '=', name).where('status', '=', 'active')
    return (await named.execute()).map(({ id }) => id)
  }

  async function competitions(name: string, at: string): Promise<number[]> {
    const season = await seasons.resolve(undefined, at)
    const named = db.selectFrom('read.competitions').select('id').where('name', '=', name).where('season', '=', season)
    return (await named.execute()).map(({ id }) => id)
  }

  const find: Readonly<Record<Kind, (name: string, at: string) => Promise<number[]>>> = {
    match: fixturesOf,
    player: players,
    league: leagues,
    competition: competitions,
  }

  return async (field, name, at) => {
    const kind = kindOf(field)
    if (!kind) return null
    const [id, ...more] = await find[kind](name, at)
    if (id === undefined) throw wrongField(field, `There is no ${kind} ${name}`)
    if (more.length > 0) throw wrongField(field, `There is more than one ${kind} ${name}; please give its id`)
    return id
  }
}
