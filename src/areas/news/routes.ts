import * as z from 'zod/mini'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { ARTICLES, Article, NewsStory, Slug, StoryCard } from './contract.ts'
import type { NewsFeed } from './news-feed.ts'
import { latestNews, newsStory, storyCards } from './queries.ts'

/** Most articles of one answer. */
const MOST = 50

interface NewsRouteDependencies {
  readonly db: ReadDb
  readonly seasons: Seasons
  /** External source; null: the game’s own news. */
  readonly feed: NewsFeed | null
}

/** Routes for the latest news and the game’s own stories. */
export function newsRoutes({ db, seasons, feed }: NewsRouteDependencies): readonly RouteDefinition[] {
  return tagged('News', [
    route({
      method: 'get',
      path: '/api/news',
      access: 'user',
      summary:
        'Lists the latest news of the configured source, newest first; while the source fails, its last articles with their time in `Plp-News-As-Of`',
      query: z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST)), ARTICLES) }),
      responses: { 200: z.array(Article) },
      async handle({ query, context, res }) {
        if (feed === null)
          return { body: await latestNews(db, await seasons.resolve(undefined, context.at), query.limit) }
        const { articles, staleSince } = await feed.latest(query.limit)
        if (staleSince !== null) res.setHeader('Plp-News-As-Of', staleSince)
        return { body: articles }
      },
    }),
    route({
      method: 'get',
      path: '/api/news/stories',
      access: 'user',
      summary:
        'Lists the game’s own latest stories, newest first, with the reader’s picks and league mates in them; empty with an external source',
      query: z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST)), MOST) }),
      responses: { 200: z.array(StoryCard) },
      async handle({ query, context, user }) {
        if (feed !== null) return { body: [] }
        const season = await seasons.resolve(undefined, context.at)
        return { body: await storyCards(db, season, query.limit, { id: user.id, at: context.at }) }
      },
    }),
    route({
      method: 'get',
      path: '/api/news/:slug',
      access: 'user',
      summary: 'Returns a story of the game, in sentences and numbers',
      params: z.object({ slug: Slug }),
      responses: { 200: NewsStory },
      async handle({ params, context, user }) {
        const story = await newsStory(db, params.slug, { id: user.id, at: context.at })
        if (story === null) throw new HttpProblem(404, 'Story not found')
        return { body: story }
      },
    }),
  ])
}
