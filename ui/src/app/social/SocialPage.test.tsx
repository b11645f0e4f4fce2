import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { CommunityStats, FollowedPlayer, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, predictionSample, readerSample, shareSample } from '../../../../test/support/samples.ts'
import { reads as predictions } from '../../features/predictions/reads.ts'
import '../../features/sharing/DiscoverDialog.tsx'
import { FEED_LIMIT, type FeedChoice, TRENDING } from '../../features/sharing/feed.ts'
import { reads } from '../../features/sharing/reads.ts'
import { SocialPage } from './SocialPage.tsx'

componentTests()

const feedOf = (changes: Partial<FeedChoice> = {}, limit = FEED_LIMIT) =>
  reads.feed.key({ sort: 'recent', type: 'all', isFollowing: false, ...changes }, limit)
const FEED = feedOf()
const FOLLOWED = feedOf({ isFollowing: true })
const TRENDS = feedOf({ sort: 'trending' }, TRENDING)

const shares = (all: SharedPrediction[]) => ok(z.array(SharedPrediction), all)
/** Shares with these ids, the newest first. */
const share = (id: number, changes: Partial<SharedPrediction> = {}) =>
  shareSample({ id, title: `Share ${id}`, shareUrl: String(id).padStart(22, 'x'), ...changes })
const picks = (...all: Prediction[]) => ok(z.array(Prediction), all)
const stats = ok(CommunityStats, { activeUsers: 1_204, totalSharedPredictions: 12, totalLikes: 31, totalComments: 0 })

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
function open(answers: Answers = {}, { at = '/social', ...changes }: { at?: string } & Partial<CurrentUser> = {}) {
  return draw(<SocialPage user={readerSample(changes)} title="Social" adminPages={[]} />, {
    at,
    answers: {
      [FEED]: shares([]),
      [FOLLOWED]: shares([]),
      [TRENDS]: shares([]),
      [predictions.mine.key]: picks(),
      [reads.stats.key]: stats,
      ...answers,
    },
  })
}

const panel = () => within(screen.getByRole('tabpanel'))
const titles = () =>
  panel()
    .queryAllByRole('article')
    .map((post) => within(post).getByRole('heading').textContent)

beforeEach(() => {
  document.title = ''
})

describe('the social hub', () => {
  test('waits for feed, numbers and picks', () => {
    open({ [FEED]: 'pending', [predictions.mine.key]: 'pending', [reads.stats.key]: 'pending' })
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to the Social Hub, maya_k!' })).toBeDefined()
    expect(screen.getByText('Loading the feed')).toBeDefined()
    expect(screen.getByText('Loading your predictions')).toBeDefined()
    // Before their numbers are known, figures keep their place.
    expect(screen.getAllByText('–')).toHaveLength(3 + 4)
    expect(document.title).toBe('Social · PLP')
  })

  test('of a new player leads to the first pick; the feed invites the first share', async () => {
    open()
    expect(await panel().findByText('No predictions to show')).toBeDefined()
    expect(await screen.findByText('Make some predictions to start sharing with the community')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Upcoming Fixtures' }).getAttribute('href')).toBe('/')
    expect(await screen.findByText('1,204')).toBeDefined()
  })

  test('can be requested again, part by part', async () => {
    const { user, answer } = open({
      [FEED]: problem(503, 'The store is away'),
      [predictions.mine.key]: problem(503),
      [reads.stats.key]: problem(500),
    })
    await panel().findByText('Failed to fetch social feed')
    expect(panel().getByText('The store is away')).toBeDefined()
    await screen.findByText('Failed to load community stats')
    await screen.findByText('Unable to load your predictions')
    answer(FEED, shares([share(1)]))
    answer(predictions.mine.key, picks(predictionSample()))
    answer(reads.stats.key, stats)
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) await user.click(button)
    await waitFor(() => expect(titles()).toEqual(['Share 1']))
    expect(await screen.findByText('1,204')).toBeDefined()
    expect(await screen.findByRole('form', { name: 'Share Your Predictions' })).toBeDefined()
  })

  test('shows the reader’s wins among all picks', async () => {
    const all = [15, 0, 5].map((pointsEarned, index) =>
      predictionSample({ pointsEarned, fixture: fixtureSample({ id: index + 1 }) }),
    )
    open({ [predictions.mine.key]: picks(...all) }, { totalPoints: 1_020 })
    const band = within(screen.getByRole('region', { name: /^Welcome to the Social Hub/ }))
    expect(await band.findByText('67%')).toBeDefined()
    expect(band.getByText('3')).toBeDefined()
    expect(band.getByText('2')).toBeDefined()
    expect(band.getByText('1,020')).toBeDefined()
  })
})

describe('the community feed', () => {
  test('is sorted and filtered', async () => {
    const { user } = open({
      [FEED]: shares([share(2), share(1)]),
      [feedOf({ type: 'gameweek' })]: shares([share(1)]),
      [feedOf({ type: 'gameweek', sort: 'popular' })]: shares([share(1), share(3)]),
    })
    await waitFor(() => expect(titles()).toEqual(['Share 2', 'Share 1']))
    await user.click(panel().getByRole('radio', { name: 'Gameweek' }))
    await waitFor(() => expect(titles()).toEqual(['Share 1']))
    await user.selectOptions(panel().getByRole('combobox'), 'Popular')
    await waitFor(() => expect(titles()).toEqual(['Share 1', 'Share 3']))
  })
})

describe('the trending shares', () => {
  const trending = { at: '/social?tab=trending' }

  test('are announced while they load', () => {
    open({ [TRENDS]: 'pending' }, trending)
    expect(panel().getByText('Loading trending shares')).toBeDefined()
  })

  test('of which there are none', async () => {
    open({}, trending)
    expect(await panel().findByText('Nothing trending')).toBeDefined()
  })

  test('that fail can be requested again', async () => {
    const { user, answer } = open({ [TRENDS]: 'offline' }, trending)
    expect(await panel().findByText('Failed to fetch social feed')).toBeDefined()
    expect(panel().getByText('The server did not answer.')).toBeDefined()
    answer(TRENDS, shares([share(1)]))
    await user.click(panel().getByRole('button', { name: 'Try again' }))
    expect(await panel().findByRole('link', { name: 'Share 1' })).toBeDefined()
  })

  test('are ranked, with author, picks and counts', async () => {
    const own = share(2, { isMine: true, user: { ...readerSample(), id: 1 } })
    const orphan = share(3, { user: null, likes: 1 })
    open({ [TRENDS]: shares([own, orphan]) }, trending)
    await panel().findByRole('link', { name: 'Share 2' })
    const [first, second] = panel().getAllByRole('listitem')
    expect(first!.textContent).toMatch(/^Place 1Share 2by you · 1 prediction/)
    expect(second!.textContent).toMatch(/^Place 2Share 3by Anonymous · 1 prediction.*1 like/)
    const view = within(first!).getByRole('link', { name: /^View Prediction ?: Share 2 \(new tab\)$/ })
    expect([view.getAttribute('href'), view.getAttribute('target')]).toEqual([`/shared/${own.shareUrl}`, '_blank'])
  })

  test('are a tab of the address', async () => {
    const { user } = open()
    await user.click(screen.getByRole('tab', { name: 'Trending' }))
    expect(await panel().findByText('Nothing trending')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Community Feed' }))
    expect(await panel().findByText('No predictions to show')).toBeDefined()
  })
})

describe('followed players', () => {
  const following = { at: '/social?tab=following' }
  const DISCOVER = reads.discover.key
  const player = (id: number, changes: Partial<FollowedPlayer> = {}): FollowedPlayer => ({
    ...{ id, username: `player${id}`, displayName: `player${id}`, profileImage: null },
    ...{ followers: id, isFollowing: false, leagues: [] },
    ...{ totalPredictions: 10, correctPredictions: 4, settledPredictions: 8, accuracy: 50 },
    ...changes,
  })
  const players = (...all: FollowedPlayer[]) => ok(z.array(FollowedPlayer), all)
  const discover = async (answers: Answers) => {
    const drawn = open(answers, following)
    await drawn.user.click(panel().getByRole('button', { name: 'Discover Users' }))
    return { ...drawn, dialog: within(await screen.findByRole('dialog', { name: 'Discover Users' })) }
  }

  test('of which there are none: says where their shares will be', async () => {
    open({}, following)
    expect(await panel().findByText('Follow Users')).toBeDefined()
  })

  test('to discover are announced while they load', async () => {
    const { dialog } = await discover({ [DISCOVER]: 'pending' })
    expect(dialog.getByText('Loading players')).toBeDefined()
  })

  test('to discover may not exist yet', async () => {
    const { dialog } = await discover({ [DISCOVER]: players() })
    expect(await dialog.findByText('Nobody to follow yet')).toBeDefined()
  })

  test('to discover that fail can be requested again', async () => {
    const { user, answer, dialog } = await discover({ [DISCOVER]: problem(503) })
    expect(await dialog.findByText('Failed to load players')).toBeDefined()
    answer(DISCOVER, players(player(2)))
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByRole('button', { name: 'Follow player2' })).toBeDefined()
  })

  test('to discover are league mates first, and searched by name (R89)', async () => {
    const mate = player(3, { leagues: ['Office', 'Pub'], displayName: 'Nia' })
    const { user, dialog } = await discover({ [DISCOVER]: players(player(2), mate) })
    await dialog.findByText('Office, Pub')
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'In your leagues',
      'Most followed',
    ])
    expect(dialog.getByText('4 of 8 right · 50% · 10 picks')).toBeDefined()
    await user.type(dialog.getByRole('searchbox', { name: 'Search players' }), ' nia ')
    expect(dialog.queryByRole('button', { name: 'Follow player2' })).toBeNull()
    expect(dialog.getByText('Office, Pub')).toBeDefined()
    await user.type(dialog.getByRole('searchbox'), 'zz')
    expect(dialog.getByText('No players found')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Clear search' }))
    expect(dialog.getByRole('button', { name: 'Follow player2' })).toBeDefined()
  })

  test('are followed and left again; closing shows their shares (R89)', async () => {
    const FOLLOW = '/api/users/2/follow'
    const { user, answer, dialog, writes } = await discover({ [DISCOVER]: players(player(2)) })
    answer(`PUT ${FOLLOW}`, () => {
      answer(FOLLOWED, shares([share(9)]))
      return ok(FollowedPlayer, player(2, { isFollowing: true, followers: 3 }))
    })
    answer(`DELETE ${FOLLOW}`, done)
    await user.click(await dialog.findByRole('button', { name: 'Follow player2' }))
    const followed = await dialog.findByRole('button', { name: 'Following player2' })
    expect(followed.getAttribute('aria-pressed')).toBe('true')
    expect(dialog.getByRole('listitem').textContent).toContain('3followers')
    await user.click(followed)
    expect(await dialog.findByRole('button', { name: 'Follow player2' })).toBeDefined()
    expect(writes().map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(titles()).toEqual(['Share 9']))
  })

  test.each([
    ['follow', false],
    ['unfollow', true],
  ])('that the server refuses to %s stay as they were', async (word, isFollowing) => {
    const { user, dialog } = await discover({
      [DISCOVER]: players(player(2, { isFollowing })),
      'PUT /api/users/2/follow': problem(429, 'Wait a minute'),
      'DELETE /api/users/2/follow': problem(429, 'Wait a minute'),
    })
    const button = await dialog.findByRole('button', { name: /^Follow(ing)? player2$/ })
    await user.click(button)
    expect(await screen.findByText(`Failed to ${word} player2`)).toBeDefined()
    expect(screen.getByText('Wait a minute')).toBeDefined()
    expect(button.getAttribute('aria-pressed')).toBe(String(isFollowing))
  })
})
