import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { CategoryNav } from './CategoryNav.tsx'
import { anchorOf, type Shelf } from './model.ts'

componentTests()

const shelf = (category: string, name: string): Shelf => ({ category, name, unlocked: 0, total: 7, achievements: [] })
const shelves = [shelf('points', 'Points'), shelf('social', 'Social')]

test('marks the category in view, and none above the first', () => {
  let scrolled = () => {}
  class Observer {
    constructor(changed: () => void) {
      scrolled = changed
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  let top = 0
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, top + (this.id === anchorOf('social') ? 1_000 : 0))
  })
  draw(
    <>
      {shelves.map(({ category }) => (
        <section key={category} id={anchorOf(category)} />
      ))}
      <CategoryNav shelves={shelves} />
    </>,
  )
  const currentAt = (at: number) => {
    top = at
    act(scrolled)
    const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    return current.map(({ textContent }) => textContent)
  }
  const line = 0.3 * window.innerHeight
  expect(currentAt(line + 1)).toEqual([])
  expect(currentAt(line)).toEqual(['Points0/7 unlocked'])
  expect(currentAt(line - 1_000)).toEqual(['Social0/7 unlocked'])
  expect(currentAt(line - 5_000)).toEqual(['Social0/7 unlocked'])
  expect(currentAt(line - 999)).toEqual(['Points0/7 unlocked'])
  expect(currentAt(line + 500)).toEqual([])
})
