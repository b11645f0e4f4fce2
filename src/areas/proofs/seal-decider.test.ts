import { expect, test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import { bytesOf, signer } from '../../../test/support/seals.ts'
import { hashOfCheckpoint, parseCheckpoint } from '../../contracts/receipts.ts'
import type { SealEvent } from './events.ts'
import { sealDecider } from './seal-decider.ts'

const since = '2025-08-01T09:00:00.000Z'
const started: SealEvent = { type: 'SealingStarted', data: { verifierKey: signer.verifierKey, since } }
const seal = (fixtureId: number, isSimulated = false) =>
  ({
    type: 'seal',
    ...{ subject: { fixtureId }, isSimulated, size: 3, root: bytesOf(fixtureId).toString('base64'), signer },
    time: '2025-11-29T14:56:00.000Z',
  }) as const

/** The event that sealing a match appends after these events. */
function sealedAfter(events: readonly SealEvent[], fixtureId: number, isSimulated = false): SealEvent {
  const [event] = given(sealDecider, events).when(seal(fixtureId, isSimulated)).outcome as readonly SealEvent[]
  return event!
}
const checkpointOf = ({ data }: SealEvent) => parseCheckpoint('checkpoint' in data ? data.checkpoint : '')!

test('sealing starts once, and nothing is sealed before', () => {
  const start = { type: 'start', verifierKey: signer.verifierKey, since } as const
  given(sealDecider).when(start).then([started])
  given(sealDecider, [started])
    .when({ ...start, since: '2026-01-01T00:00:00.000Z' })
    .then([])
  given(sealDecider).when(seal(4)).then([])
})

test('R343, R347: each match is sealed once, under the next number, with the hash of the seal before', async () => {
  const first = sealedAfter([started], 4)
  const second = sealedAfter([started, first], 5)
  expect([first, second].map(({ data }) => 'number' in data && data.number)).toEqual([1, 2])
  expect(checkpointOf(first)).toMatchObject({ origin: `${signer.name}/fixture/4`, size: 3, previous: null })
  expect(checkpointOf(second).previous).toBe(await hashOfCheckpoint(checkpointOf(first)))
  given(sealDecider, [started, first, second]).when(seal(4)).then([])
})

test('R349: a board is sealed once, in the chain of the matches', async () => {
  const first = sealedAfter([started], 4)
  const subject = { season: '2025-26', gameweek: 7 }
  const command = { ...seal(4), subject, size: 9 } as const
  const { outcome } = given(sealDecider, [started, first]).when(command)
  const [board] = outcome as readonly SealEvent[]
  expect(board).toMatchObject({ type: 'BoardSealed', data: { ...subject, number: 2, isSimulated: false } })
  expect(checkpointOf(board!)).toMatchObject({
    ...{ origin: `${signer.name}/board/2025-26/7`, size: 9, time: command.time, root: command.root },
    previous: await hashOfCheckpoint(checkpointOf(first)),
  })
  given(sealDecider, [started, first, board!]).when(command).then([])
})

test('R343: no seal depends on a simulated one, so a purge leaves the chain whole', async () => {
  const real = sealedAfter([started], 4)
  const simulated = sealedAfter([started, real], 5, true)
  const later = sealedAfter([started, real, simulated], 6)
  expect(checkpointOf(simulated).previous).toBe(await hashOfCheckpoint(checkpointOf(real)))
  expect(checkpointOf(later).previous).toBe(await hashOfCheckpoint(checkpointOf(real)))
  // After the purge, the match of the simulated seal is sealed again when it closes.
  expect(checkpointOf(sealedAfter([started, real, later], 5)).previous).toBe(
    await hashOfCheckpoint(checkpointOf(later)),
  )
})
