import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw, isOff } from '../../../test/support/components.tsx'
import { Pager } from './Pager.tsx'
import { Steps } from './Steps.tsx'

componentTests()

const pager = (offset: number, total = 120, onOffset = (_: number) => {}, more: { words?: string } = {}) => (
  <Pager offset={offset} size={50} total={total} word="member" onOffset={onOffset} {...more} />
)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
/** The toaster is a status, too. */
const range = () => screen.getByText(/ to .* of /)

describe('a pager', () => {
  test.each([0, 1, 50])('is missing where one page is enough (%i)', (total) => {
    draw(pager(0, total))
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByText(/ of /)).toBeNull()
  })

  test.each([
    [0, '1 to 50 of 120 members', true, false],
    [50, '51 to 100 of 120 members', false, false],
    [100, '101 to 120 of 120 members', false, true],
  ])('announces the page from %i on', (offset, text, isFirst, isLast) => {
    draw(pager(offset))
    expect(range().textContent).toBe(text)
    expect(range().getAttribute('role')).toBe('status')
    expect(isOff(button('Previous page'))).toBe(isFirst)
    expect(isOff(button('Next page'))).toBe(isLast)
  })

  test('steps by a page', async () => {
    const onOffset = vi.fn()
    const { user } = draw(pager(50, 120, onOffset))
    await user.click(button('Next page'))
    await user.click(button('Previous page'))
    expect(onOffset.mock.calls).toEqual([[100], [0]])
  })

  test('steps back to the start from a page that is not full', async () => {
    const onOffset = vi.fn()
    const { user } = draw(pager(20, 120, onOffset))
    await user.click(button('Previous page'))
    expect(onOffset).toHaveBeenCalledExactlyOnceWith(0)
  })

  test('has a way back when the list has become shorter', async () => {
    const onOffset = vi.fn()
    const { user } = draw(pager(100, 80, onOffset))
    expect(range().textContent).toBe('80 to 80 of 80 members')
    expect(isOff(button('Next page'))).toBe(true)
    await user.click(button('Previous page'))
    expect(onOffset).toHaveBeenCalledExactlyOnceWith(50)
  })

  test('groups thousands, and knows an irregular plural', () => {
    draw(pager(1000, 2345, () => {}, { words: 'people' }))
    expect(range().textContent).toBe('1,001 to 1,050 of 2,345 people')
  })
})

test('a step that is missing does nothing', async () => {
  const onStep = vi.fn()
  const { user } = draw(<Steps word="match" previous={undefined} next={undefined} onStep={onStep} />)
  await user.click(button('Previous match'))
  await user.click(button('Next match'))
  expect(onStep).not.toHaveBeenCalled()
})

test('a step may lead to 0', async () => {
  const onStep = vi.fn()
  const { user } = draw(<Steps word="match" previous={0} next={undefined} onStep={onStep} />)
  await user.tab()
  await user.keyboard('{Enter}')
  expect(onStep).toHaveBeenCalledExactlyOnceWith(0)
})
