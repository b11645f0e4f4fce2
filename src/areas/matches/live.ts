import { outcomeOf, pointsPerVerdict, type Scoreline, verdictOf } from '../../contracts/points.ts'
import { createCache } from '../../kernel/cache.ts'
import type { TopicVersions } from '../../kernel/topic-versions.ts'
import { personNamed, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Fixture } from '../fixtures/contract.ts'
import { type ProvisionalRow, provisionalRows } from '../league-rules/queries.ts'
import type { SeenLeague } from '../leagues/queries.ts'
import type { Goal, LiveDay, PickCount, ProvisionalEntry, ProvisionalPage } from './contract.ts'
import { memberRow, nameRows, picksRow, type ScoresRow, scoreRows, totalsRow } from './live-queries.ts'
import { type LiveMatch, type Picks, type ProvisionalBoard, provisionalBoard, type Totals } from './provisional.ts'

/** Most matches with cached picks, and most cached pages. */
const [MOST_MATCHES, MOST_PAGES] = [40, 500]
/** Milliseconds after which totals are read again although no board has changed: a first prediction adds a player. */
const TOTALS_TTL_MS = 60_000
/** Most goals in an answer. */
const MOST_GOALS = 100

interface LiveDependencies {
  readonly db: ReadDb
  readonly changed: Pick<TopicVersions, 'of'>
  /** Fixtures of a season at a time (ISO 8601), as a cached answer. */
  readonly fixtures: {
    fixtures(season: string, gameweek: number | undefined, at: string): Promise<{ readonly value: unknown }>
  }
  /** Every pick of a closed match with its number of players. */
  crowdOf(fixtureId: number, at: string): Promise<readonly PickCount[]>
}

export type Live = ReturnType<typeof createLive>

interface Day {
  readonly started: ReadonlySet<number>
  /** Newest first. */
  readonly goals: readonly Goal[]
}

type RankedLeague = Pick<SeenLeague, 'id' | 'version' | 'is_member' | 'own_rules'>

interface Scored extends Fixture {
  readonly homeScore: number
  readonly awayScore: number
}

/** Matches under way, and boards as they stand. Nothing of it is stored: each node computes a board once for each score. */
export function createLive({ db, changed, fixtures, crowdOf }: LiveDependencies) {
  const days = createCache<Day>({ max: 2 })
  const totals = createCache<Totals>({ max: 2, ttlMs: TOTALS_TTL_MS })
  const picks = createCache<Picks>({ max: MOST_MATCHES })
  const boards = createCache<ProvisionalBoard>({ max: 2, ttlMs: TOTALS_TTL_MS })
  /** The last board of each season, from which the next one is computed. */
  const latest = new Map<string, ProvisionalBoard>()
  const pages = createCache<readonly ProvisionalEntry[]>({ max: MOST_PAGES, ttlMs: TOTALS_TTL_MS })
  const membersOf = createCache<readonly number[]>({ max: MOST_PAGES, ttlMs: TOTALS_TTL_MS })
  const ruled = createCache<readonly ProvisionalRow[]>({ max: MOST_PAGES, ttlMs: TOTALS_TTL_MS })

  const seasonOf = async (season: string, at: string) =>
    (await fixtures.fixtures(season, undefined, at)).value as Fixture[]

  /** Matches under way with a score. */
  async function scoredOf(season: string, at: string): Promise<readonly Scored[]> {
    const all = await seasonOf(season, at)
    return all.filter((each): each is Scored => each.status === 'LIVE' && each.homeScore !== null)
  }

  const totalsOf = (season: string) =>
    totals.get(season, changed.of('leaderboard'), async () => {
      const row = (await totalsRow(season).execute(db)).rows[0]!
      const column = (of: readonly number[] | null) => Int32Array.from(of ?? [])
      return {
        ids: column(row.ids),
        points: column(row.points),
        matchPoints: column(row.matchPoints),
        exact: column(row.exact),
        correct: column(row.correct),
        settled: column(row.settled),
      }
    })

  const picksOf = (fixtureId: number) =>
    picks.get(`${fixtureId}`, changed.of(), async () => {
      const row = (await picksRow(fixtureId).execute(db)).rows[0]!
      return { ids: Int32Array.from(row.ids ?? []), codes: Int32Array.from(row.codes ?? []) }
    })

  /** Matches that have started, and their goals; computed once for all readers. */
  const dayOf = (season: string, at: string) =>
    days.get(season, `${changed.of('fixtures')} ${at.slice(0, 16)}`, async () => {
      const { rows } = await scoreRows(season, at).execute(db)
      const goals = await Promise.all(
        rows.map(async (row) => goalsOf(row, await crowdOf(row.id, at), season).reverse()),
      )
      return {
        started: new Set(rows.map(({ id }) => id)),
        goals: goals.flat().sort((a, b) => b.at.localeCompare(a.at)),
      }
    })

  /** Rows of a league's board: by match points, or by its own rules. */
  async function rowsOf(season: string, league: RankedLeague, live: readonly Scored[]) {
    if (league.own_rules) {
      const version = `${league.version} ${versionOf(live)}`
      const rows = await ruled.get(`${league.id}`, version, async () => {
        return (await provisionalRows(league.id, season, live).execute(db)).rows
      })
      return rows.map(({ settledRanking, points, ...row }) => ({
        ...{ ...row, points: league.is_member ? points : null, movement: settledRanking - row.ranking },
      }))
    }
    const board = await boardOf(season, live)
    const ids = await membersOf.get(`${league.id}`, league.version, async () => {
      return (await memberRow(league.id).execute(db)).rows[0]?.ids ?? []
    })
    return leagueRows(board, ids, league.is_member)
  }

  const versionOf = (live: readonly Scored[]) =>
    `${changed.of('leaderboard')} ${live.map(({ id, homeScore, awayScore }) => `${id}:${homeScore}-${awayScore}`).join(' ')}`

  const boardOf = (season: string, live: readonly Scored[]) =>
    boards.get(season, versionOf(live), async () => {
      const matches = live.map(async ({ id, homeScore: home, awayScore: away }): Promise<LiveMatch> => {
        return { picks: await picksOf(id), score: { home, away } }
      })
      const all = await Promise.all(matches)
      const board = provisionalBoard(await totalsOf(season), all, pointsPerVerdict(season), latest.get(season))
      latest.set(season, board)
      return board
    })

  async function named(rows: readonly Omit<ProvisionalEntry, 'username' | 'displayName' | 'profileImage'>[]) {
    const { rows: people } = await nameRows(rows.map(({ id }) => id)).execute(db)
    const byId = new Map(people.map((row) => [row.id, row]))
    return rows.map(({ id, ...row }): ProvisionalEntry => {
      const person = byId.get(id)
      return { id, ...(person ? personOf(person) : personNamed(null)), ...row }
    })
  }

  const entryOf = (board: ProvisionalBoard) => (at: number) => ({
    id: board.totals.ids[at]!,
    ranking: board.rankOf(at),
    movement: board.settledRankOf(at) - board.rankOf(at),
    points: null,
    totalPoints: board.totals.points[at]! + board.gains[at]!,
  })

  return {
    /** Matches under way with their goals, and the reader’s points as they stand. `season` null: the store has none. */
    async day(season: string | null, reader: number, at: string): Promise<LiveDay> {
      if (season === null) return { fixtures: [], goals: [], provisional: null }
      const [all, { started, goals }, live] = await Promise.all([
        seasonOf(season, at),
        dayOf(season, at),
        scoredOf(season, at),
      ])
      const shown = all.filter(({ id, status }) => status === 'LIVE' || (status === 'FINISHED' && started.has(id)))
      const ids = new Set(shown.map(({ id }) => id))
      const board = live.length === 0 ? null : await boardOf(season, live)
      const place = board?.positionOf(reader)
      return {
        fixtures: shown,
        goals: goals.filter(({ fixtureId }) => ids.has(fixtureId)).slice(0, MOST_GOALS),
        provisional:
          board === null || place === undefined
            ? null
            : {
                points: board.gains[place]!,
                totalPoints: board.totals.points[place]! + board.gains[place]!,
                ranking: board.rankOf(place),
                settledRanking: board.settledRankOf(place),
              },
      }
    },

    /** A page of the season’s provisional board, with the reader’s own row. */
    async page(
      season: string | null,
      reader: number,
      { limit, offset }: { readonly limit: number; readonly offset: number },
      at: string,
    ): Promise<ProvisionalPage> {
      const live = season === null ? [] : await scoredOf(season, at)
      if (season === null || live.length === 0) return { provisional: null }
      const board = await boardOf(season, live)
      const of = entryOf(board)
      const entries = await pages.get(
        `${season} ${limit} ${offset}`,
        `${versionOf(live)} ${changed.of('people')}`,
        () => named(board.page(offset, limit).map(of)),
      )
      const place = board.positionOf(reader)
      const own = entries.find(({ id }) => id === reader)
      const row = place === undefined ? null : (own ?? (await named([of(place)]))[0]!)
      const me = row && { ...row, points: board.gains[place!]! }
      return { provisional: { entries: [...entries], total: board.total, me } }
    },

    /** The first rows of a league’s provisional board, with the reader’s own row. */
    async league(
      season: string | null,
      league: RankedLeague,
      reader: number,
      limit: number,
      at: string,
    ): Promise<ProvisionalPage> {
      const live = season === null ? [] : await scoredOf(season, at)
      if (season === null || live.length === 0) return { provisional: null }
      const rows = await rowsOf(season, league, live)
      const first = rows.slice(0, limit)
      const own = rows.find(({ id }) => id === reader)
      const entries = await named(own && !first.includes(own) ? [...first, own] : first)
      return {
        provisional: {
          entries: entries.slice(0, first.length),
          total: rows.length,
          me: entries.find(({ id }) => id === reader) ?? null,
        },
      }
    },
  }
}

/**
 * Members with totals in the order of the league’s board. Those without a prediction have no points and are left out. Only
 * members see points of the matches under way (docs/rules.md R272).
 */
function leagueRows(board: ProvisionalBoard, ids: readonly number[], isMember: boolean) {
  const positions = ids.flatMap((id) => board.positionOf(id) ?? [])
  const ranks = ranksOf(positions.map((at) => board.matchPoints(at)))
  const settled = ranksOf(positions.map((at) => board.totals.matchPoints[at]!))
  return board.league(positions).map((at) => {
    const totalPoints = board.matchPoints(at)
    const ranking = ranks(totalPoints)
    return {
      ...{ id: board.totals.ids[at]!, ranking, points: isMember ? board.gains[at]! : null, totalPoints },
      movement: settled(board.totals.matchPoints[at]!) - ranking,
    }
  })
}

/** Equal points share a rank (1, 2, 2, 4). */
function ranksOf(all: readonly number[]): (points: number) => number {
  const ranks = new Map<number, number>()
  for (const [index, points] of [...all].sort((a, b) => b - a).entries())
    if (!ranks.has(points)) ranks.set(points, index + 1)
  return (points) => ranks.get(points)!
}

/** The goals of a match, from its scores. The first 0–0 is its kick-off. */
export function goalsOf({ id: fixtureId, scores }: ScoresRow, crowd: readonly PickCount[], season: string): Goal[] {
  let [home, away] = [0, 0]
  return scores.flatMap((score): Goal[] => {
    const before = { home, away }
    home = score.home
    away = score.away
    const [up, across] = [home - before.home, away - before.away]
    if (up === 0 && across === 0) return []
    return [
      {
        ...{ id: score.id, fixtureId, at: score.at, home, away },
        side: up === 1 && across === 0 ? 'home' : up === 0 && across === 1 ? 'away' : null,
        isTakenBack: up < 0 || across < 0,
        ...effectOf(crowd, before, { home, away }, season),
      },
    ]
  })
}

/** Numbers of players whose points a change of the score raises and lowers. */
function effectOf(
  crowd: readonly PickCount[],
  before: { home: number; away: number },
  after: { home: number; away: number },
  season: string,
) {
  const pays = pointsPerVerdict(season)
  const lineOf = ({ home, away }: { home: number; away: number }): Scoreline => ({
    outcome: outcomeOf(home, away),
    home,
    away,
  })
  const [was, now] = [lineOf(before), lineOf(after)]
  let [gained, lost] = [0, 0]
  for (const { result, home, away, picks } of crowd) {
    const pick = { outcome: result, home, away }
    const change = pays[verdictOf(pick, now)] - pays[verdictOf(pick, was)]
    if (change > 0) gained += picks
    if (change < 0) lost += picks
  }
  return { gained, lost }
}
