import { describe, expect, test } from 'vitest'
import type { AccountEvent } from '../../src/areas/accounts/events.ts'
import type { FollowEvent } from '../../src/areas/following/events.ts'
import type {
  ShareCommentEvent,
  ShareEvent,
  ShareReactionEvent,
  ShareViewsEvent,
} from '../../src/areas/sharing/events.ts'
import type { Event } from '../../src/kernel/event.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { projectorOf } from '../../test/support/projecting.ts'
import { followingGroup } from '../following/projector.ts'
import { sharingGroup } from './projector.ts'

const projected = projectorOf(sharingGroup)
const projectedFollowing = projectorOf(followingGroup)

type Said = Event & { readonly at: string }
const dateOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`

type OfSharing = ShareEvent | ShareCommentEvent | ShareReactionEvent | ShareViewsEvent | FollowEvent
/** Returns an event that takes effect on a day of November 2026. */
const on = (day: number, event: OfSharing | Extract<AccountEvent, { type: 'UserDeleted' }>): Said => ({
  ...event,
  at: `${dateOf(day)}T09:00:00.000Z`,
})
const shared = (shareId: number, userId: number, isPublic = true): OfSharing => ({
  type: 'PredictionsShared',
  data: {
    ...{ shareId, userId, token: `token-${shareId}`, title: `Share ${shareId}`, description: null },
    ...{ shareType: 'custom', isPublic, picks: [{ predictionId: shareId * 10, fixtureId: shareId }] },
  },
})
const deleted = (shareId: number): OfSharing => ({ type: 'ShareDeleted', data: { shareId, by: 1, how: 'owner' } })
const liked = (shareId: number, userId: number): OfSharing => ({
  type: 'ShareLiked',
  data: { shareId, ownerId: 1, userId },
})
const unliked = (shareId: number, userId: number): OfSharing => ({ type: 'ShareUnliked', data: { shareId, userId } })
const passedOn = (shareId: number, userId: number, day: number): OfSharing => ({
  type: 'SharePassedOn',
  data: { shareId, userId, day: dateOf(day) },
})
const commented = (commentId: number, shareId: number, userId: number): OfSharing => ({
  type: 'ShareCommented',
  data: { commentId, shareId, ownerId: 1, userId, content: `Comment ${commentId}` },
})
const uncommented = (commentId: number, shareId: number): OfSharing => ({
  type: 'ShareCommentDeleted',
  data: { commentId, shareId, by: 1, how: 'owner' },
})
const viewed = (day: number, ...shares: { shareId: number; views: number }[]): OfSharing => ({
  type: 'SharesViewed',
  data: { day: dateOf(day), shares },
})
const reported = (reportId: number, shareId: number, reporterId: number, commentId?: number): OfSharing =>
  commentId === undefined
    ? { type: 'ShareReported', data: { shareId, reportId, reporterId, reason: null } }
    : { type: 'ShareCommentReported', data: { commentId, shareId, reportId, reporterId, reason: null } }
const dismissed = (reportId: number, shareId: number, commentId?: number): OfSharing =>
  commentId === undefined
    ? { type: 'ShareReportDismissed', data: { shareId, reportId, reporterId: 3 } }
    : { type: 'ShareCommentReportDismissed', data: { commentId, shareId, reportId, reporterId: 3 } }
const erased = (day: number, userId: number): Said => on(day, { type: 'UserDeleted', data: { userId } })

const SIZES = [1, 100]

describe('the read model of shares', () => {
  test('counts existing reactions per day and in total (T47)', async () => {
    const events = [
      on(1, shared(1, 1)),
      on(1, liked(1, 2)),
      on(1, liked(1, 3)),
      on(1, viewed(1, { shareId: 1, views: 4 })),
      on(2, unliked(1, 2)),
      on(2, liked(1, 2)),
      on(2, unliked(1, 3)),
      on(2, passedOn(1, 2, 2)),
      on(2, commented(5, 1, 2)),
      on(2, commented(6, 1, 3)),
      on(3, uncommented(6, 1)),
      // A later count of the same day replaces the earlier one.
      on(3, viewed(1, { shareId: 1, views: 6 })),
      on(3, viewed(3, { shareId: 1, views: 1 })),
    ]
    for (const size of SIZES) {
      const { tables } = await projected(events, size)
      expect(tables.shares).toMatchObject([{ id: 1, views: 7, likes: 1, shares: 1, comments: 1 }])
      expect(tables.share_days).toMatchObject([
        { day: dateOf(1), views: 6, likes: 0, shares: 0, comments: 0 },
        { day: dateOf(2), views: 0, likes: 1, shares: 1, comments: 1 },
        { day: dateOf(3), views: 1, likes: 0, shares: 0, comments: 0 },
      ])
    }
  })

  test('a share is deleted with everything that belongs to it, and nothing is added afterwards', async () => {
    const events = [
      on(1, shared(1, 1)),
      on(1, liked(1, 2)),
      on(1, commented(5, 1, 2)),
      on(1, reported(6, 1, 2)),
      on(1, reported(7, 1, 3, 5)),
      on(2, deleted(1)),
      on(2, liked(1, 3)),
      on(2, commented(8, 1, 3)),
      on(2, viewed(2, { shareId: 1, views: 9 })),
      on(2, reported(9, 1, 4)),
    ]
    for (const size of SIZES)
      for (const [name, rows] of Object.entries((await projected(events, size)).tables)) expect(rows, name).toEqual([])
  })

  test('R387: a dismissed report is removed, others stay, and administrators are notified', async () => {
    const events = [
      ...[shared(1, 1), commented(5, 1, 2), reported(6, 1, 3), reported(7, 1, 3, 5), reported(8, 1, 4)],
      ...[dismissed(6, 1), dismissed(7, 1, 5)],
    ].map((each) => on(1, each))
    for (const size of SIZES) {
      const { tables, changes } = await projected(events, size)
      expect(tables.share_reports).toMatchObject([{ id: 8 }])
      expect(changes.at(-1)).toEqual({ room: 'admins', topic: 'reports' })
    }
  })

  test('nothing of a deleted player remains, counts included, even for events after the deletion', async () => {
    const events = [
      on(1, shared(1, 1)),
      on(1, shared(2, 2)),
      ...[liked(1, 2), passedOn(1, 2, 1), commented(5, 1, 2), reported(6, 1, 2), liked(1, 3), liked(2, 1)].map((each) =>
        on(1, each),
      ),
      erased(2, 2),
      ...[liked(1, 2), commented(7, 1, 2), shared(3, 2), reported(8, 1, 2)].map((each) => on(3, each)),
    ]
    for (const size of SIZES) {
      const { tables } = await projected(events, size)
      expect(tables.shares).toMatchObject([{ id: 1, likes: 1, shares: 0, comments: 0 }])
      expect(tables.share_likes).toMatchObject([{ share_id: 1, user_id: 3 }])
      for (const name of ['share_passes', 'share_comments', 'share_reports']) expect(tables[name], name).toEqual([])
      expect(tables.share_picks).toHaveLength(1)
      expect(tables.share_days).toHaveLength(1)
    }
  })

  test('a public share notifies all sockets; a private one its owner and those with its page open (T46)', async () => {
    const { changes } = await projected([on(1, shared(1, 1)), on(1, liked(1, 2))], 1)
    expect(changes).toEqual([
      { room: 'all', topic: 'shares' },
      { room: 'all', topic: 'shares' },
    ])
    const hidden = await projected([on(1, shared(2, 7, false)), on(1, commented(5, 2, 3)), on(2, deleted(2))], 1)
    expect(new Set(hidden.changes.map(({ room }) => room))).toEqual(new Set(['share:token-2', 'user:7', 'admins']))
    // A view is no live change.
    expect((await projected([on(1, viewed(1, { shareId: 1, views: 1 }))], 1)).changes).toEqual([])
  })

  test('random events result in the same tables in batches of any size', async () => {
    const random = createRandom('sharing')
    const some = (most: number) => 1 + random.below(most)
    const likes = new Set<string>()
    const passes = new Set<string>()
    const views = new Map<string, number>()
    const events = Array.from({ length: 400 }, (_, index): Said => {
      const day = 1 + Math.floor(index / 60)
      const [shareId, userId] = [some(Math.min(25, index + 1)), some(15)]
      const kind = random.below(40)
      if (index < 25) return on(day, shared(index + 1, userId, random.below(3) > 0))
      const pair = `${shareId} ${userId}`
      if (kind < 14) {
        if (likes.delete(pair)) return on(day, unliked(shareId, userId))
        likes.add(pair)
        return on(day, liked(shareId, userId))
      }
      if (kind < 22) return on(day, commented(index, shareId, userId))
      if (kind < 26) return on(day, uncommented(some(index), shareId))
      if (kind < 30 && !passes.has(`${pair} ${day}`)) {
        passes.add(`${pair} ${day}`)
        return on(day, passedOn(shareId, userId, day))
      }
      if (kind < 36) {
        const key = `${day} ${shareId}`
        views.set(key, (views.get(key) ?? 0) + some(3))
        return on(day, viewed(day, { shareId, views: views.get(key)! }))
      }
      if (kind < 38) return on(day, reported(1_000 + index, shareId, userId, random.below(2) ? some(index) : undefined))
      return random.below(3) ? erased(day, userId) : on(day, deleted(shareId))
    })
    const whole = await projected(events, events.length)
    expect(whole.tables.shares!.length).toBeGreaterThan(3)
    expect(whole.tables.share_days!.length).toBeGreaterThan(10)
    for (const size of [1, 30]) expect((await projected(events, size)).tables).toEqual(whole.tables)
    for (const row of whole.tables.shares!)
      for (const what of ['views', 'likes', 'shares', 'comments']) {
        const days = whole.tables.share_days!.filter(({ share_id }) => share_id === row.id)
        expect(
          days.reduce((sum, each) => sum + each[what], 0),
          `${row.id} ${what}`,
        ).toBe(row[what])
      }
  })
})

describe('the read model of following (R89)', () => {
  const follows = (followerId: number, followedId: number): OfSharing => ({
    type: 'PlayerFollowed',
    data: { followerId, followedId },
  })
  const leaves = (followerId: number, followedId: number): OfSharing => ({
    type: 'PlayerUnfollowed',
    data: { followerId, followedId },
  })

  test('counts current followers; nothing of a deleted player remains on either side', async () => {
    const events = [
      ...[follows(1, 2), follows(3, 2), follows(2, 1), leaves(3, 2), follows(3, 1), follows(4, 1)].map((each) =>
        on(1, each),
      ),
      erased(2, 4),
      on(3, follows(5, 4)),
      on(3, follows(4, 2)),
    ]
    for (const size of SIZES) {
      const { tables } = await projectedFollowing(events, size)
      expect(tables.followed_players).toEqual([
        { user_id: 1, followers: 2 },
        { user_id: 2, followers: 1 },
      ])
      expect(tables.follows).toHaveLength(3)
    }
  })

  test('random events result in the same tables in batches of any size', async () => {
    const random = createRandom('following')
    const standing = new Set<string>()
    const events = Array.from({ length: 300 }, (): Said => {
      const [one, other] = [1 + random.below(9), 11 + random.below(9)]
      if (random.below(40) === 0) return erased(1, random.below(2) ? one : other)
      const pair = `${one} ${other}`
      if (standing.delete(pair)) return on(1, leaves(one, other))
      standing.add(pair)
      return on(1, follows(one, other))
    })
    const whole = await projectedFollowing(events, events.length)
    expect(whole.tables.follows!.length).toBeGreaterThan(3)
    for (const size of [1, 20]) expect((await projectedFollowing(events, size)).tables).toEqual(whole.tables)
  })
})
