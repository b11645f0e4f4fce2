import { type Places, placesOf, placesOut, scoreOf } from '../../contracts/final-table.ts'
import { createCache } from '../../kernel/cache.ts'
import type { TopicVersions } from '../../kernel/topic-versions.ts'
import { personNamed, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Team } from '../fixtures/contract.ts'
import { tableQuery } from '../fixtures/queries.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { FinalTable, FinalTableBoard, FinalTableBoardEntry, MateTable } from './contract.ts'
import { inPlaceSince } from './in-place-since.ts'
import { boardOf, mateTableRows, peopleOf, placesAfterOf, seasonOf, tableOf } from './queries.ts'

/** Most cached parts of seasons, at most three each, and most boards. */
const [MOST_CACHED, MOST_BOARDS] = [100, 5]
const TTL_MS = 60_000
/** Most predictions of league mates in an answer. */
const MOST_MATES = 100

interface Board {
  /** User ids in the order of the board, with their points, exact places and ranks. */
  readonly ids: readonly number[]
  readonly rowAt: (index: number) => Pick<FinalTableBoardEntry, 'points' | 'spotOn' | 'rank'>
  readonly favourites: FinalTable['favourites']
}

interface Moment {
  readonly season: string
  readonly state: FinalTable['state']
  readonly closesAt: string | null
  readonly total: number
  /** In the order of the league table. */
  readonly teams: readonly Team[]
  /** null: before the first cutoff, or before the first result. */
  readonly places: ReadonlyMap<number, Places> | null
}

type Own = NonNullable<FinalTable['own']>

/** Returns the last part of a prediction’s public address. */
export type FinalTableKey = (userId: number, season: string) => string

interface FinalTableDependencies {
  readonly db: ReadDb
  readonly seasons: Pick<Seasons, 'resolve' | 'names'>
  readonly changed: Pick<TopicVersions, 'of'>
  readonly tableKey: FinalTableKey
}

export interface BoardPage {
  readonly limit: number
  readonly offset: number
  /** Returns the page with the reader in the middle and ignores `offset`. */
  readonly around?: 'me' | undefined
}

export type FinalTables = ReturnType<typeof createFinalTables>

/**
 * Predictions of final tables and their board. All scores of a season are computed once per order of its table, for
 * all readers (docs/decisions/0063).
 */
export function createFinalTables({ db, seasons, changed, tableKey }: FinalTableDependencies) {
  const cache = createCache({ max: MOST_CACHED, ttlMs: TTL_MS })
  const boards = createCache<Board>({ max: MOST_BOARDS })

  const seasonVersion = () => changed.of('fixtures', 'table', 'leaderboard')

  /** The named season, by default the current one; null without a season or fixtures. */
  async function momentOf(seasonName: string | undefined, at: string): Promise<Moment | null> {
    const season = await seasons.resolve(seasonName, at)
    if (season === null) return null
    const found = await cache.get(`season ${season}`, seasonVersion(), () => seasonOf(db, season))
    if (found === null) return null
    const { closes_at: closesAt, is_complete, total, clubs } = found
    const isOpen = closesAt === null || Date.parse(at) < Date.parse(closesAt)
    const isPlayed = clubs.some(({ played }) => played > 0)
    return {
      ...{ season, closesAt, total },
      state: isOpen ? 'open' : is_complete ? 'final' : 'running',
      teams: clubs.map(({ team }) => team),
      places: isOpen || !isPlayed ? null : placesOf(clubs.map(({ team, position }) => ({ id: team.id, position }))),
    }
  }

  /** The board; null while the clubs have no places. */
  async function boardAt({ season, places }: Moment): Promise<Board | null> {
    if (places === null) return null
    const version = `${JSON.stringify([...places])} ${changed.of('final-table')}`
    return boards.get(season, version, async () => {
      const { scores, champion, bottom } = await boardOf(db, season, places)
      let rank = 0
      const ranks = scores.map(([, points], index) => {
        if (points !== scores[index - 1]?.[1]) rank = index + 1
        return rank
      })
      return {
        ids: scores.map(([id]) => id),
        rowAt: (index) => ({ points: scores[index]![1], spotOn: scores[index]![2], rank: ranks[index]! }),
        favourites: champion && bottom && { champion, bottom },
      }
    })
  }

  /** Places of the season before by club id. The demo is before no season. */
  async function lastPlaces(season: string): Promise<ReadonlyMap<number, number>> {
    const names = await seasons.names()
    const before = names[names.indexOf(season) + 1]
    if (before === undefined || before === 'demo') return new Map()
    return cache.get(`last ${before}`, changed.of('fixtures', 'table'), async () => {
      const { rows } = await tableQuery(before).execute(db)
      return new Map(rows.map(({ id, position }) => [id, position]))
    })
  }

  async function clubsAt({ season, teams, places, state }: Moment): Promise<FinalTable['clubs']> {
    const last = state === 'open' ? await lastPlaces(season) : null
    return teams.map((team) => ({
      ...team,
      places: places?.get(team.id) ?? null,
      lastSeason: last?.get(team.id) ?? null,
    }))
  }

  /** Clubs of a prediction in their exact places. */
  async function inPlace({ season, places }: Moment, clubIds: readonly number[]): Promise<Own['inPlace']> {
    const clubs = clubIds.flatMap((clubId, index) => {
      const present = places?.get(clubId)
      return present && placesOut(index + 1, present) === 0 ? [{ clubId, place: index + 1 }] : []
    })
    if (clubs.length === 0) return []
    const tables = await cache.get(`tables ${season}`, seasonVersion(), () => placesAfterOf(db, season))
    return clubs.map(({ clubId, place }) => ({ clubId, since: inPlaceSince(tables, clubId, place) }))
  }

  async function own(moment: Moment, board: Board | null, userId: number): Promise<FinalTable['own']> {
    const row = await tableOf(db, moment.season, userId)
    if (!row) return null
    const index = board?.ids.indexOf(userId) ?? -1
    const { club_ids: clubIds, updated_at: updatedAt } = row
    const { season, state } = moment
    return {
      ...{ clubIds, updatedAt, score: board === null || index < 0 ? null : board.rowAt(index) },
      inPlace: await inPlace(moment, clubIds),
      path: state === 'open' ? null : `/final-table/${userId}/${season}/${tableKey(userId, season)}`,
    }
  }

  return {
    /** Ids of the clubs of a season. */
    clubIds: async (season: string, at: string): Promise<readonly number[]> =>
      (await momentOf(season, at))?.teams.map(({ id }) => id) ?? [],

    async about(userId: number, seasonName: string | undefined, at: string): Promise<FinalTable> {
      const moment = await momentOf(seasonName, at)
      if (moment === null)
        return { season: null, state: 'open', closesAt: null, clubs: [], total: 0, own: null, favourites: null }
      const { season, state, closesAt } = moment
      const board = await boardAt(moment)
      const [clubs, mine] = await Promise.all([clubsAt(moment), own(moment, board, userId)])
      const total = Math.max(board?.ids.length ?? moment.total, mine === null ? 0 : 1)
      return { season, state, closesAt, clubs, total, own: mine, favourites: board?.favourites ?? null }
    },

    async board(
      userId: number,
      { limit, offset: wanted, around }: BoardPage,
      seasonName: string | undefined,
      at: string,
    ): Promise<FinalTableBoard> {
      const moment = await momentOf(seasonName, at)
      const board = moment && (await boardAt(moment))
      if (board === null) return { entries: [], total: 0, me: null, offset: 0 }
      const { ids, rowAt } = board
      const mine = ids.indexOf(userId)
      const offset = around === 'me' ? Math.max(0, mine - Math.floor(limit / 2)) : wanted
      const page = ids.slice(offset, offset + limit)
      const people = await peopleOf(db, mine < 0 ? page : [...page, userId])
      const entryAt = (index: number): FinalTableBoardEntry => {
        const person = people.get(ids[index]!)
        return { id: ids[index]!, ...(person ? personOf(person) : personNamed(null)), ...rowAt(index) }
      }
      return {
        entries: page.map((_, index) => entryAt(offset + index)),
        total: ids.length,
        me: mine < 0 ? null : entryAt(mine),
        offset,
      }
    },

    async mates(userId: number, seasonName: string | undefined, at: string): Promise<MateTable[]> {
      const moment = await momentOf(seasonName, at)
      if (moment === null || moment.state === 'open') return []
      const { rows } = await mateTableRows(moment.season, userId).execute(db)
      return rows
        .map((row) => ({
          id: row.user_id,
          ...personOf(row),
          clubIds: row.club_ids,
          score: moment.places && scoreOf(row.club_ids, moment.places),
        }))
        .sort((a, b) => (b.score?.points ?? 0) - (a.score?.points ?? 0) || a.id - b.id)
        .slice(0, MOST_MATES)
    },
  }
}
