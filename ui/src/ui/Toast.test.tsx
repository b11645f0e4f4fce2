import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { toast } from './Toast.tsx'

componentTests()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => toast(null))
  vi.useRealTimers()
})

const show = (message: Parameters<typeof toast>[0]) => act(() => toast(message))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
/** The region is there before its first toast, so that it is announced. */
const region = () => screen.getByRole('status')
const close = () => screen.getByRole('button', { name: 'Close' })

describe('a toast', () => {
  test('is announced, with its description and its action', () => {
    draw(null)
    expect(region().textContent).toBe('')
    expect(region().getAttribute('aria-live')).toBe('polite')
    show({ title: 'Saved', description: 'Your five picks', action: <Button onDark>Undo</Button> })
    expect(region().textContent).toBe('SavedYour five picksUndo')
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  })

  test('R70: disappears after five seconds', () => {
    draw(null)
    show({ title: 'Saved' })
    pass(4999)
    expect(screen.getByText('Saved')).toBeDefined()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('disappears after a time of its own', () => {
    draw(null)
    show({ title: 'Discarded', lifetime: 10_000 })
    pass(9999)
    expect(screen.getByText('Discarded')).toBeDefined()
    pass(1)
    expect(region().textContent).toBe('')
  })

  test('R70: gives way to the next, which has its full time', () => {
    draw(null)
    show({ title: 'Saved' })
    pass(4000)
    show({ title: 'Shared' })
    expect(region().textContent).toBe('Shared')
    pass(4999)
    expect(screen.getByText('Shared')).toBeDefined()
    pass(1)
    expect(region().textContent).toBe('')
  })

  test('of a failure stays until it is closed', () => {
    draw(null)
    show({ title: 'Failed to save', variant: 'destructive' })
    pass(60_000)
    expect(screen.getByText('Failed to save')).toBeDefined()
    fireEvent.click(close())
    expect(region().textContent).toBe('')
  })

  test('stays while the pointer is on it', () => {
    draw(null)
    show({ title: 'Saved' })
    fireEvent.pointerEnter(region())
    pass(60_000)
    expect(screen.getByText('Saved')).toBeDefined()
    fireEvent.pointerLeave(region())
    pass(5000)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('stays while the focus is in it', () => {
    draw(null)
    show({ title: 'Saved' })
    act(() => close().focus())
    pass(60_000)
    expect(screen.getByText('Saved')).toBeDefined()
    act(() => close().blur())
    pass(5000)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('closed under the pointer does not hold the next', () => {
    draw(null)
    show({ title: 'Saved' })
    fireEvent.pointerEnter(region())
    fireEvent.click(close())
    show({ title: 'Shared' })
    pass(5000)
    expect(region().textContent).toBe('')
  })

  test('is shown to a page that is drawn later', () => {
    show({ title: 'Signed out' })
    draw(null)
    expect(region().textContent).toBe('Signed out')
  })
})
