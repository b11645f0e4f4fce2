import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { WhenNear, type WhenNearProps } from './WhenNear.tsx'

componentTests()

/** The observers that are at work. */
let observers: Observer[] = []

class Observer {
  readonly report: (entries: { isIntersecting: boolean }[]) => void
  readonly options: IntersectionObserverInit
  constructor(report: Observer['report'], options: IntersectionObserverInit) {
    this.report = report
    this.options = options
  }
  observe() {
    observers.push(this)
  }
  disconnect() {
    observers = observers.filter((other) => other !== this)
  }
}

beforeEach(() => {
  observers = []
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const content = (more: Partial<WhenNearProps> = {}) => (
  <WhenNear waiting={<p>Reserved</p>} {...more}>
    <p>Contents</p>
  </WhenNear>
)
const isShown = () => screen.queryByText('Contents') !== null
const report = (isIntersecting: boolean) => act(() => observers[0]!.report([{ isIntersecting }]))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('contents far down a page', () => {
  test('are shown when the reader comes near, and then watched no longer', () => {
    draw(content())
    expect(screen.getByText('Reserved')).toBeDefined()
    expect(observers[0]?.options.rootMargin).toBe('200px')
    report(false)
    expect(isShown()).toBe(false)
    report(true)
    expect(isShown()).toBe(true)
    expect(screen.queryByText('Reserved')).toBeNull()
    expect(observers).toEqual([])
  })

  test('are shown after 1.5 seconds anyway', () => {
    draw(content())
    pass(1499)
    expect(isShown()).toBe(false)
    pass(1)
    expect(isShown()).toBe(true)
  })

  test('may wait for the reader however long', () => {
    draw(content({ later: false, ahead: '50%' }))
    expect(observers[0]?.options.rootMargin).toBe('50%')
    pass(60_000)
    expect(isShown()).toBe(false)
    report(true)
    expect(isShown()).toBe(true)
  })

  test('may wait for their time alone', () => {
    draw(content({ ahead: null }))
    expect(observers).toEqual([])
    pass(1500)
    expect(isShown()).toBe(true)
  })

  test('are watched no longer when the page is left', () => {
    const { unmount } = draw(content())
    unmount()
    expect(observers).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
