import { test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { ShoutEvent } from './events.ts'
import { type ShoutCommand, shoutDecider } from './shout-decider.ts'

const at = '2026-11-21T09:00:00.000Z'
const command: ShoutCommand = { shoutId: 3, userId: 1, playerId: 2, words: 'Come on!', at }
const posted: ShoutEvent = {
  type: 'ShoutPosted',
  data: { shoutId: 3, userId: 1, playerId: 2, words: 'Come on!', postedAt: at },
}

test('a shout is posted once, even if the command is repeated', () => {
  given(shoutDecider).when(command).then([posted])
  given(shoutDecider, [posted]).when(command).then([])
})

test('a shout at oneself is rejected', () => {
  given(shoutDecider)
    .when({ ...command, playerId: 1 })
    .then(rejected('at-oneself'))
})
