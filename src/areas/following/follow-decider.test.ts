import { test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import type { FollowEvent } from './events.ts'
import { followDecider } from './follow-decider.ts'

const pair = { followerId: 1, followedId: 2 }
const followed: FollowEvent = { type: 'PlayerFollowed', data: pair }
const unfollowed: FollowEvent = { type: 'PlayerUnfollowed', data: pair }

test('a follow lasts until an unfollow, and repeated commands change nothing (R89)', () => {
  given(followDecider)
    .when({ type: 'follow', ...pair })
    .then([followed])
  given(followDecider, [followed])
    .when({ type: 'follow', ...pair })
    .then([])
  given(followDecider, [followed])
    .when({ type: 'unfollow', ...pair })
    .then([unfollowed])
  given(followDecider, [followed, unfollowed])
    .when({ type: 'unfollow', ...pair })
    .then([])
  given(followDecider)
    .when({ type: 'unfollow', ...pair })
    .then([])
  given(followDecider, [followed, unfollowed])
    .when({ type: 'follow', ...pair })
    .then([followed])
})
