import { expect, test } from 'vitest'
import { withDeadline } from '../../kernel/deadline.ts'
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

test('(R430) work of a request with too little time is refused without being started', async () => {
  const queues = createClientQueues({ concurrency: 1, maxWaiting: 3, refusal })
  const addWithin = (ms: number) => withDeadline(ms, ms, () => queues.add('me', async () => 'in'))
  await expect(addWithin(1_000)).rejects.toMatchObject({ status: 429 })
  await expect(addWithin(60_000)).resolves.toBe('in')
})
