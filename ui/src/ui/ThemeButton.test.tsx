import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { OpenBar } from './OpenBar.tsx'
import { ThemeButton } from './ThemeButton.tsx'

componentTests()

/** As another window changes the choice. */
const choose = (theme: string | null) =>
  act(() => {
    if (theme === null) localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  })

afterEach(() => choose(null))

const shown = () => document.documentElement.dataset.theme

describe('the button of the theme', () => {
  test('switches to dark and back, and saves the choice', async () => {
    const { user } = draw(<ThemeButton />)
    const button = screen.getByRole('button', { name: 'Dark theme', pressed: false })
    expect(button.dataset.tip).toBe('Dark theme')
    await user.click(button)
    expect(screen.getByRole('button', { name: 'Dark theme', pressed: true })).toBe(button)
    expect(button.dataset.tip).toBe('Light theme')
    expect([shown(), localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    await user.keyboard('{Enter}')
    expect([shown(), localStorage.getItem('theme')]).toEqual(['light', 'light'])
  })

  test('with words names the theme it switches to', async () => {
    const { user } = draw(<ThemeButton hasWords />)
    await user.click(screen.getByRole('button', { name: 'Dark theme' }))
    expect(shown()).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'Light theme' }))
    expect(shown()).toBe('light')
  })

  test('follows a choice in another window', async () => {
    draw(<ThemeButton />)
    await choose('dark')
    expect(screen.getByRole('button', { pressed: true })).toBeDefined()
    expect(shown()).toBe('dark')
  })
})

test('the bar of open pages leads home and switches the theme', () => {
  draw(
    <OpenBar before={<a href="/help">Help</a>}>
      <a href="/login">Sign in</a>
    </OpenBar>,
  )
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('link', { name: 'PLP, home' }).getAttribute('href')).toBe('/')
  const controls = [...document.querySelectorAll('header a, header button')]
  expect(controls.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'PLP, home',
    'Help',
    'Dark theme',
    'Sign in',
  ])
})
