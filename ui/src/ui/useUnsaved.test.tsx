import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { useUnsaved } from './useUnsaved.tsx'

componentTests()

/** Called for each click on a link that reaches the page; the browser follows none. */
const onFollow = vi.fn()

function Editor({ isUnsaved }: { isUnsaved: boolean }) {
  const question = useUnsaved(isUnsaved)
  const links = [
    <Link key="table" to="/table">
      Table
    </Link>,
    <a key="part" href={`${location.pathname}#rules`}>
      Rules
    </a>,
    <a key="window" href="/news" target="_blank" rel="noreferrer">
      News
    </a>,
    <a key="file" href="/picks.csv" download="picks.csv">
      File
    </a>,
    <a key="site" href="https://example.org/table">
      Elsewhere
    </a>,
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: sees the clicks on the links in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard clicks links, too
    <div
      onClick={(event) => {
        if (!(event.target instanceof HTMLAnchorElement)) return
        onFollow(event.target.textContent)
        event.preventDefault()
      }}
    >
      {links}
      {question}
    </div>
  )
}

function open(isUnsaved = true) {
  onFollow.mockClear()
  return draw(
    <Routes>
      <Route path="/" element={<Editor isUnsaved={isUnsaved} />} />
      <Route path="/table" element={<h1>Table</h1>} />
    </Routes>,
  )
}

const link = (name: string) => screen.getByRole('link', { name })
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' })
const isLeft = () => screen.queryByRole('heading', { name: 'Table' }) !== null

describe('a page with unsaved changes', () => {
  test('asks before a link leaves it', async () => {
    const { user } = open()
    await user.click(link('Table'))
    expect(question()).not.toBeNull()
    expect(screen.getByText('You haven’t saved your changes on this page.')).toBeDefined()
    expect(isLeft()).toBe(false)
  })

  test('stays when the answer is no, and asks again', async () => {
    const { user } = open()
    await user.click(link('Table'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(question()).toBeNull())
    expect(isLeft()).toBe(false)
    await user.click(link('Table'))
    expect(question()).not.toBeNull()
  })

  test('is left when the answer is yes', async () => {
    const { user } = open()
    await user.click(link('Table'))
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(isLeft()).toBe(true))
    expect(question()).toBeNull()
  })

  test.each(['Rules', 'News', 'File', 'Elsewhere'])('does not ask for a link that leaves it open: %s', async (name) => {
    const { user } = open()
    await user.click(link(name))
    expect(onFollow).toHaveBeenCalledExactlyOnceWith(name)
    expect(question()).toBeNull()
  })

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
    'does not ask for a click that opens another window: %o',
    (keys) => {
      open()
      fireEvent.click(link('Table'), keys)
      expect(onFollow).toHaveBeenCalledExactlyOnceWith('Table')
      expect(question()).toBeNull()
    },
  )
})

test('a page without unsaved changes is left at once', async () => {
  const { user } = open(false)
  await user.click(link('Table'))
  expect(isLeft()).toBe(true)
  expect(question()).toBeNull()
})

describe('closing the window', () => {
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }

  test('is held up while there are unsaved changes', () => {
    const { rerender } = draw(<Editor isUnsaved={false} />)
    expect(close()).toBe(false)
    rerender(<Editor isUnsaved />)
    expect(close()).toBe(true)
    rerender(<Editor isUnsaved={false} />)
    expect(close()).toBe(false)
  })

  test('is not held up once the page is left', () => {
    const { unmount } = draw(<Editor isUnsaved />)
    unmount()
    expect(close()).toBe(false)
  })
})
