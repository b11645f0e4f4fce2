import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Article, NewsStory, StoryCard } from '../../../../src/areas/news/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import {
  articleSample,
  signedInSample,
  storyCardSample,
  storySample,
  teamSample,
} from '../../../../test/support/samples.ts'
import { NewsPanel } from '../../features/news/NewsPanel.tsx'
import { NewsArea } from './NewsArea.tsx'

componentTests()
beforeEach(() => {
  vi.setSystemTime('2025-11-29T21:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

const news = '/api/news'
const latest = '/api/news?limit=50'
const cards = '/api/news/stories'
const story = '/api/news/everton-newcastle'
const list = (articles: Article[], asOf?: string) =>
  ok(z.array(Article), articles, asOf === undefined ? {} : { 'Plp-News-As-Of': asOf })
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const stories = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    articleSample({ title: `Story ${index + 1}`, url: `/news/story-${index + 1}` }),
  )

const area = (
  <Routes>
    <Route path="/news/*" element={<NewsArea user={signedInSample()} title="News" adminPages={[]} />} />
  </Routes>
)

describe('the news of the home page', () => {
  test('are four stories with source and age, and a way to all (R79)', async () => {
    draw(<NewsPanel />, { answers: { [news]: list(stories(5)) } })
    expect(screen.getByText('Loading news')).toBeDefined()
    const link = await screen.findByRole('link', { name: 'Story 1' })
    expect(link.getAttribute('href')).toBe('/news/story-1')
    expect(lines()).toEqual([1, 2, 3, 4].map((number) => `Story ${number}Club news · 1h ago`))
    expect(screen.getByRole('link', { name: 'All news' }).getAttribute('href')).toBe('/news')
    expect(screen.queryByText(/^Last updated/)).toBeNull()
  })

  test('of another site are plain text in a new tab, without its pictures (T51)', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const foreign = (title: string) =>
      articleSample({
        ...{ title, url: `https://example.org/${title.length}`, urlToImage: 'https://example.org/pixel.gif' },
        source: { name: 'Example Sport' },
      })
    draw(<NewsPanel />, {
      answers: { [news]: list([foreign('Injury round-up'), foreign(hostile)], '2025-11-29T18:00:00.000Z') },
    })
    const link = await screen.findByRole('link', { name: 'Injury round-up (new tab)' })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(lines()).toEqual([
      'EXInjury round-up (new tab)Example Sport · 1h ago',
      `EX${hostile} (new tab)Example Sport · 1h ago`,
    ])
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getByText('Last updated 3h ago. The news source isn’t responding.')).toBeDefined()
  })

  test('have the pictures of the game’s own stories', async () => {
    const picture = 'data:image/svg+xml,%3Csvg/%3E'
    draw(<NewsPanel />, { answers: { [news]: list([articleSample({ urlToImage: picture })]) } })
    await screen.findByRole('link', { name: 'Everton 3–1 Newcastle' })
    expect(document.querySelector('img')?.getAttribute('src')).toBe(picture)
  })

  test('may be none', async () => {
    draw(<NewsPanel />, { answers: { [news]: list([]) } })
    expect(await screen.findByText('No news available')).toBeDefined()
  })

  test('can be tried again after a failure', async () => {
    const { user, answer } = draw(<NewsPanel />, { answers: { [news]: problem(503, 'No') } })
    expect(await screen.findByText('Unable to load news')).toBeDefined()
    expect(screen.getByRole('link', { name: 'All news' })).toBeDefined()
    answer(news, list(stories(1)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Story 1')).toBeDefined()
  })
})

describe('the page of all news', () => {
  const exact: StoryCard['yours'] = {
    predictedResult: 'home',
    predictedHomeScore: 3,
    predictedAwayScore: 1,
    pointsEarned: 15,
    verdict: 'exact',
  }
  const winner = (gameweek: number, changes: Partial<StoryCard> = {}) =>
    storyCardSample({
      ...{ title: `ada wins gameweek ${gameweek}`, url: `/news/gameweek-${gameweek}-winner` },
      ...{ gameweek, kind: 'Gameweek winner', isReport: false, description: 'The next best is 15 points behind.' },
      ...changes,
    })
  const reportOf = (title: string, changes: Partial<StoryCard> = {}) =>
    storyCardSample({ title, url: `/news/${title.replaceAll(/\W+/g, '-').toLowerCase()}`, ...changes })
  const world = [
    reportOf('Everton 3–1 Newcastle', { yours: exact, exactMates: 2, isOfMyLeagues: true }),
    winner(13),
    winner(13, { title: 'Upset of gameweek 13', url: '/news/gameweek-13-upset', kind: 'Upset' }),
    reportOf('Arsenal 1–0 Spurs'),
    winner(12, { isOfMyLeagues: true }),
  ]
  const drawPage = (list: StoryCard[]) =>
    draw(area, { at: '/news', answers: { [cards]: ok(z.array(StoryCard), list) } })
  const headings = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent)

  test('has a lead story and the others by gameweek, with the match reports folded (R245)', async () => {
    drawPage(world)
    const lead = await screen.findByRole('article', { name: 'ada wins gameweek 13' })
    expect(lead.textContent).toBe(
      'Gameweek winnerGameweek 13 · 1h agoada wins gameweek 13The next best is 15 points behind.',
    )
    expect(headings(2)).toEqual(['ada wins gameweek 13', 'Gameweek 13', 'Gameweek 12'])
    expect(headings(3)).toEqual(['Upset of gameweek 13', 'ada wins gameweek 12'])
    const fold = screen.getByText('Gameweek 13, match by match · 2').closest('details')!
    expect(fold.open).toBe(false)
    expect(
      within(fold)
        .getAllByRole('listitem', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['Everton 3–1 NewcastleYour pick 3–115Exact2 league mates had it exactly', 'Arsenal 1–0 Spurs'])
  })

  test('can be limited to the reader’s picks, or to their leagues (R245)', async () => {
    const { user } = drawPage(world)
    await user.click(await screen.findByRole('radio', { name: 'My picks' }))
    expect(headings(2)).toEqual(['Everton 3–1 Newcastle'])
    await user.click(screen.getByRole('radio', { name: 'My leagues' }))
    expect(headings(2)).toEqual(['Everton 3–1 Newcastle', 'Gameweek 12'])
    expect(headings(3)).toEqual(['ada wins gameweek 12'])
  })

  test('without a story for a filter leads back to all of them', async () => {
    const { user } = drawPage([winner(13)])
    await user.click(await screen.findByRole('radio', { name: 'My picks' }))
    expect(screen.getByText('No stories about your picks yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show all stories' }))
    expect(headings(2)).toEqual(['ada wins gameweek 13'])
  })

  test('of an external source is a plain list', async () => {
    draw(area, {
      at: '/news',
      answers: { [cards]: ok(z.array(StoryCard), []), [latest]: list(stories(6), '2025-11-29T20:30:00.000Z') },
    })
    await screen.findByRole('link', { name: 'Story 6' })
    expect(lines()).toHaveLength(6)
    expect(screen.getByText('Last updated 30m ago. The news source isn’t responding.')).toBeDefined()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('may be empty, and is tried again after a failure', async () => {
    const { user, answer } = draw(area, { at: '/news', answers: { [cards]: 'offline', [latest]: list([]) } })
    expect(await screen.findByText('Unable to load news')).toBeDefined()
    answer(cards, ok(z.array(StoryCard), []))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No news available')).toBeDefined()
  })
})

describe('the page of a story', () => {
  const at = '/news/everton-newcastle'
  const drawStory = (changes: Parameters<typeof storySample>[0] = {}) =>
    draw(area, { at, answers: { [story]: ok(NewsStory, storySample(changes)) } })
  const figure = (name: string | RegExp) => screen.findByRole('region', { name })

  test('has headline, text with linked names, score and the players named in it', async () => {
    drawStory()
    const head = (await screen.findByRole('heading', { level: 1, name: 'Everton 3–1 Newcastle' })).closest('section')!
    expect(document.title).toContain('Everton 3–1 Newcastle')
    for (const text of ['ada saw it coming.', 'Match report', 'Gameweek 13', '3–1Full time'])
      expect(head.textContent).toContain(text)
    expect(screen.getByText('1 of 1 had the exact score.')).toBeDefined()
    for (const link of screen.getAllByRole('link', { name: 'ada' }))
      expect(link.getAttribute('href')).toBe('/players/1')
    const named = within(await figure('In this story'))
    expect(named.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByText('More from gameweek 13')).toBeNull()
  })

  test('shows the reader’s pick, and the league mates who called it (R245)', async () => {
    const pick = { predictedResult: 'home', pointsEarned: 5, verdict: 'correct' } as const
    const score = { predictedHomeScore: 2, predictedAwayScore: 0 }
    const mate = { id: 2, username: 'nia', displayName: 'Nia', profileImage: null }
    drawStory({
      yours: { ...pick, predictedHomeScore: 3, predictedAwayScore: 1, pointsEarned: 15, verdict: 'exact' },
      mates: [{ ...mate, pick: { ...pick, ...score } }],
    })
    expect((await figure('You said so')).textContent).toBe('You said soYour pick 3–115Exact')
    const mates = within(await figure('Who called it in your leagues')).getAllByRole('listitem')
    expect(mates.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Nia.*Nia picked 2–05Correct$/)])
  })

  test('shows the picks of the crowd, with the result', async () => {
    drawStory()
    const crowd = await figure('How the crowd called it')
    expect(within(crowd).getByText('4 picks at full time.')).toBeDefined()
    const shares = within(crowd)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(shares).toEqual(['75%Everton, the result', '25%Draw', '0%Newcastle'])
  })

  test('shows every score picked, with the final one', async () => {
    drawStory()
    const scores = await figure('Every score picked')
    expect(within(scores).getAllByText(/, the final score/)).toHaveLength(1)
    expect(within(scores).getByRole('cell', { name: /^2\s?, the final score$/ })).toBeDefined()
    expect(scores.textContent).toContain(
      'The framed cell is the final score. 2 more picked another score or only a result.',
    )
  })

  test('of an awarded match has no score', async () => {
    const match = { ...storySample().match!, score: null }
    drawStory({ match, scores: [{ home: 1, away: 0, players: 4 }] })
    const scores = await figure('Every score picked')
    expect(within(scores).queryByText(/final score/)).toBeNull()
    expect(screen.queryByText('Full time')).toBeNull()
  })

  test('shows the clubs that moved in the table, and other stories of the gameweek', async () => {
    const moves = [
      { team: teamSample(9, 'Everton'), from: 5, to: 2, points: 24 },
      { team: teamSample(15, 'Newcastle'), from: 2, to: 3, points: 1 },
    ]
    drawStory({ match: null, crowd: null, scores: [], moves, more: [articleSample({ title: 'Another' })] })
    const table = await figure('How gameweek 13 changed the table')
    const clubs = within(table)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(clubs).toEqual([
      expect.stringMatching(/Everton 24 points5th to 2nd$/),
      expect.stringMatching(/Newcastle 1 point2nd to 3rd$/),
    ])
    expect(within(await figure('More from gameweek 13')).getByRole('link', { name: 'Another' })).toBeDefined()
    expect(screen.queryByText('How the crowd called it')).toBeNull()
  })

  test('is not found, or tried again after a failure', async () => {
    const missing = draw(area, { at, answers: { [story]: problem(404) } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Story not found' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to News' }).getAttribute('href')).toBe('/news')
    missing.unmount()
    const { user, answer } = draw(area, { at, answers: { [story]: problem(503) } })
    expect(await screen.findByText('Failed to load the story')).toBeDefined()
    answer(story, ok(NewsStory, storySample()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Everton 3–1 Newcastle' })).toBeDefined()
  })
})
