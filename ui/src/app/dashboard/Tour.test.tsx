import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { Tour } from './Tour.tsx'
import { isTourDue, tourKey } from './tour.ts'

componentTests()

const heading = () => screen.getByRole('heading', { level: 2 }).textContent
const press = (name: string) => screen.getByRole('button', { name })

describe('the tour (R248)', () => {
  test('has five steps, back and forth, and ends with the last', async () => {
    const { user } = draw(<Tour userId={1} />)
    const steps = [heading()]
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    for (const step of [2, 3, 4, 5]) {
      await user.click(press('Next'))
      expect(screen.getByText(`Step ${step} of 5`)).toBeDefined()
      steps.push(heading())
    }
    expect(new Set(steps).size).toBe(5)
    await user.click(press('Back'))
    expect(heading()).toBe(steps[3])
    await user.click(press('Next'))
    expect(screen.queryByRole('button', { name: 'Skip tour' })).toBeNull()
    await user.click(press('Finish'))
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull()
    expect(isTourDue({ id: 1, lastLoginAt: null })).toBe(false)
  })

  test('continues at its step after a reload', async () => {
    const { user, unmount } = draw(<Tour userId={1} />)
    await user.click(press('Next'))
    const second = heading()
    unmount()
    draw(<Tour userId={1} />)
    expect(heading()).toBe(second)
  })

  test.each(['9', 'x'])('begins again from an unknown step: %s', (step) => {
    localStorage.setItem(tourKey(1), step)
    draw(<Tour userId={1} />)
    expect(screen.getByText('Step 1 of 5')).toBeDefined()
  })

  test('can be skipped, and is then over', async () => {
    const { user } = draw(<Tour userId={1} />)
    await user.click(press('Skip tour'))
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull()
    expect(localStorage.getItem(tourKey(1))).toBe('done')
  })

  test('is for new players only, each once', () => {
    expect(isTourDue({ id: 1, lastLoginAt: null })).toBe(true)
    expect(isTourDue({ id: 1, lastLoginAt: '2025-11-28T10:00:00.000Z' })).toBe(false)
    localStorage.setItem(tourKey(1), 'done')
    expect([isTourDue({ id: 1, lastLoginAt: null }), isTourDue({ id: 2, lastLoginAt: null })]).toEqual([false, true])
  })
})
