import { expect, test } from 'vitest'
import { createChecker } from './checker.ts'

function setUp({ visible = true } = {}) {
  const running: (() => void)[] = []
  let started = 0
  let isVisible = visible
  const checker = createChecker({
    check: () => {
      started += 1
      return new Promise<void>((resolve) => running.push(resolve))
    },
    isVisible: () => isVisible,
  })
  return {
    checker,
    started: () => started,
    async finish() {
      running.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    },
    show(now: boolean) {
      isVisible = now
      if (now) checker.visible()
    },
  }
}

test('a trigger starts a check', () => {
  const { checker, started } = setUp()
  checker.due()
  expect(started()).toBe(1)
})

test('overlapping triggers result in at most one more check', async () => {
  const { checker, started, finish } = setUp()
  for (let times = 0; times < 5; times += 1) checker.due()
  expect(started()).toBe(1)
  await finish()
  expect(started()).toBe(2)
  await finish()
  expect(started()).toBe(2)
  checker.due()
  expect(started()).toBe(3)
})

test('a hidden page checks once visible, and only after a trigger', async () => {
  const { checker, started, finish, show } = setUp({ visible: false })
  checker.due()
  checker.due()
  expect(started()).toBe(0)
  show(true)
  expect(started()).toBe(1)
  await finish()
  show(true)
  expect(started()).toBe(1)
})

test('a page hidden during a check defers the next one', async () => {
  const { checker, started, finish, show } = setUp()
  checker.due()
  checker.due()
  show(false)
  await finish()
  expect(started()).toBe(1)
  show(true)
  expect(started()).toBe(2)
})

test('a stopped checker starts no more checks', async () => {
  const { checker, started, finish } = setUp()
  checker.due()
  checker.due()
  checker.stop()
  await finish()
  checker.due()
  expect(started()).toBe(1)
})
