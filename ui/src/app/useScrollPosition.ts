import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { store, stored } from '../lib/storage.ts'

/** Storage key for this tab. Changes to the history entry during unload would be lost on reload. */
const KEY = 'plp.scroll'
/** How long to wait for the page to reach its previous height, in ms. */
const TIMEOUT = 5_000
/** Events that show that the reader moves the page, which ends the restoration. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scroll positions of the history entries visited since the app was loaded, by the router's key, in px. */
const positions = new Map<string, number>()

/**
 * A new page starts at its top. Back, Forward and a reload restore the scroll position: the browser gives up before all
 * content has been loaded and rendered. `onNew` is called for each page but the first.
 */
export function useScrollPosition(page: string, onNew: () => void): void {
  const { key } = useLocation()
  const isHistory = useNavigationType() === 'POP'
  const before = useRef(page)
  const to = useRef(0)

  // With the new content: the browser then moves the page to what fits into it, and that belongs to the new entry.
  useLayoutEffect(() => {
    to.current = isHistory ? (positions.get(key) ?? 0) : 0
    const note = () => void positions.set(key, scrollY)
    addEventListener('scroll', note)
    return () => removeEventListener('scroll', note)
  }, [key, isHistory])

  const arrive = useEffectEvent(() => {
    if (to.current === 0) scrollTo(0, 0)
    onNew()
  })
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    arrive()
    return restore(to.current)
  }, [page])

  useEffect(() => {
    addEventListener('pagehide', storeScroll)
    return () => removeEventListener('pagehide', storeScroll)
  }, [])
  useEffect(() => restore(isReload() ? storedScroll() : 0), [])
}

/** Holds the position while the page grows to its previous height and its parts load. Returns the function that stops. */
function restore(to: number): (() => void) | undefined {
  if (to === 0) return
  const done = new AbortController()
  const grown = new ResizeObserver(() => scrollTo(0, to))
  grown.observe(document.body)
  const end = setTimeout(() => done.abort(), TIMEOUT)
  done.signal.addEventListener('abort', () => {
    grown.disconnect()
    clearTimeout(end)
  })
  for (const move of MOVES) addEventListener(move, () => done.abort(), { signal: done.signal })
  return () => done.abort()
}

function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload'
}

const storeScroll = () => store(KEY, JSON.stringify([location.href, scrollY]), 'sessionStorage')

/** Returns the stored scroll position, in px; 0 if the tab last left another address. */
function storedScroll(): number {
  const [href, y] = JSON.parse(stored(KEY, 'sessionStorage') ?? '[]')
  return href === location.href ? y : 0
}
