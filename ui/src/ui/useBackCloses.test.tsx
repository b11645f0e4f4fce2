import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { guardHistory, leaveStaleLayer, useBackCloses, useLayerOpen } from './useBackCloses.ts'

componentTests()

/** A layer that may open others above it. */
function Layer({ name, above = [] }: { name: string; above?: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  return (
    <>
      <Button onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'} {name}
      </Button>
      {isOpen && above[0] && <Layer name={above[0]} above={above.slice(1)} />}
    </>
  )
}

function Watch() {
  return <p>{useLayerOpen() ? 'Some open' : 'None open'}</p>
}

const open = (name: string) => screen.getByRole('button', { name: `Open ${name}` })
const isOpen = (name: string) => screen.queryByText(`Close ${name}`) !== null
const layer = () => (history.state as { layer?: string } | null)?.layer
const opened = async (user: { click(element: Element): Promise<void> }, name: string) => {
  const before = layer()
  await user.click(open(name))
  await waitFor(() => expect(layer()).not.toBe(before))
}

afterEach(() => waitFor(() => expect(layer()).toBeUndefined()))

describe('Back', () => {
  test('R424: after a reload with open layers leaves the page at once', async () => {
    history.pushState({ key: 'a' }, '')
    history.pushState({ key: 'a', layer: 'panel of before' }, '')
    history.pushState({ key: 'a', layer: 'dialog of before' }, '')
    leaveStaleLayer()
    await waitFor(() => expect(history.state).toEqual({ key: 'a' }))
  })

  test('closes a layer, and stays on its page', async () => {
    const { user } = draw(<Layer name="menu" />)
    const address = location.href
    await opened(user, 'menu')
    expect(location.href).toBe(address)
    act(() => history.back())
    await waitFor(() => expect(isOpen('menu')).toBe(false))
    expect(location.href).toBe(address)
    expect(layer()).toBeUndefined()
  })

  test('closes the top layer first', async () => {
    const { user } = draw(<Layer name="panel" above={['menu', 'dialog']} />)
    await opened(user, 'panel')
    await opened(user, 'menu')
    await opened(user, 'dialog')
    for (const [top, below] of [
      ['dialog', 'menu'],
      ['menu', 'panel'],
    ] as const) {
      act(() => history.back())
      await waitFor(() => expect(isOpen(top)).toBe(false))
      expect([isOpen(below), isOpen('panel')]).toEqual([true, true])
    }
    act(() => history.back())
    await waitFor(() => expect(isOpen('panel')).toBe(false))
  })
})

test('a layer that is closed otherwise takes its entry out of the history', async () => {
  const { user } = draw(<Layer name="menu" />)
  await opened(user, 'menu')
  await user.click(screen.getByRole('button', { name: 'Close menu' }))
  await waitFor(() => expect(layer()).toBeUndefined())
  expect(isOpen('menu')).toBe(false)
})

test('a layer that is closed at once adds no entry', async () => {
  const push = vi.spyOn(history, 'pushState')
  function Brief() {
    useBackCloses(true, () => {})
    return null
  }
  draw(<Brief />).unmount()
  await act(async () => {})
  expect(push).not.toHaveBeenCalled()
  push.mockRestore()
})

test('the page knows whether a layer is open', async () => {
  const { user } = draw(
    <>
      <Layer name="menu" />
      <Watch />
    </>,
  )
  expect(screen.getByText('None open')).toBeDefined()
  await opened(user, 'menu')
  expect(screen.getByText('Some open')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Close menu' }))
  expect(screen.getByText('None open')).toBeDefined()
})

test('a guard sees an entry before all others, and may keep it from them', () => {
  const others = vi.fn()
  addEventListener('popstate', others)
  const isHeld = vi.fn(() => true)
  const release = guardHistory(isHeld)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  expect(isHeld).toHaveBeenCalledTimes(1)
  expect(others).not.toHaveBeenCalled()
  isHeld.mockReturnValue(false)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  expect(others).toHaveBeenCalledTimes(1)
  release()
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  expect(isHeld).toHaveBeenCalledTimes(2)
  expect(others).toHaveBeenCalledTimes(2)
  removeEventListener('popstate', others)
})
