import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { commentDecider } from './comment-decider.ts'
import { cursorOf, cursorText } from './cursor.ts'
import type { ShareCommentEvent, ShareEvent, ShareReactionEvent, ShareViewsEvent } from './events.ts'
import { reactionDecider } from './reaction-decider.ts'
import { shareDecider } from './share-decider.ts'
import { newShareToken } from './token.ts'
import { trendingDays } from './trending.ts'
import { viewsDecider } from './views-decider.ts'

const [owner, other, third] = [7, 8, 9]

describe('a share', () => {
  const data = {
    ...{ shareId: 1, userId: owner, token: 'k3Jx0bqT9mVfYc2LwPz_-A', title: 'Weekend', description: null },
    ...{ shareType: 'custom' as const, isPublic: true, picks: [{ predictionId: 3, fixtureId: 4 }] },
  }
  const shared: ShareEvent = { type: 'PredictionsShared', data }
  const deleted: ShareEvent = { type: 'ShareDeleted', data: { shareId: 1, userId: owner, by: owner, how: 'owner' } }
  const reported: ShareEvent = {
    type: 'ShareReported',
    data: { shareId: 1, reportId: 2, reporterId: other, reason: 'Rude' },
  }
  const remove = (userId: number, administers = false) => ({ type: 'delete', userId, administers }) as const
  const report = (userId: number) => ({ type: 'report', reportId: 2, userId, reason: 'Rude' }) as const

  test('is created once; a repeat keeps the first address', () => {
    const again = { type: 'share', ...data, token: 'another-token-00000000' } as const
    given(shareDecider)
      .when({ type: 'share', ...data })
      .then([shared])
    given(shareDecider, [shared]).when(again).then([])
    expect(given(shareDecider, [shared]).state).toMatchObject({ token: data.token })
  })

  test('is deleted once, by its owner or an administrator only', () => {
    given(shareDecider, [shared]).when(remove(owner)).then([deleted])
    given(shareDecider, [shared])
      .when(remove(other, true))
      .then([{ type: 'ShareDeleted', data: { shareId: 1, userId: owner, by: other, how: 'administrator' } }])
    given(shareDecider, [shared]).when(remove(other)).then(rejected('not-the-owner'))
    given(shareDecider, [shared, deleted]).when(remove(owner)).then(rejected('share-not-found'))
    given(shareDecider).when(remove(owner)).then(rejected('share-not-found'))
  })

  test('keeps its facts when it is deleted; one that was never created has none', () => {
    const { state } = given(shareDecider, [shared])
    expect(given(shareDecider, [shared, deleted]).state).toEqual({ ...state, status: 'deleted' })
    expect(given(shareDecider, [reported]).state).toEqual({ status: 'none' })
  })

  test('can be reported once by each reader, never by its owner', () => {
    given(shareDecider, [shared]).when(report(other)).then([reported])
    given(shareDecider, [shared, reported]).when(report(other)).then(rejected('already-reported'))
    given(shareDecider, [shared]).when(report(owner)).then(rejected('own-share'))
    given(shareDecider, [shared, deleted]).when(report(other)).then(rejected('share-not-found'))
  })

  test('R387: a report is dismissed once, and may then be repeated', () => {
    const dismiss = { type: 'dismiss', reportId: 2 } as const
    const data = { shareId: 1, reportId: 2, reporterId: other }
    const dismissed: ShareEvent = { type: 'ShareReportDismissed', data }
    given(shareDecider, [shared, reported]).when(dismiss).then([dismissed])
    given(shareDecider, [shared, reported, dismissed]).when(dismiss).then([])
    given(shareDecider, [shared, reported, dismissed]).when(report(other)).then([reported])
  })

  test('has an address with 128 random bits (T46)', () => {
    const tokens = Array.from({ length: 100 }, newShareToken)
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  })
})

describe('a comment', () => {
  const data = { commentId: 5, shareId: 1, ownerId: owner, userId: other, content: 'Brave' } as const
  const posted: ShareCommentEvent = { type: 'ShareCommented', data }
  const deletedBy = (by: number, how: 'author' | 'owner' | 'administrator'): ShareCommentEvent => ({
    type: 'ShareCommentDeleted',
    data: { commentId: 5, shareId: 1, userId: other, by, how },
  })
  const reported: ShareCommentEvent = {
    type: 'ShareCommentReported',
    data: { commentId: 5, shareId: 1, reportId: 6, reporterId: third, reason: null },
  }
  const remove = (userId: number, is: { ownsShare?: true; administers?: true } = {}) =>
    ({ type: 'delete', userId, ownsShare: false, administers: false, ...is }) as const
  const report = (userId: number) => ({ type: 'report', reportId: 6, userId, reason: null }) as const

  test('is written once', () => {
    given(commentDecider)
      .when({ type: 'comment', ...data })
      .then([posted])
    given(commentDecider, [posted])
      .when({ type: 'comment', ...data })
      .then([])
  })

  test('is deleted by its author, the owner of the share or an administrator only (R86)', () => {
    given(commentDecider, [posted])
      .when(remove(other))
      .then([deletedBy(other, 'author')])
    given(commentDecider, [posted])
      .when(remove(owner, { ownsShare: true }))
      .then([deletedBy(owner, 'owner')])
    given(commentDecider, [posted])
      .when(remove(1, { administers: true }))
      .then([deletedBy(1, 'administrator')])
    given(commentDecider, [posted]).when(remove(third)).then(rejected('not-the-author'))
    given(commentDecider, [posted, deletedBy(other, 'author')])
      .when(remove(other))
      .then(rejected('comment-not-found'))
  })

  test('can be reported once by each reader, never by its author', () => {
    given(commentDecider, [posted]).when(report(third)).then([reported])
    given(commentDecider, [posted, reported]).when(report(third)).then(rejected('comment-already-reported'))
    given(commentDecider, [posted]).when(report(other)).then(rejected('own-comment'))
    given(commentDecider).when(report(third)).then(rejected('comment-not-found'))
  })

  test('R387: a report is dismissed once, and may then be repeated', () => {
    const dismiss = { type: 'dismiss', reportId: 6 } as const
    const data = { commentId: 5, shareId: 1, reportId: 6, reporterId: third }
    const dismissed: ShareCommentEvent = { type: 'ShareCommentReportDismissed', data }
    given(commentDecider, [posted, reported]).when(dismiss).then([dismissed])
    given(commentDecider, [posted, reported, dismissed]).when(dismiss).then([])
    given(commentDecider, [posted, reported, dismissed]).when(report(third)).then([reported])
  })
})

describe('reactions of a player to a share (T47)', () => {
  const liked: ShareReactionEvent = { type: 'ShareLiked', data: { shareId: 1, ownerId: owner, userId: other } }
  const unliked: ShareReactionEvent = { type: 'ShareUnliked', data: { shareId: 1, userId: other } }
  const passedOn = (day: string): ShareReactionEvent => ({
    type: 'SharePassedOn',
    data: { shareId: 1, userId: other, day },
  })
  const what = (type: 'like' | 'unlike' | 'share', day = '2026-11-21') =>
    ({ type, shareId: 1, ownerId: owner, userId: other, day }) as const

  test('a like counts once and is reverted once', () => {
    given(reactionDecider).when(what('like')).then([liked])
    given(reactionDecider, [liked]).when(what('like')).then([])
    given(reactionDecider, [liked]).when(what('unlike')).then([unliked])
    given(reactionDecider, [liked, unliked]).when(what('unlike')).then([])
    given(reactionDecider).when(what('unlike')).then([])
    given(reactionDecider, [liked, unliked]).when(what('like')).then([liked])
  })

  test('a like and its reversal keep the last day of passing on', () => {
    const state = { isLiked: false, passedOn: '2026-11-21' }
    expect(given(reactionDecider, [passedOn('2026-11-21'), liked, unliked]).state).toEqual(state)
  })

  test('passing a share on counts once per day, even with a clock that goes back', () => {
    given(reactionDecider, [liked])
      .when(what('share'))
      .then([passedOn('2026-11-21')])
    given(reactionDecider, [passedOn('2026-11-21')])
      .when(what('share'))
      .then([])
    given(reactionDecider, [passedOn('2026-11-21')])
      .when(what('share', '2026-11-20'))
      .then([])
    given(reactionDecider, [passedOn('2026-11-21')])
      .when(what('share', '2026-11-22'))
      .then([passedOn('2026-11-22')])
  })
})

describe('views', () => {
  const viewed = (...shares: { shareId: number; views: number }[]): ShareViewsEvent => ({
    type: 'SharesViewed',
    data: { day: '2026-11-21', shares },
  })
  const note = (...shares: { shareId: number; views: number }[]) => ({ day: '2026-11-21', shares })

  test('are recorded as totals, so that a repeated command counts nothing twice (T47)', () => {
    given(viewsDecider)
      .when(note({ shareId: 1, views: 3 }, { shareId: 2, views: 1 }))
      .then([viewed({ shareId: 1, views: 3 }, { shareId: 2, views: 1 })])
    const before = [viewed({ shareId: 1, views: 3 }, { shareId: 2, views: 1 })]
    given(viewsDecider, before)
      .when(note({ shareId: 1, views: 3 }, { shareId: 2, views: 4 }))
      .then([viewed({ shareId: 2, views: 4 })])
    given(viewsDecider)
      .when(note({ shareId: 1, views: 0 }))
      .then([])
    given(viewsDecider, before)
      .when(note({ shareId: 1, views: 2 }))
      .then([])
  })
})

describe('the feed', () => {
  test('accepts cursors of its own order only (T55)', () => {
    const cursors = [
      ['recent', { day: '', key: 0, id: 12 }],
      ['popular', { day: '', key: 3, id: 12 }],
      ['trending', { day: '2026-11-21', key: 40, id: 12 }],
    ] as const
    for (const [sort, cursor] of cursors) expect(cursorOf(sort, cursorText(sort, cursor))).toEqual(cursor)
    const wrong = ['', 'r.', 'r.x', 'r.12 ', 'p.1.2', 't.2026-11-21.1', "r.1'--", `r.${'9'.repeat(11)}`, 'r.-1']
    for (const text of wrong) expect(cursorOf('recent', text), text).toBeNull()
    expect(cursorOf('trending', 't.2026-13-41.1.2')).toBeNull()
    expect(cursorOf('popular', 'r.12')).toBeNull()
  })

  test('weighs seven days, the newest most, across the end of a month (R88)', () => {
    expect(trendingDays('2026-12-02')).toEqual([
      { day: '2026-12-02', weight: 7 },
      { day: '2026-12-01', weight: 6 },
      { day: '2026-11-30', weight: 5 },
      { day: '2026-11-29', weight: 4 },
      { day: '2026-11-28', weight: 3 },
      { day: '2026-11-27', weight: 2 },
      { day: '2026-11-26', weight: 1 },
    ])
  })
})
