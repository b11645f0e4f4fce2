import { ContainerModule } from 'inversify'
import { newsGroup } from '../../projections/news/projector.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { type Hearing, heardIn } from '../kernel/event.ts'
import { newsColumns } from '../news/columns.ts'
import type { NewsEvent } from '../news/events.ts'
import { newsFeed } from '../news/migrations/080-news-feed.ts'
import { newsNaming } from '../news/naming.ts'
import { createNewsFeed, type NewsFeed } from '../news/news-feed.ts'
import { createNewsReactor } from '../news/reactor.ts'
import { newsRows } from '../news/read-model.ts'
import { newsRoutes } from '../news/routes.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

const NEWS_FEED = identifier<NewsFeed | null>('NewsFeed')

const module = new ContainerModule(({ bind }) => {
  bind(NEWS_FEED).toResolvedValue(
    ({ db }, source, logger) => (source.kind === 'club-news' ? null : createNewsFeed({ db, source, logger })),
    [TYPES.Database, TYPES.NewsSource, TYPES.Logger],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, seasons, feed) => newsRoutes({ db, seasons, feed }),
    [TYPES.Database, FIXTURES.Seasons, NEWS_FEED],
  )
  bind(PARTS.Reactor).toResolvedValue(
    ({ db }, handler, { reached }) => createNewsReactor({ db, handler, reached }),
    [TYPES.Database, TYPES.Handler, TYPES.Progress],
  )
  // Each minute looks whether it is time: a start need not wait for a quarter of an hour.
  bind(PARTS.Job).toResolvedValue(
    (feed) => ({ name: 'news', schedule: '23 * * * * *', run: async (at) => feed?.refresh(at) }),
    [NEWS_FEED],
  )
})

const taken = {
  NewsPublished: true,
  NewsCorrected: true,
  NewsWithdrawn: true,
} as const satisfies Hearing<NewsEvent>

/** What is told of the game, by itself or by a source outside. */
export const news: Area = {
  name: 'news',
  naming: newsNaming,
  module,
  groups: () => [newsGroup],
  rows: newsRows,
  columns: newsColumns,
  migrations: [newsFeed],
  takenBack: heardIn(taken),
  person: [{ view: 'news_players', by: ['user_id'] }],
}
