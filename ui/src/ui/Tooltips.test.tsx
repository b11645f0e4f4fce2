import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Tooltips } from './Tooltips.tsx'

componentTests()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const tip = () => screen.queryByRole('tooltip')?.textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const button = (name: string) => screen.getByRole('button', { name })

function open(pointerType = 'mouse') {
  const enter = (target: Element) => fireEvent.pointerOver(target, { pointerType })
  const drawn = draw(
    <>
      <button type="button" aria-label="Delete" data-tip="Delete">
        <svg aria-hidden="true" />
      </button>
      <button type="button" aria-label="Share" data-tip="Share" />
      <button type="button">Plain</button>
      <Tooltips />
    </>,
  )
  return { ...drawn, enter }
}

describe('a tooltip', () => {
  test('R70: opens 0.7 seconds after the mouse enters', () => {
    const { enter } = open()
    enter(button('Delete'))
    pass(699)
    expect(tip()).toBeUndefined()
    pass(1)
    expect(tip()).toBe('Delete')
  })

  test('belongs to the button whose icon the mouse enters', () => {
    const { enter } = open()
    enter(button('Delete').querySelector('svg')!)
    pass(700)
    expect(tip()).toBe('Delete')
  })

  test('stays closed when the mouse only passes', () => {
    const { enter } = open()
    enter(button('Delete'))
    pass(500)
    enter(button('Plain'))
    pass(5000)
    expect(tip()).toBeUndefined()
  })

  test('stays closed for a finger', () => {
    const { enter } = open('touch')
    enter(button('Delete'))
    pass(5000)
    expect(tip()).toBeUndefined()
  })

  test('opens at once on keyboard focus, and closes when it leaves', () => {
    open()
    act(() => button('Delete').focus())
    pass(0)
    expect(tip()).toBe('Delete')
    act(() => button('Delete').blur())
    expect(tip()).toBeUndefined()
  })

  test('is followed by the next at once, for a moment', () => {
    const { enter } = open()
    enter(button('Delete'))
    pass(700)
    enter(button('Share'))
    expect(tip()).toBeUndefined()
    pass(0)
    expect(tip()).toBe('Share')
    enter(button('Plain'))
    pass(300)
    enter(button('Delete'))
    pass(0)
    expect(tip()).toBeUndefined()
    pass(700)
    expect(tip()).toBe('Delete')
  })

  test('stays open when the mouse moves onto it', () => {
    const { enter } = open()
    enter(button('Delete'))
    pass(700)
    enter(screen.getByRole('tooltip').firstElementChild!)
    pass(5000)
    expect(tip()).toBe('Delete')
  })

  test.each([
    ['a press', () => fireEvent.pointerDown(button('Delete'))],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['scrolling', () => fireEvent.scroll(document)],
    ['the mouse leaving the window', () => fireEvent.pointerOut(button('Delete'), { relatedTarget: null })],
  ])('is closed by %s', (_, act) => {
    const { enter } = open()
    enter(button('Delete'))
    pass(700)
    expect(tip()).toBe('Delete')
    act()
    expect(tip()).toBeUndefined()
  })

  test('does not open when its page is left', () => {
    const { enter, unmount } = open()
    enter(button('Delete'))
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
