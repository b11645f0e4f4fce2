import * as z from 'zod/mini'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { ARTICLES, Article, NewsStory, Slug } from './contract.ts'
import type { NewsFeed } from './news-feed.ts'
import { latestNews, newsStory } from './queries.ts'

const tags = ['News']

export interface NewsRouteDependencies {
  readonly db: ReadDb
  readonly seasons: Seasons
  /** A source outside of the game; null: the game's own news. */
  readonly feed: NewsFeed | null
}

/** The latest news, and the game's own stories. */
export function newsRoutes({ db, seasons, feed }: NewsRouteDependencies): readonly RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/api/news',
      access: 'user',
      summary:
        'The latest news of the configured source, newest first; where it does not answer what it gave last, with its time as `Plp-News-As-Of`',
      tags,
      query: z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), ARTICLES) }),
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
      path: '/api/news/:slug',
      access: 'user',
      summary: 'A story of the game: what happened, in sentences and in numbers',
      tags,
      params: z.object({ slug: Slug }),
      responses: { 200: NewsStory },
      problems: [404],
      async handle({ params }) {
        const story = await newsStory(db, params.slug)
        if (story === null) throw new HttpProblem(404, 'There is no such story')
        return { body: story }
      },
    }),
  ]
}
