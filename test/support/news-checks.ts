import { expect, test } from 'vitest'
import type { Story } from '../../src/areas/news/events.ts'
import { latestNews, newsStory } from '../../src/areas/news/queries.ts'
import type { SimulatedCompetitions } from './competition-season.ts'
import { naiveNews } from './naive-news.ts'

const SEASON = '2024-25'

/** Checks the game's news after a season against an independent calculation. */
export function checkNews(game: () => SimulatedCompetitions): void {
  const storiesOf = async () => {
    const { rows } = await game().database.pool.query<{ slug: string; kind: string; gameweek: number; story: Story }>(
      'select slug, kind, gameweek, story from read.news order by slug',
    )
    return rows
  }

  test('every number of the news is that of the season counted in arrays, and no story lacks its facts (R77)', async () => {
    const naive = naiveNews(await game().events(), SEASON)
    const told = (await storiesOf()).filter(({ kind }) => kind !== 'lead')
    const perKind = Object.groupBy(told, ({ kind }) => kind)
    expect(perKind.report).toHaveLength(380)
    for (const kind of ['winner', 'table', 'round-up']) expect(perKind[kind], kind).toHaveLength(38)
    for (const kind of ['upset', 'best-mean']) expect(perKind[kind]?.length ?? 0, kind).toBeGreaterThan(0)
    expect(told.map(({ slug }) => slug)).toEqual([...naive.keys()].sort())
    for (const { slug, story } of told) {
      const { scores, ...counted } = naive.get(slug) as Extract<Story, { kind: 'report' }>
      expect(story, slug).toMatchObject(counted)
      if (story.kind === 'report') expect(story.scores.toSorted(), slug).toEqual(scores.toSorted())
    }
  })

  test('the leader in the news is first in the stored ranks of the gameweek', async () => {
    const { rows: ranks } = await game().database.pool.query<{ gameweek: number; user_id: number; rank: number }>(
      'select gameweek, user_id, rank from read.rank_snapshots',
    )
    const { rows: named } = await game().database.pool.query<{ slug: string; user_id: number }>(
      'select slug, user_id from read.news_players',
    )
    const weeks = [...new Set(ranks.map(({ gameweek }) => gameweek))].sort((a, b) => a - b)
    const expected = weeks.slice(1).flatMap((week, index) => {
      const leaders = ranks.filter(({ gameweek, rank }) => gameweek === week && rank === 1)
      const before = ranks.find((row) => row.gameweek === weeks[index] && row.user_id === leaders[0]!.user_id)
      if (leaders.length > 1 || before?.rank === 1) return []
      return [{ gameweek: week, user: leaders[0]!.user_id, from: before?.rank ?? null, before: weeks[index] }]
    })
    const told = (await storiesOf())
      .flatMap(({ story, slug, gameweek }) => (story.kind === 'lead' ? [{ story, slug, gameweek }] : []))
      .map(({ story: { from, before }, slug, gameweek }) => ({
        ...{ gameweek, from, before },
        user: named.find((row) => row.slug === slug)!.user_id,
      }))
    expect(told.length).toBeGreaterThan(0)
    expect(told.sort((a, b) => a.gameweek - b.gameweek)).toEqual(expected)
  })

  test('no two titles of a season are the same, and each leads to its page (R78)', async () => {
    const articles = await latestNews(game().database.db, SEASON, 1_000)
    expect(articles).toHaveLength((await storiesOf()).length)
    expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length)
    expect(new Set(articles.map(({ url }) => url)).size).toBe(articles.length)
    for (const { title, description } of articles)
      expect(`${title} ${description}`).not.toMatch(
        /undefined|null|NaN|\[object|(?<![\d.,])1 (points|goals|players|matches)\b/,
      )
    const times = articles.map(({ publishedAt }) => publishedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const story = await newsStory(game().database.db, articles[0]!.url.slice('/news/'.length), {
      id: 0,
      at: new Date().toISOString(),
    })
    expect(story).toMatchObject({ title: articles[0]!.title, paragraphs: expect.arrayContaining([expect.any(String)]) })
    expect(story!.more).toHaveLength(5)
  })
}
