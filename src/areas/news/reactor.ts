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
  ...without(fixtureEvents, 'FixtureScheduled', 'MatchStarted', 'FeedResultNoted'),
  ...gameweekEvents,
  ...only(seasonEvents, 'PointsDeducted'),
}
type Answered = EventsOf<typeof handled>

export const NEWS_REACTOR = 'club-news'

/** How long the read tables may be behind before the events are tried again. */
const PATIENCE_MS = 5_000

export interface NewsReactorDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly reached: Progress['reached']
}

/**
 * Writes the game's own news: what the read tables say of a match or a gameweek, once they have come as far as the event. What they
 * say now is told, also where they have gone further: whatever changes it later is an event that is answered in its turn.
 */
export function createNewsReactor({ db, handler, reached }: NewsReactorDependencies): Reactor<null, Answered> {
  const reactAll = async (
    events: readonly Recorded<Answered>[],
    contextOf: (event: Recorded<Answered>) => CommandContext,
  ): Promise<null> => {
    const last = events.at(-1)!
    if (!(await reached('play', last.position, PATIENCE_MS)))
      throw new EventLogUnavailable('the read tables of play have not come as far yet')
    const context = contextOf(last)
    const news = await newsOf(db, events)
    await handler.handleMany(
      newsDecider,
      news.map((command) => ({
        stream: newsStream(command.slug),
        command,
        // What was told under another last event is told once all the same: the stream knows what it says.
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

/** What the events touch of a season. */
interface Touched {
  /** Gameweeks with other matches or results than before; null: it is not known which. */
  gameweeks: Set<number> | null
}

async function newsOf(db: ReadDb, events: readonly Recorded<Answered>[]): Promise<readonly PublishNews[]> {
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
      // Where it counted before is not in the event.
      if (match) touch(match.season, type === 'FixtureMovedToGameweek' ? null : match.gameweek)
    }
  }
  const ofSeasons = await Promise.all([...seasons].map(([season, touched]) => newsOfSeason(db, season, touched)))
  return [...matches.map(ofMatch), ...ofSeasons.flat()]
}

/** Gameweeks that are touched are told anew, and what is told beside those before them of all that follow. */
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
