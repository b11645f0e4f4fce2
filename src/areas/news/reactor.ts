import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { type EventsOf, only, typesOf, without } from '../../kernel/declared-events.ts'
import type { Recorded } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { Progress } from '../../slice/progress.ts'
import type { Reactor } from '../../slice/reactor.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureEvents, gameweekEvents, seasonEvents } from '../fixtures/events.ts'
import { gameweekFacts, matchFacts, tableFacts } from './facts.ts'
import { newsDecider, type PublishNews } from './news-decider.ts'
import { ofGameweek, ofMatch, ofSeason } from './stories.ts'
import { newsStream } from './streams.ts'

const handled = {
  ...without(fixtureEvents, 'FixtureScheduled', 'MatchStarted', 'MatchScoreChanged', 'FeedResultNoted'),
  ...gameweekEvents,
  ...only(seasonEvents, 'PointsDeducted'),
}
type HandledEvent = EventsOf<typeof handled>

export const NEWS_REACTOR = 'club-news'

/** Longest wait for the read tables, in milliseconds. After it the events are retried. */
const TIMEOUT_MS = 5_000

interface NewsReactorDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly reached: Progress['reached']
}

/**
 * Publishes the game’s own news from the read tables once they have reached the event. The tables may be ahead of it:
 * any later change is an event that updates the news again.
 */
export function createNewsReactor({ db, handler, reached }: NewsReactorDependencies): Reactor<null, HandledEvent> {
  const reactAll = async (
    events: readonly Recorded<HandledEvent>[],
    contextOf: (event: Recorded<HandledEvent>) => CommandContext,
  ): Promise<null> => {
    const last = events.at(-1)!
    if (!(await reached('play', last.position, TIMEOUT_MS)))
      throw new EventLogUnavailable('the projection play is behind')
    const context = contextOf(last)
    const news = await newsOf(db, events)
    await handler.handleMany(
      newsDecider,
      news.map((command) => ({
        stream: newsStream(command.slug),
        command,
        // A retry may end with another event; the decider ignores facts that its stream already has.
        context: { ...context, idBase: `${context.idBase}/${command.slug}` },
      })),
    )
    return null
  }
  return {
    name: NEWS_REACTOR,
    events: typesOf(handled),
    initialState: null,
    react: (_state, event, context) => reactAll([event], () => context),
    reactAll: (_state, events, contextOf) => reactAll(events, contextOf),
  }
}

/** Effect of events on a season. */
interface Touched {
  /** Gameweeks with changed matches or results; null: all may have changed. */
  gameweeks: Set<number> | null
}

async function newsOf(db: ReadDb, events: readonly Recorded<HandledEvent>[]): Promise<readonly PublishNews[]> {
  const ids = new Set(events.flatMap(({ data }) => ('fixtureId' in data ? data.fixtureId : [])))
  const matches = await matchFacts(db, { ids: [...ids] })
  const seasonOf = new Map(matches.map((match) => [match.fixtureId, match]))
  const seasons = new Map<string, Touched>()
  const touch = (season: string, gameweek: number | null) => {
    const touched = seasons.get(season) ?? { gameweeks: new Set() }
    if (gameweek === null) touched.gameweeks = null
    else touched.gameweeks?.add(gameweek)
    seasons.set(season, touched)
  }
  for (const { type, data } of events) {
    if (type === 'GameweekSettled') touch(data.season, data.gameweek)
    else if (type === 'PointsDeducted') touch(data.season, 1)
    else {
      const match = seasonOf.get(data.fixtureId)
      // The event does not contain the previous gameweek.
      if (match) touch(match.season, type === 'FixtureMovedToGameweek' ? null : match.gameweek)
    }
  }
  const ofSeasons = await Promise.all([...seasons].map(([season, touched]) => newsOfSeason(db, season, touched)))
  return [...matches.map(ofMatch), ...ofSeasons.flat()]
}

/** Rewrites stories of affected gameweeks, and stories of later gameweeks that compare with earlier ones. */
async function newsOfSeason(db: ReadDb, season: string, { gameweeks }: Touched): Promise<readonly PublishNews[]> {
  const all = await gameweekFacts(db, season)
  const touched = all.filter(({ gameweek }) => gameweeks?.has(gameweek) ?? true)
  const first = gameweeks ? Math.min(...gameweeks) : 1
  const following = all.filter(({ gameweek }) => gameweek >= first)
  if (following.length === 0) return []
  const tables = await tableFacts(
    db,
    season,
    following.map(({ gameweek }) => gameweek),
  )
  const matches = await matchFacts(db, { season, gameweeks: touched.map(({ gameweek }) => gameweek) })
  return [
    ...touched.flatMap((facts) =>
      ofGameweek(
        season,
        facts,
        matches.filter(({ gameweek }) => gameweek === facts.gameweek),
      ),
    ),
    ...following.flatMap((facts) => ofSeason(season, facts, all, tables)),
  ]
}
