import useSWR from 'swr'
import type { Article, NewsStory } from '../../../../src/contracts/news.ts'
import { http } from '../../api/http.ts'
import { reads } from './reads.ts'

/** Articles, and since when their source has not answered; null: it does. */
export interface News {
  readonly articles: readonly Article[]
  readonly asOf: string | null
}

async function newsAt(path: string): Promise<News> {
  let asOf: string | null = null
  const articles = await http<Article[]>(path, {
    onHeaders: (headers) => {
      asOf = headers.get('Plp-News-As-Of')
    },
  })
  return { articles, asOf }
}

/** What the home page shows of the news. */
export function useNews() {
  return useSWR(reads.news.key, newsAt, reads.news.fresh)
}

/** All that is kept of the news. */
export function useLatestNews() {
  return useSWR(reads.latest.key, newsAt, reads.latest.fresh)
}

/** A story of the game. */
export function useStory(slug: string) {
  return useSWR<NewsStory>(reads.story.key(slug), reads.story.fresh)
}
