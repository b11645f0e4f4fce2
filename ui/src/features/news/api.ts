import useSWR from 'swr'
import type { Article, NewsStory } from '../../../../src/contracts/news.ts'
import { httpPage } from '../../api/http.ts'
import { reads } from './reads.ts'

/** What the home page shows of the news. */
export function useNews() {
  return useSWR(reads.news.key, httpPage<Article>, reads.news.fresh)
}

/** All that is kept of the news. */
export function useLatestNews() {
  return useSWR(reads.latest.key, httpPage<Article>, reads.latest.fresh)
}

/** A story of the game. */
export function useStory(slug: string) {
  return useSWR<NewsStory>(reads.story.key(slug), reads.story.fresh)
}
