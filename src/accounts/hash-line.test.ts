import { describe, expect, test } from 'vitest'
import { createHashLine, type HashLine, type Lane } from './hash-line.ts'

/** Fills the one place of a line, lets others wait, then lets all go: gives in which order they ran, and who was refused. */
async function orderOf(line: HashLine, waiting: readonly (readonly [Lane, string, string])[]) {
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const refused: string[] = []
  const first = line.pass({ lane: 'login', client: 'first' }, () => gate.promise)
  const rest = waiting.map(async ([lane, client, name]) => {
    const passed = await line.pass({ lane, client }, async () => order.push(name))
    if (!passed) refused.push(name)
  })
  gate.resolve()
  await Promise.all([first, ...rest])
  return { order, refused }
}

const many = (count: number, lane: Lane, client: string) =>
  Array.from({ length: count }, (_, n) => [lane, client, `${client}${n}`] as const)

describe('the line before the cores', () => {
  test('known people go first, then sign-ins, then registrations', async () => {
    const { order } = await orderOf(createHashLine(1, 100), [
      ['registration', 'a', 'registering'],
      ['login', 'b', 'stranger'],
      ['known', 'c', 'known'],
    ])
    expect(order).toEqual(['known', 'stranger', 'registering'])
  })

  test('a login goes before 270 registrations of one address', async () => {
    const { order } = await orderOf(createHashLine(1, 300), [
      ...many(270, 'registration', 'flood'),
      ['login', 'b', 'login'],
    ])
    expect(order.indexOf('login')).toBe(0)
    expect(order).toHaveLength(271)
  })

  test('clients of a lane go in turn: one with one waits for one of each of the others', async () => {
    const { order } = await orderOf(createHashLine(1, 100), [
      ...many(5, 'login', 'a'),
      ...many(5, 'login', 'b'),
      ['login', 'me', 'me'],
    ])
    expect(order.slice(0, 5)).toEqual(['a0', 'b0', 'me', 'a1', 'b1'])
  })

  test('who has had none goes before those who had theirs: a flood from many holds up a newcomer for one hash', async () => {
    const line = createHashLine(1, 1_000)
    const flood = Array.from({ length: 40 }, (_, n) => many(5, 'login', `bot${n}-`)).flat()
    await orderOf(line, flood)
    const { order } = await orderOf(line, [...flood, ['login', 'me', 'me']])
    expect(order[0]).toBe('me')
  })

  test('what somebody had long ago does not count', async () => {
    const line = createHashLine(1, 1_000)
    await orderOf(line, many(10, 'login', 'a'))
    await orderOf(line, many(300, 'login', 'b'))
    const { order } = await orderOf(line, [
      ['login', 'b', 'b'],
      ['login', 'a', 'a'],
    ])
    expect(order).toEqual(['a', 'b'])
  })

  test('a flood of sign-ins leaves every eighth start to registrations', async () => {
    const { order } = await orderOf(createHashLine(1, 100), [
      ...many(40, 'login', 'a'),
      ...many(5, 'registration', 'new'),
    ])
    expect(order.flatMap((name, at) => (name.startsWith('new') ? [at] : []))).toEqual([7, 15, 23, 31, 39])
  })

  test('where a lane is full, who has the most in it is refused', async () => {
    const { order, refused } = await orderOf(createHashLine(1, 4), [
      ...many(4, 'login', 'a'),
      ['login', 'b', 'b0'],
      ['login', 'c', 'c0'],
      ['login', 'b', 'b1'],
      ['registration', 'a', 'another lane'],
    ])
    expect(refused.toSorted()).toEqual(['a2', 'a3', 'b1'])
    expect(order).toEqual(['a0', 'b0', 'c0', 'a1', 'another lane'])
  })

  test('lets so many in at once and no more, also after failures', async () => {
    const line = createHashLine(3, 100)
    let inside = 0
    let most = 0
    const runs = Array.from({ length: 40 }, (_, n) =>
      line.pass({ lane: 'login', client: String(n % 4) }, async () => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setTimeout(resolve, n % 3))
        inside--
        if (n % 5 === 0) throw new Error('broken')
      }),
    )
    const outcomes = await Promise.allSettled(runs)
    expect([most, inside, outcomes.filter(({ status }) => status === 'rejected').length]).toEqual([3, 0, 8])
    expect(await line.pass({ lane: 'login', client: 'later' }, async () => 'in')).toEqual({ value: 'in' })
  })
})
