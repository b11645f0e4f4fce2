import { expect, test } from 'vitest'
import { HttpProblem } from '../../slice/problem.ts'
import { createClientQueues } from './client-queues.ts'

const refusal = () => new HttpProblem(429, 'later')

test('limits running and waiting work per client and refuses more; other clients are not affected', async () => {
  const queues = createClientQueues({ concurrency: 2, maxWaiting: 3, refusal })
  const open = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  const mine = Array.from({ length: 6 }, () =>
    queues.add('me', async () => {
      most = Math.max(most, ++running)
      await open.promise
      running--
    }),
  )
  await expect(mine[5]).rejects.toMatchObject({ status: 429 })
  expect(await queues.add('you', async () => 'in')).toBe('in')
  open.resolve()
  const outcomes = await Promise.allSettled(mine)
  expect([outcomes.filter(({ status }) => status === 'fulfilled').length, most]).toEqual([5, 2])
})

test('work that has waited for more than 8 s is refused; other work receives the start of its wait', async () => {
  let clock = 100
  const queues = createClientQueues({ concurrency: 1, maxWaiting: 3, refusal, now: () => clock })
  const open = Promise.withResolvers<void>()
  const first = queues.add('me', () => open.promise)
  const early = queues.add('me', async (since) => since)
  clock += 1
  const late = queues.add('me', async (since) => since)
  clock += 8_000
  const outcomes = Promise.allSettled([first, early, late])
  open.resolve()
  expect(await outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { status: 429 } },
    { status: 'fulfilled', value: 101 },
  ])
})
