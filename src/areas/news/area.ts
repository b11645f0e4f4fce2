import { ContainerModule } from 'inversify'
import { newsGroup } from '../../../projections/news/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { settingsOf } from '../../kernel/setting.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { newsAppTables } from './app-tables.ts'
import { newsEvents } from './events.ts'
import { createNewsFeed, type NewsFeed } from './news-feed.ts'
import { createNewsReactor } from './reactor.ts'
import { newsRoutes } from './routes.ts'
import { newsSettings } from './settings.ts'
import { newsTables } from './tables.ts'

const NEWS_FEED = identifier<NewsFeed | null>('NewsFeed')

const module = new ContainerModule(({ bind }) => {
  bind(NEWS_FEED).toResolvedValue(
    ({ db }, settings, logger) => {
      const source = settingsOf(settings, newsSettings)
      return source.kind === 'club-news' ? null : createNewsFeed({ db, source, logger })
    },
    [TYPES.Database, TYPES.Settings, TYPES.Logger],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, seasons, feed) => newsRoutes({ db, seasons, feed }),
    [TYPES.Database, FIXTURES.Seasons, NEWS_FEED],
  )
  bind(PARTS.Reactor).toResolvedValue(
    ({ db }, handler, { reached }) => createNewsReactor({ db, handler, reached }),
    [TYPES.Database, TYPES.Handler, TYPES.Progress],
  )
  // Runs every minute, so that a start does not wait a quarter of an hour for the first refresh.
  bind(PARTS.Job).toResolvedValue(
    (feed) => ({ name: 'news', schedule: '23 * * * * *', run: async (at) => feed?.refresh(at) }),
    [NEWS_FEED],
  )
})

/** News written from the game’s events, or from an external source. */
export const news: Area = {
  name: 'news',
  events: newsEvents,
  module,
  groups: () => [newsGroup],
  readModel: newsTables,
  settings: [newsSettings],
  appTables: newsAppTables,
}
