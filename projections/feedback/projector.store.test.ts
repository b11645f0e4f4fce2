import { describe, expect, test } from 'vitest'
import { FeedbackStatus } from '../../src/areas/feedback/contract.ts'
import type { FeedbackEvent, FeedbackVoteEvent } from '../../src/areas/feedback/events.ts'
import type { Event } from '../../src/kernel/event.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { projectorOf } from '../../test/support/projecting.ts'
import { feedbackGroup } from './projector.ts'

const project = projectorOf(feedbackGroup)

/** Events a minute apart. */
const atOf = (index: number) => new Date(Date.UTC(2026, 10, 21, 9, index)).toISOString()

/** Returns all rows of all tables after projecting the events in batches of `size`. */
async function projected(events: readonly Event[], size: number) {
  const { tables } = await project(
    events.map((event, index) => ({ ...event, at: atOf(index) })),
    size,
  )
  return tables
}

const submitted = (feedbackId: number, userId: number): FeedbackEvent => ({
  type: 'FeedbackSubmitted',
  data: { feedbackId, userId, category: 'bug', title: `Title ${feedbackId}`, description: 'A text', priority: 'low' },
})
const answered = (
  feedbackId: number,
  by: number,
  status: FeedbackStatus,
  adminResponse: string | null,
): FeedbackEvent => ({ type: 'FeedbackAnswered', data: { feedbackId, by, status, adminResponse } })
const voted = (feedbackId: number, userId: number, isCast = true): FeedbackVoteEvent => ({
  type: isCast ? 'FeedbackVoted' : 'FeedbackVoteTakenBack',
  data: { feedbackId, userId },
})
const erased = (userId: number): Event => ({ type: 'UserDeleted', data: { userId } })

describe('the read model of feedback', () => {
  test('an answer keeps its time and its administrator when only the status changes after it', async () => {
    const events = [submitted(1, 2), answered(1, 9, 'open', 'We look.'), answered(1, 8, 'closed', 'We look.')]
    for (const size of [1, 10]) {
      const [row] = (await projected(events, size)).feedback!
      expect(row).toMatchObject({ status: 'closed', admin_response: 'We look.', answered_by_user_id: 9 })
      expect(new Date(row.answered_at).toISOString()).toBe(atOf(1))
      expect(new Date(row.updated_at).toISOString()).toBe(atOf(2))
    }
  })

  test('a withdrawn answer leaves nothing', async () => {
    const { feedback } = await projected(
      [submitted(1, 2), answered(1, 9, 'open', 'No.'), answered(1, 9, 'open', null)],
      1,
    )
    expect(feedback).toMatchObject([{ admin_response: null, answered_by_user_id: null, answered_at: null }])
  })

  test('each vote counts once, and withdrawn votes do not count', async () => {
    const events = [submitted(1, 2), voted(1, 3), voted(1, 4), voted(1, 3, false), voted(1, 5), voted(1, 3)]
    for (const size of [1, 10]) {
      const { feedback, feedback_votes: votes } = await projected(events, size)
      expect(feedback).toMatchObject([{ votes: 3 }])
      expect(votes!.map(({ user_id }) => user_id)).toEqual([3, 4, 5])
    }
  })

  test('R84: a deleted player leaves texts without a name and no votes, even for events after the deletion', async () => {
    const events = [
      ...[submitted(1, 2), submitted(2, 3), voted(2, 2), voted(2, 4), answered(2, 9, 'closed', 'No.')],
      ...[erased(2), erased(9), submitted(3, 2), voted(2, 2), answered(1, 9, 'open', 'Why not?')],
    ]
    for (const size of [1, 3, 100]) {
      const { feedback, feedback_votes: votes } = await projected(events, size)
      const byId = feedback!.toSorted((a, b) => a.id - b.id)
      expect(byId.map(({ id, user_id, votes }) => [id, user_id, votes])).toEqual([
        [1, null, 0],
        [2, 3, 1],
        [3, null, 0],
      ])
      expect(byId.map(({ answered_by_user_id }) => answered_by_user_id)).toEqual([null, null, null])
      expect(byId.map(({ admin_response }) => admin_response)).toEqual(['Why not?', 'No.', null])
      expect(votes).toEqual([{ feedback_id: 2, user_id: 4 }])
    }
  })

  test('random events result in the same tables in batches of any size, and counts equal the votes', async () => {
    const random = createRandom('feedback')
    const pick = (most: number) => 1 + random.below(most)
    let submittedCount = 0
    const events = Array.from({ length: 300 }, (): Event => {
      const kind = submittedCount === 0 ? 0 : random.below(20)
      if (kind < 5) return submitted(++submittedCount, pick(12))
      if (kind < 9) {
        const status = FeedbackStatus.options[random.below(4)]!
        return answered(pick(submittedCount), pick(12), status, random.below(3) === 0 ? null : `Answer ${pick(3)}`)
      }
      if (kind < 19) return voted(pick(submittedCount), pick(12), random.below(3) > 0)
      return erased(pick(12))
    })
    const whole = await projected(events, events.length)
    for (const size of [1, 30]) expect(await projected(events, size)).toEqual(whole)
    const rows = whole.feedback!
    expect(rows.filter(({ votes }) => votes > 0).length).toBeGreaterThan(5)
    for (const { id, votes } of rows)
      expect(votes).toBe(whole.feedback_votes!.filter(({ feedback_id }) => feedback_id === id).length)
  })
})
