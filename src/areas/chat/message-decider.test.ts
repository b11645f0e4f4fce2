import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { MessageEvent } from './events.ts'
import { messageDecider } from './message-decider.ts'

const [author, other] = [7, 8]
const AT = '2026-11-21T09:00:00.000Z'
const room = { kind: 'league', id: 3 } as const
const posted: MessageEvent = {
  type: 'MessagePosted',
  data: { messageId: 1, userId: author, room, content: 'Hello', postedAt: AT },
}
const edited: MessageEvent = { type: 'MessageEdited', data: { messageId: 1, userId: author, content: 'Hi' } }
const deleted: MessageEvent = {
  type: 'MessageDeleted',
  data: { messageId: 1, userId: author, by: author, how: 'author' },
}
const reported: MessageEvent = {
  type: 'MessageReported',
  data: { messageId: 1, reportId: 2, reporterId: other, reason: null },
}
const edit = (userId: number, at = AT) => ({ type: 'edit', userId, content: 'Hi', at }) as const
const remove = (userId: number, as: 'moderator' | 'administrator' | null = null) =>
  ({ type: 'delete', userId, as }) as const
const report = (userId: number) => ({ type: 'report', reportId: 2, userId, reason: null }) as const
const dismissed: MessageEvent = {
  type: 'MessageReportDismissed',
  data: { messageId: 1, reportId: 2, reporterId: other },
}
const dismiss = { type: 'dismiss', reportId: 2 } as const

describe('a message', () => {
  test('is posted once, with the time of the server', () => {
    const post = { type: 'post', messageId: 1, userId: author, room, content: 'Hello', at: AT } as const
    given(messageDecider).when(post).then([posted])
    given(messageDecider, [posted]).when(post).then([])
  })

  test('is edited by its author', () => {
    given(messageDecider, [posted]).when(edit(author)).then([edited])
  })

  test('cannot be edited by others', () => {
    given(messageDecider, [posted]).when(edit(other)).then(rejected('not-the-author'))
  })

  test('can be edited for exactly 15 minutes', () => {
    given(messageDecider, [posted]).when(edit(author, '2026-11-21T09:15:00.000Z')).then([edited])
    given(messageDecider, [posted]).when(edit(author, '2026-11-21T09:15:00.001Z')).then(rejected('too-late'))
  })

  test('edited to the same text does not change', () => {
    given(messageDecider, [posted, edited]).when(edit(author)).then([])
  })

  test('can be deleted by its author at any time', () => {
    given(messageDecider, [posted, edited]).when(remove(author)).then([deleted])
  })

  test('can be deleted by a moderator or an administrator, but by no other user', () => {
    given(messageDecider, [posted]).when(remove(other)).then(rejected('not-the-author'))
    for (const how of ['moderator', 'administrator'] as const)
      given(messageDecider, [posted])
        .when(remove(other, how))
        .then([{ type: 'MessageDeleted', data: { messageId: 1, userId: author, by: other, how } }])
  })

  test('that is deleted cannot be edited, deleted or reported', () => {
    for (const command of [edit(author), remove(author), report(other)])
      given(messageDecider, [posted, deleted]).when(command).then(rejected('message-not-found'))
  })

  test('can be reported once per user, but not by its author', () => {
    given(messageDecider, [posted]).when(report(other)).then([reported])
    given(messageDecider, [posted, reported]).when(report(other)).then(rejected('already-reported'))
    given(messageDecider, [posted, reported])
      .when(report(9))
      .then([{ ...reported, data: { ...reported.data, reporterId: 9 } }])
    given(messageDecider, [posted]).when(report(author)).then(rejected('own-message'))
  })

  test('R387: a report is dismissed once, and may then be repeated', () => {
    given(messageDecider, [posted, reported]).when(dismiss).then([dismissed])
    given(messageDecider, [posted, reported])
      .when({ ...dismiss, reportId: 3 })
      .then([])
    given(messageDecider, [posted, reported, dismissed]).when(dismiss).then([])
    given(messageDecider, [posted, reported, dismissed]).when(report(other)).then([reported])
  })

  test('is marked as edited; a deleted one keeps everything but its content', () => {
    const state = { ...posted.data, status: 'posted', isEdited: false, reports: [] }
    expect(given(messageDecider, [posted]).state).toEqual(state)
    expect(given(messageDecider, [posted, edited]).state).toEqual({ ...state, content: 'Hi', isEdited: true })
    expect(given(messageDecider, [posted, deleted]).state).toEqual({ ...state, status: 'deleted', content: null })
    expect(given(messageDecider, [edited]).state).toEqual({ status: 'none' })
  })

  test('that was never posted is not found', () => {
    for (const command of [edit(author), remove(author, 'moderator'), report(other)])
      given(messageDecider).when(command).then(rejected('message-not-found'))
  })
})
