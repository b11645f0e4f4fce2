import { BodyBeside, createCache, REBUILD_TTL_MS, SerialisedBody } from '../../kernel/cache.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { AsOf, BoardChange, PastBoard, PastEntry, PastView, SettledBoard } from './contract.ts'
import {
  type Bars,
  bandOf,
  entryOf,
  gameweeksOf,
  moved,
  offsetAround,
  ranked,
  rankIn,
  type Settled,
  stacked,
} from './past.ts'
import {
  type ChangedResult,
  ownChanges,
  ownRuledChanges,
  type PastOf,
  pastAhead,
  pastBars,
  pastIds,
  pastMembers,
  pastMoves,
  pastNamed,
  pastPlayers,
  pastRuledMembers,
  settledRows,
} from './past-rows.ts'

interface PastQuery {
  /** The settled gameweek. */
  readonly asOf: number
  readonly view: PastView
  readonly limit: number
  readonly offset: number
  /** Returns the page with the reader in the middle and ignores `offset`. */
  readonly around?: 'me' | undefined
  /** The beginning of names. */
  readonly search?: string | undefined
}

const [MAX_SEASONS, MAX_BOARDS, MAX_PAGES, MAX_LEAGUES] = [10, 200, 500, 100]
/** A purge of simulated data removes players without a change of results. */
const SORTED_TTL_MS = 60_000

/**
 * Boards after settled gameweeks. They are sorted when they are read: the order is cached until a result changes, the
 * pages until a name does. Picks do not affect them.
 */
export function createPastBoards({ db, passed }: { readonly db: ReadDb; passed(group: string): string | null }) {
  const seasons = createCache<readonly Settled[]>({ max: MAX_SEASONS, ttlMs: REBUILD_TTL_MS })
  const heights = createCache<Bars>({ max: MAX_BOARDS, ttlMs: SORTED_TTL_MS })
  const orders = createCache<readonly number[]>({ max: MAX_PAGES, ttlMs: SORTED_TTL_MS })
  const pages = createCache<SerialisedBody>({ max: MAX_PAGES, ttlMs: REBUILD_TTL_MS })
  const leagues = createCache<readonly PastEntry[]>({ max: MAX_LEAGUES, ttlMs: SORTED_TTL_MS })

  const settledOf = (season: string) =>
    seasons.get(season, `${passed('play')}`, async () => gameweeksOf((await settledRows(season).execute(db)).rows))

  async function find(season: string | null, gameweek: number): Promise<Settled> {
    const found = season === null ? [] : await settledOf(season)
    const settled = found.find((each) => each.gameweek === gameweek)
    if (!settled) throw new HttpProblem(404, `Gameweek ${gameweek} has not settled yet`)
    return settled
  }

  const ofView = (season: string, { gameweek, previous, changes }: Settled, view: PastView, league: number | null) =>
    ({ season, gameweek, previous, league, changes: view === 'published' ? [] : changes }) satisfies PastOf

  /** Published numbers of players by points. Corrections move some of them. */
  const barsOf = (of: PastOf, view: PastView, signature: Settled['signature']): Promise<Bars> =>
    heights.get(`${of.season} ${of.gameweek} ${view}`, signature[view], async () => {
      if (view === 'published') return stacked((await pastBars(of.season, of.gameweek).execute(db)).rows)
      const published = await barsOf(of, 'published', signature)
      const { rows: moves } = of.changes.length === 0 ? { rows: [] } : await pastMoves(of).execute(db)
      return moved(published, moves)
    })

  async function asOf(
    settled: Settled,
    view: PastView,
    changed: number,
    ownRows: (changes: readonly ChangedResult[]) => ReturnType<typeof ownChanges>,
  ): Promise<AsOf> {
    const { gameweek, settledAt, changes } = settled
    const { rows } = changes.length === 0 ? { rows: [] } : await ownRows(changes).execute(db)
    const own = new Map(rows.map(({ fixture_id, points }) => [fixture_id, points]))
    return {
      ...{ gameweek, view, settledAt },
      changes: changes.map((change) => changeOf(change, own.get(change.fixture_id) ?? null)),
      changedPlayers: view === 'published' ? null : changed,
    }
  }

  return {
    async gameweeks(season: string): Promise<SettledBoard[]> {
      return (await settledOf(season)).map(({ gameweek, settledAt, changes }) => ({
        ...{ gameweek, settledAt, changes: changes.length },
      }))
    },

    /** A `PastBoard` of the season. Throws 404 for a gameweek that has not settled. */
    async page(reader: number, query: PastQuery, seasonName: string | null): Promise<BodyBeside> {
      const { view, limit } = query
      const settled = await find(seasonName, query.asOf)
      const season = seasonName!
      const of = ofView(season, settled, view, null)
      const bars = await barsOf(of, view, settled.signature)
      const { total, changedPlayers } = bars
      const signature = settled.signature[view]
      const entriesOf = async (ids: readonly number[]) => {
        const { rows } = await pastPlayers(of, ids).execute(db)
        const byId = new Map(rows.map((row) => [row.id, row]))
        return ids.flatMap((id) => {
          const row = byId.get(id)
          return row ? [entryOf(row, rankIn(bars, row.totalPoints))] : []
        })
      }

      const [[me = null], about] = await Promise.all([
        entriesOf([reader]),
        asOf(settled, view, changedPlayers, (changes) => ownChanges(changes, reader)),
      ])
      const beside: Omit<PastBoard, 'entries'> = { total, me, asOf: about }

      if (query.search !== undefined) {
        const { rows } = await pastNamed(of, query.search, query).execute(db)
        return new BodyBeside('entries', new SerialisedBody(await entriesOf(rows.map(({ id }) => id))), beside)
      }

      let { offset } = query
      if (query.around === 'me') {
        const level = me === null ? null : await pastAhead(of, reader, me.totalPoints).execute(db)
        const before = level === null ? 0 : me!.ranking - 1 + level.rows[0]!.ahead
        offset = offsetAround(before, limit, total)
      }
      const band = bandOf(bars, offset, limit)
      if (band === null) return new BodyBeside('entries', new SerialisedBody([]), beside)
      const key = `${season} ${query.asOf} ${view} ${limit} ${offset}`
      const page = await pages.get(key, `${signature} ${passed('people')}`, async () => {
        const ids = await orders.get(key, signature, async () => {
          const { rows } = await pastIds(of, { ...band, limit }).execute(db)
          return rows.map(({ id }) => id)
        })
        return new SerialisedBody(await entriesOf(ids))
      })
      return new BodyBeside('entries', page, query.around === 'me' ? { ...beside, offset } : beside)
    },

    /**
     * The same of the present members of a league, by match points or by the league's own rules. `version` differs when
     * the members or the rules do. Throws 404 for a gameweek that has not settled.
     */
    async league(
      league: { readonly id: number; readonly own_rules: boolean; readonly version: string },
      reader: number,
      { asOf: gameweek, view, limit, offset }: PastQuery,
      seasonName: string | null,
    ): Promise<{ readonly standings: PastEntry[]; readonly me: PastEntry | null; readonly asOf: AsOf }> {
      const settled = await find(seasonName, gameweek)
      const season = seasonName!
      const of = { ...ofView(season, settled, view, league.id), league: league.id }
      const key = `${league.id} ${season} ${gameweek} ${view}`
      const all = await leagues.get(key, `${league.version} ${settled.signature[view]}`, async () =>
        ranked((await (league.own_rules ? pastRuledMembers : pastMembers)(of).execute(db)).rows),
      )
      const changed = all.filter(({ totalPoints, published }) => totalPoints !== published.totalPoints).length
      return {
        standings: all.slice(offset, offset + limit),
        me: all.find(({ id }) => id === reader) ?? null,
        asOf: await asOf(settled, view, changed, (changes) =>
          league.own_rules ? ownRuledChanges(of, changes, reader) : ownChanges(changes, reader),
        ),
      }
    },
  }
}

const countedOf = (result: ChangedResult['old_result'], homeScore: number | null, awayScore: number | null) =>
  result === null ? null : { result, homeScore, awayScore }

const changeOf = (change: ChangedResult, ownPoints: number | null): BoardChange => ({
  fixtureId: change.fixture_id,
  gameweek: change.fixture_gameweek!,
  home: change.home!,
  away: change.away!,
  before: countedOf(change.old_result, change.old_home, change.old_away),
  after: countedOf(change.new_result, change.new_home, change.new_away),
  changedAt: change.changed_at,
  reason: change.reason,
  ownPoints,
})
