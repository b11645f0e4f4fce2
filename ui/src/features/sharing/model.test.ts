import { describe, expect, test } from 'vitest'
import { predictionSample, shareSample, teamSample } from '../../../../test/support/samples.ts'
import { discoverGroups, feedOf, winsOf, withFirstPage, withNewer, withPage } from './feed.ts'
import { intentsOf } from './links.ts'
import { type Call, nameOf, shareLink, summaryOf } from './model.ts'
import { DEFAULT_TITLE, gameweekOffer, latestOffer, oneOffer } from './offers.ts'

const LINK = shareLink('https://plp.example', 'q7Rk2mXw9TzBq7Rk2mXw9T')

test('the link is the page’s origin, /shared/ and the token', () => {
  expect(LINK).toBe('https://plp.example/shared/q7Rk2mXw9TzBq7Rk2mXw9T')
})

test('the five networks get the link and their text parameters', () => {
  const intents = intentsOf(LINK, 'Mine & yours')
  expect(intents.map(({ name }) => name)).toEqual(['Twitter/X', 'Facebook', 'LinkedIn', 'WhatsApp', 'Reddit'])
  for (const { href } of intents) expect(decodeURIComponent(new URL(href).search)).toContain(LINK)
  expect(new URL(intents[0]!.href).searchParams.get('text')).toBe('Mine & yours')
})

test('an author is the display name, else the username, else Anonymous', () => {
  expect(nameOf({ username: 'maya_k', displayName: 'Maya K' })).toBe('Maya K @maya_k')
  expect(nameOf({ username: 'maya_k', displayName: 'maya_k' })).toBe('maya_k')
  expect(nameOf(null)).toBe('Anonymous')
})

describe('the offer of a share', () => {
  const picks = [1, 2, 3, 4, 5, 6].map((id) =>
    predictionSample({ id, updatedAt: new Date(Date.UTC(2025, 10, id)).toISOString() }),
  )

  test('the latest 5 under the title of the specification (docs/rules.md R63)', () => {
    const offer = latestOffer(picks)
    expect(offer).toMatchObject({ shareType: 'custom', title: DEFAULT_TITLE })
    expect(DEFAULT_TITLE).toBe('Check out my latest Premier League predictions!')
    expect(offer.picks.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2])
  })

  test('a single pick is titled by its match, a gameweek by its number', () => {
    expect(oneOffer(picks[0]!)).toMatchObject({
      shareType: 'individual',
      title: 'My prediction: Everton v Newcastle',
      picks: [picks[0]],
    })
    expect(gameweekOffer(13, picks)).toMatchObject({ shareType: 'gameweek', title: 'My predictions for Gameweek 13' })
  })
})

test('shareable wins are picks that paid, the social score is their rounded share', () => {
  const paid = (pointsEarned: number | null) => predictionSample({ pointsEarned })
  expect(winsOf([paid(15), paid(5), paid(0)])).toEqual({ wins: 2, score: 67 })
  expect(winsOf([paid(null)])).toEqual({ wins: 0, score: 0 })
  expect(winsOf([])).toEqual({ wins: 0, score: 0 })
})

describe('the summary of a share', () => {
  const call = (kind: Call['kind'], more: Partial<Call> = {}): Call => ({
    id: 1,
    fixtureId: 1,
    home: teamSample(9, 'Everton'),
    away: teamSample(15, 'Newcastle'),
    kind,
    when: '17:30 GMT',
    below: 'Sat 29 Nov',
    day: null,
    brief: '17:30',
    closesAt: null,
    pick: predictionSample(),
    score: null,
    points: null,
    word: null,
    note: null,
    ...more,
  })
  const at = (time: number) => `at ${time}`

  test('before: how many picks, and when the first closes', () => {
    expect(summaryOf([call('open', { closesAt: 7 }), call('open', { closesAt: 5 })], at)).toEqual({
      big: { value: 2, label: 'picks, first closes at 5' },
      small: [],
    })
    expect(summaryOf([call('open', { closesAt: 7 })], at).big.label).toBe('pick, closes at 7')
    expect(summaryOf([call('open')], at).big).toEqual({ value: 1, label: 'pick' })
  })

  test('during: points so far without those of live matches', () => {
    const calls = [call('correct', { points: 5 }), call('live', { points: 15 }), call('open')]
    expect(summaryOf(calls, at)).toEqual({
      big: { value: 5, label: 'points so far' },
      small: [
        { value: 1, label: 'of 3 finished' },
        { value: 1, label: 'live' },
      ],
    })
  })

  test('after: points, and how many of each kind; unplayed matches are separate', () => {
    const calls = [call('exact', { points: 15 }), call('wrong', { points: 0 }), call('off')]
    expect(summaryOf(calls, at)).toEqual({
      big: { value: 15, label: 'points' },
      small: [
        { value: 1, label: 'exact' },
        { value: 0, label: 'correct' },
        { value: 1, label: 'wrong' },
        { value: 1, label: 'not played' },
      ],
    })
  })
})

describe('the feed', () => {
  const share = (id: number, likes = 0) =>
    shareSample({ id, likes, createdAt: new Date(Date.UTC(2025, 10, 1, id)).toISOString() })
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

  test('a refetch updates counts in place; new shares wait at the top until requested', () => {
    const feed = withFirstPage(feedOf([share(3), share(2)], 'next'), [share(5), share(4), share(3, 9), share(2)], true)
    expect(ids(feed.shown)).toEqual([3, 2])
    expect(feed.shown[0]!.likes).toBe(9)
    expect(ids(feed.newer)).toEqual([5, 4])
    expect(ids(withNewer(feed).shown)).toEqual([5, 4, 3, 2])
    expect(withNewer(feed)).toMatchObject({ newer: [], next: 'next' })
  })

  test('an empty feed shows new shares at once', () => {
    expect(withFirstPage(feedOf([], null), [share(1)], true)).toMatchObject({ shown: [{ id: 1 }], newer: [] })
  })

  test('a deleted share is removed, one on a later page stays', () => {
    const feed = withPage(feedOf([share(5), share(4), share(3)], 'a'), [share(2), share(1)], null)
    expect(ids(withFirstPage(feed, [share(5), share(3), share(2)], true).shown)).toEqual([5, 3, 2, 1])
    expect(ids(withFirstPage(feed, [], true).shown)).toEqual([])
  })

  test('an order by likes stays as loaded', () => {
    const feed = withFirstPage(feedOf([share(1, 9), share(2, 3)], null), [share(2, 10), share(1, 9)], false)
    expect(feed.shown.map(({ id, likes }) => [id, likes])).toEqual([
      [1, 9],
      [2, 10],
    ])
    expect(feed.newer).toEqual([])
  })

  test('a share that moved to the next page appears once', () => {
    const feed = withPage(feedOf([share(4), share(3)], 'a'), [share(3), share(2)], 'b')
    expect(ids(feed.shown)).toEqual([4, 3, 2])
    expect(feed.next).toBe('b')
  })
})

test('players of the reader’s leagues are listed apart from the most followed, and are found by any part of a name', () => {
  const player = (id: number, username: string, leagues: string[] = []) => ({
    ...shareSample().user!,
    id,
    username,
    displayName: username,
    followers: 0,
    isFollowing: false,
    leagues,
    totalPredictions: 0,
    correctPredictions: 0,
    settledPredictions: 0,
    accuracy: 0,
  })
  const all = [player(1, 'nia.okafor', ['Back Post Club']), player(2, 'tomasz_w'), player(3, 'the_gaffer')]
  const found = (search: string) =>
    discoverGroups(all, search).map(({ title, list }) => [title, list.map(({ id }) => id)])
  expect(found('')).toEqual([
    ['In your leagues', [1]],
    ['Most followed', [2, 3]],
  ])
  expect(found(' GAFF')).toEqual([['Most followed', [3]]])
})
