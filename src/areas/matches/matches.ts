import { createBatchLoader } from '../../kernel/batch-loader.ts'
import { createCache } from '../../kernel/cache.ts'
import type { CommandHandler } from '../../kernel/command-handler.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { TopicVersions } from '../../kernel/topic-versions.ts'
import { personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Fixture } from '../fixtures/contract.ts'
import { fixtureHistory, type HistoryEntry } from '../fixtures/history.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import { type LeagueChoice, leagueChoices } from '../leagues/queries.ts'
import type { Match, MatchChange, MatchPicks, PickCount } from './contract.ts'
import { crowdRows, leagueCountRows, mateRows, predictionCount } from './queries.ts'

/** Leagues with fewer members show no count before the cutoff (docs/rules.md R271). */
const COUNTED_FROM = 5
/** Cached counts. */
const MOST_CACHED = 2_000
/** Milliseconds after which deleted players are missing in counts that change with nothing else. */
const COUNTS_TTL_MS = 60_000
/** Most leagues and readers per statement, and concurrent statements. */
const [MOST_LEAGUES, MOST_READERS, STATEMENTS] = [50, 100, 2]
/** Shown neither as rulings nor as corrections. */
const NOT_SHOWN: ReadonlySet<HistoryEntry['type']> = new Set(['FixtureScheduled', 'MatchStarted', 'MatchScoreChanged'])

interface MatchDependencies {
  readonly db: ReadDb
  readonly handler: Pick<CommandHandler, 'load'>
  readonly changed: Pick<TopicVersions, 'of'>
  /** Fixtures by id, with their state at `at` (ISO 8601). */
  fixturesOf(ids: readonly number[], at: string): Promise<ReadonlyMap<number, Fixture>>
}

interface Counts {
  readonly predictions: number
  readonly players: number
}

export type Matches = ReturnType<typeof createMatches>

/** A league’s count of a match at a whole minute. */
interface InLeague {
  readonly fixtureId: number
  readonly leagueId: number
  readonly at: string
}

/**
 * Matches with counts of predictions, and the revealed picks. Counts are read once for all readers: a pick cannot
 * change after the cutoff, and before it a count is that of the whole minute.
 */
export function createMatches({ db, handler, changed, fixturesOf }: MatchDependencies) {
  const histories = createCache<readonly MatchChange[] | null>({ max: MOST_CACHED })
  const counts = createCache<Counts>({ max: MOST_CACHED })
  const leagueCounts = createCache<number>({ max: MOST_CACHED })
  const crowds = createCache<readonly PickCount[]>({ max: MOST_CACHED, ttlMs: COUNTS_TTL_MS })

  const readCount = createBatchLoader<InLeague, number>({
    max: MOST_LEAGUES,
    concurrency: STATEMENTS,
    async fetch(wanted) {
      const found = await byMatch(wanted, async ({ fixtureId, at }, leagueIds) => {
        const { rows } = await leagueCountRows(fixtureId, at, leagueIds).execute(db)
        return rows.map(({ league_id, n }) => [`${fixtureId} ${league_id} ${at}`, n] as const)
      })
      return wanted.map(({ fixtureId, leagueId, at }) => found.get(`${fixtureId} ${leagueId} ${at}`) ?? 0)
    },
  })
  // A goal is read by everyone who has the match open.
  const leaguesOf = createBatchLoader<number, readonly LeagueChoice[]>({
    max: MOST_READERS,
    concurrency: STATEMENTS,
    async fetch(readers) {
      const { rows } = await leagueChoices([...new Set(readers)]).execute(db)
      const found = Map.groupBy(rows, ({ reader }) => reader)
      return readers.map((reader) => found.get(reader) ?? [])
    },
  })

  const countAt = (fixtureId: number, minute: string) =>
    counts.get(`${fixtureId}`, `${minute} ${changed.of()}`, async () => {
      const { rows } = await predictionCount(fixtureId, minute).execute(db)
      return rows[0]!
    })

  const leagueCountAt = (fixtureId: number, leagueId: number, minute: string) =>
    leagueCounts.get(`${fixtureId} ${leagueId}`, `${minute} ${changed.of()}`, () =>
      readCount({ fixtureId, leagueId, at: minute }),
    )

  const crowdOf = (fixtureId: number, at: string) =>
    crowds.get(`${fixtureId}`, changed.of(), async () => (await crowdRows(fixtureId, at).execute(db)).rows)

  const historyOf = (fixtureId: number) =>
    histories.get(`${fixtureId}`, changed.of('fixtures'), async () => {
      const stream = (await fixtureStreams(db, [fixtureId])).get(fixtureId)
      if (stream === undefined) return null
      const { state } = await handler.load(fixtureHistory, stream)
      return state.entries.filter(({ type }) => !NOT_SHOWN.has(type)).map(({ actor: _, ...entry }) => entry)
    })

  return {
    /** Every pick of a closed match with its number of players, most first. */
    crowdOf,

    /** The match for a reader; null for an unknown id. */
    async match(fixtureId: number, reader: number, at: string): Promise<Match | null> {
      const fixture = (await fixturesOf([fixtureId], at)).get(fixtureId)
      if (fixture === undefined) return null
      const isRevealed = isRevealedAt(fixture, at)
      const minute = `${at.slice(0, 16)}:00.000Z`
      const [leagues, { predictions, players }] = await Promise.all([
        leaguesOf(reader),
        isRevealed
          ? crowdOf(fixtureId, at).then((crowd) => ({ predictions: sumOf(crowd), players: null }))
          : countAt(fixtureId, minute),
      ])
      const predicted = await Promise.all(
        leagues.map(({ id, members }) =>
          isRevealed || members < COUNTED_FROM ? null : leagueCountAt(fixtureId, id, minute),
        ),
      )
      return {
        ...{ fixture, isRevealed, predictions, players },
        countedAt: isRevealed ? fixture.cutoffTime! : minute,
        leagues: leagues.map(({ id, name, members }, index) => ({
          ...{ id, name },
          memberCount: members,
          predicted: predicted[index]!,
        })),
      }
    },

    /**
     * The revealed picks of a match for a reader. `leagueId`: one of the reader’s leagues; undefined: all of them. Returns
     * `sealed` before the cutoff, `no-match` and `no-league` for ids that the reader does not know.
     */
    async picks(
      fixtureId: number,
      reader: number,
      leagueId: number | undefined,
      at: string,
    ): Promise<MatchPicks | 'no-match' | 'no-league' | 'sealed'> {
      const fixture = (await fixturesOf([fixtureId], at)).get(fixtureId)
      if (fixture === undefined) return 'no-match'
      if (!isRevealedAt(fixture, at)) return 'sealed'
      const [crowd, mates] = await Promise.all([
        crowdOf(fixtureId, at),
        mateRows(fixtureId, reader, leagueId ?? null, at).execute(db),
      ])
      // The reader is a member of each of their leagues.
      if (leagueId !== undefined && mates.rows.length === 0) return 'no-league'
      return {
        crowd: [...crowd],
        mates: mates.rows.map(({ id, pick, joker, ...row }) => ({
          ...{ id, ...personOf(row), pick },
          ...(row.scoring ? { joker } : {}),
        })),
        ...(mates.rows[0]?.scoring ? { scoring: mates.rows[0].scoring } : {}),
      }
    },

    /** Changes of date and result, oldest first; empty while the event log is unreachable. Null for an unknown id. */
    async history(fixtureId: number): Promise<MatchChange[] | null> {
      try {
        const found = await historyOf(fixtureId)
        return found && [...found]
      } catch (error) {
        if (error instanceof EventLogUnavailable) return []
        throw error
      }
    },
  }
}

/** Whether the cutoff has passed. It passes once: a passed one does not move. */
const isRevealedAt = ({ cutoffTime }: Fixture, at: string): boolean =>
  cutoffTime !== null && Date.parse(cutoffTime) <= Date.parse(at)

const sumOf = (crowd: readonly PickCount[]): number => crowd.reduce((sum, { picks }) => sum + picks, 0)

/** Reads each match of the batch once, for its leagues. */
async function byMatch<Value>(
  wanted: readonly InLeague[],
  read: (first: InLeague, leagueIds: readonly number[]) => Promise<readonly (readonly [string, Value])[]>,
): Promise<ReadonlyMap<string, Value>> {
  const matches = Map.groupBy(wanted, ({ fixtureId, at }) => `${fixtureId} ${at}`).values()
  const found = await Promise.all(
    [...matches].map((all) => read(all[0]!, [...new Set(all.map(({ leagueId }) => leagueId))])),
  )
  return new Map(found.flat())
}
