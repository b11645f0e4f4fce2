import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

/** Where the choice is kept on this device; the inline script of index.html reads the same key. */
const KEY = 'theme'

/** The saved choice, else the system's, else light (docs/rules.md R71). */
export function preferredTheme(saved: string | null, systemIsDark: boolean): Theme {
  if (saved === 'light' || saved === 'dark') return saved
  return systemIsDark ? 'dark' : 'light'
}

function read(): Theme {
  let saved: string | null = null
  try {
    saved = localStorage.getItem(KEY)
  } catch {
    // A browser that keeps nothing still has the system's theme.
  }
  return preferredTheme(saved, matchMedia('(prefers-color-scheme: dark)').matches)
}

let theme: Theme = read()
let forced: Theme | null = null
const listeners = new Set<() => void>()

function paint(): void {
  const shown = forced ?? theme
  document.documentElement.dataset.theme = shown
  document.documentElement.classList.toggle('dark', shown === 'dark')
  for (const listener of listeners) listener()
}

addEventListener('storage', (event) => {
  if (event.key !== KEY) return
  theme = read()
  paint()
})

function toggleTheme(): void {
  theme = theme === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Not kept, but shown.
  }
  paint()
}

/** Shows one theme whatever was chosen, until the returned function is called. */
export function forceTheme(only: Theme): () => void {
  forced = only
  paint()
  return () => {
    forced = null
    paint()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): { theme: Theme; toggle: () => void } {
  return { theme: useSyncExternalStore(subscribe, () => theme), toggle: toggleTheme }
}
