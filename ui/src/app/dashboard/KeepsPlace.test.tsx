import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { KeepsPlace } from './KeepsPlace.tsx'

componentTests()

/** Rows in days, as the matches of a gameweek. */
const days = (...lists: (readonly number[])[]) => (
  <KeepsPlace order={JSON.stringify(lists)}>
    {lists.map((ids, day) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the days stay
      <ol key={day}>
        {ids.map((id) => (
          <li key={id} id={`row-${id}`} tabIndex={-1}>
            <input aria-label={`home ${id}`} defaultValue="12" />
            <button type="button">Save {id}</button>
          </li>
        ))}
      </ol>
    ))}
  </KeepsPlace>
)

test('the focus follows a row that moves to another day, with its selection', () => {
  const { rerender } = draw(days([1, 2], [3]))
  const box = screen.getByLabelText<HTMLInputElement>('home 3')
  box.focus()
  box.setSelectionRange(1, 2)
  rerender(days([3, 1, 2], []))
  const moved = screen.getByLabelText<HTMLInputElement>('home 3')
  expect(moved).not.toBe(box)
  expect(document.activeElement).toBe(moved)
  expect([moved.selectionStart, moved.selectionEnd]).toEqual([1, 2])
})

test('so does that of a button, and the row stays where it was in the window', () => {
  const { rerender } = draw(days([1, 2], [3]))
  screen.getByRole('button', { name: 'Save 2' }).focus()
  // Rows are 40 px high, in document order.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 40 * [...document.querySelectorAll('li')].indexOf(this as HTMLLIElement))
  })
  const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
  rerender(days([1], [3, 2]))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save 2' }))
  expect(scrolled.mock.calls).toEqual([[{ top: 40, behavior: 'instant' }]])
})

test('nothing happens where the focus is elsewhere', () => {
  const { rerender } = draw(days([1, 2], [3]))
  const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
  rerender(days([1], [3, 2]))
  expect(document.activeElement).toBe(document.body)
  expect(scrolled).not.toHaveBeenCalled()
})
