import { act, fireEvent, screen } from '@testing-library/react'
import { useReducer } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { Popup } from './Popup.tsx'
import { popupsAfter, type Unlocked } from './popups.ts'

componentTests()
afterEach(() => {
  vi.useRealTimers()
})

const unlocked = (name: string, changes: Partial<Unlocked> = {}): Unlocked => ({
  unlockId: name,
  id: name.toLowerCase().replaceAll(' ', '-'),
  category: 'predictions',
  name,
  description: `How to get ${name}`,
  icon: 'Target',
  points: 0,
  rarity: 'common',
  ...changes,
})
const three = [unlocked('First Whistle', { points: 1_000, rarity: 'epic' }), unlocked('Host'), unlocked('Founder')]

function Host({ found }: { found: readonly Unlocked[] }) {
  const [popups, dispatch] = useReducer(popupsAfter, { shown: found, isLeaving: false, waiting: [] })
  const { pathname } = useLocation()
  return (
    <>
      <output>{pathname}</output>
      {popups.shown.length > 0 && <Popup unlocked={popups.shown} isLeaving={popups.isLeaving} dispatch={dispatch} />}
    </>
  )
}

function poppingUp(found: readonly Unlocked[] = three) {
  vi.useFakeTimers()
  return draw(<Host found={found} />)
}
const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const name = () => document.querySelector('strong')?.textContent
const isLeaving = () => document.querySelector('[data-leaving]') !== null

describe('a pop-up', () => {
  test('of one achievement names it with its text and rarity, and points only above 0', () => {
    const { container, unmount } = poppingUp([unlocked('Host')])
    expect(container.textContent).toContain('Achievement unlockedHostHow to get HostCommon')
    expect(container.textContent).not.toContain('pts')
    expect(screen.queryByRole('link')).toBeNull()
    unmount()
    expect(poppingUp([three[0]!]).container.textContent).toContain('Epic+1,000 pts')
  })

  test('of several names the first and counts the others', () => {
    const { container } = poppingUp()
    expect(container.textContent).toContain('3 achievements unlockedFirst Whistle')
    expect(screen.getByText(/^and 2 more/)).toBeDefined()
  })

  test('takes no focus', () => {
    poppingUp()
    expect(document.activeElement).toBe(document.body)
  })

  test('R70: hides by itself after 5 seconds, with all that it counts', async () => {
    poppingUp()
    await elapse(4_900)
    expect(isLeaving()).toBe(false)
    await elapse(100)
    expect(isLeaving()).toBe(true)
    expect(name()).toBe('First Whistle')
    await elapse(300)
    expect(name()).toBeUndefined()
  })

  test('stays while a pointer rests on it, for 10 seconds at most', async () => {
    poppingUp()
    fireEvent.pointerEnter(screen.getByText('3 achievements unlocked'))
    await elapse(9_900)
    expect(isLeaving()).toBe(false)
    await elapse(100)
    expect(isLeaving()).toBe(true)
  })

  test('continues with the time left when the pointer leaves', async () => {
    poppingUp()
    const card = screen.getByText('3 achievements unlocked')
    await elapse(3_000)
    fireEvent.pointerEnter(card)
    await elapse(3_000)
    fireEvent.pointerLeave(card)
    await elapse(1_900)
    expect(isLeaving()).toBe(false)
    await elapse(100)
    expect(isLeaving()).toBe(true)
  })

  test('its time is paused while the page is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    poppingUp()
    await elapse(20_000)
    expect(isLeaving()).toBe(false)
    hidden.mockRestore()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await elapse(5_000)
    expect(isLeaving()).toBe(true)
  })

  test.each([
    ['Dismiss', () => screen.getByRole('button', { name: 'Dismiss' }).click()],
    ['Escape', () => void fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('%s closes it', async (_how, close) => {
    poppingUp()
    act(close)
    expect(isLeaving()).toBe(true)
    await elapse(300)
    expect(name()).toBeUndefined()
  })

  test('an Escape that closed something else does not close it', () => {
    poppingUp()
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(isLeaving()).toBe(false)
  })

  test('Show all leads to the page and closes it', async () => {
    poppingUp()
    fireEvent.click(screen.getByRole('link', { name: 'Show all' }))
    expect(screen.getByText('/achievements')).toBeDefined()
    expect(isLeaving()).toBe(true)
    await elapse(300)
    expect(name()).toBeUndefined()
  })
})
