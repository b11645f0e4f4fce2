import { useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal.ts'
import { store, stored } from '../lib/storage.ts'

type Theme = 'light' | 'dark'

/** Storage key of the choice on this device. The inline script of index.html reads the same key. */
const KEY = 'theme'

/** The saved choice, else the system's, else light (docs/rules.md R71). */
export function preferredTheme(saved: string | null, systemIsDark: boolean): Theme {
  if (saved === 'light' || saved === 'dark') return saved
  return systemIsDark ? 'dark' : 'light'
}

function read(): Theme {
  return preferredTheme(stored(KEY), matchMedia('(prefers-color-scheme: dark)').matches)
}

let theme: Theme = read()
let forced: Theme | null = null
const changes = createSignal()

function paint(): void {
  const shown = forced ?? theme
  document.documentElement.dataset.theme = shown
  document.documentElement.classList.toggle('dark', shown === 'dark')
  changes.emit()
}

addEventListener('storage', (event) => {
  if (event.key !== KEY) return
  theme = read()
  paint()
})

function toggleTheme(): void {
  theme = theme === 'dark' ? 'light' : 'dark'
  store(KEY, theme)
  paint()
}

/** Overrides the chosen theme until the returned function is called. */
export function forceTheme(only: Theme): () => void {
  forced = only
  paint()
  return () => {
    forced = null
    paint()
  }
}

export function useTheme(): { theme: Theme; toggle: () => void } {
  return { theme: useSyncExternalStore(changes.listen, () => theme), toggle: toggleTheme }
}
