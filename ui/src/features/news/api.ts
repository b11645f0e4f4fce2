import useSWR from 'swr'
import type { Article, NewsStory, StoryCard } from '../../../../src/areas/news/contract.ts'
import { httpPage } from '../../api/http.ts'
import { read } from '../../api/reads.ts'
import { MINUTE } from '../../lib/durations.ts'

const FRESH = { fresh: { dedupingInterval: 10 * MINUTE, refreshInterval: 15 * MINUTE } } as const

const reads = {
  news: read('/api/news', FRESH),
  stories: read('/api/news/stories', FRESH),
  latest: read('/api/news?limit=50', FRESH),
  story: read((slug: string) => `/api/news/${slug}`, FRESH),
}

export function useNews() {
  return useSWR(reads.news.key, httpPage<Article>, reads.news.fresh)
}

/** The game’s own stories; empty with an external source. */
export function useStories() {
  return useSWR<StoryCard[]>(reads.stories.key, reads.stories.fresh)
}

export function useLatestNews() {
  return useSWR(reads.latest.key, httpPage<Article>, reads.latest.fresh)
}

export function useStory(slug: string) {
  return useSWR<NewsStory>(reads.story.key(slug), reads.story.fresh)
}
