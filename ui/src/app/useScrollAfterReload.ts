import { useEffect } from 'react'
import { store, stored } from '../lib/storage.ts'

/** Storage key for this tab. Changes to the history entry during unload would be lost on reload. */
const KEY = 'plp.scroll'
/** How long to wait for the page to reach its previous height, in ms. */
const TIMEOUT = 5_000
/** Events that show that the reader moves the page, which ends the restoration. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Restores the scroll position after a reload. The browser gives up before all content has been loaded and rendered.
 */
export function useScrollAfterReload(): void {
  useEffect(() => {
    addEventListener('pagehide', storeScroll)
    return () => removeEventListener('pagehide', storeScroll)
  }, [])

  useEffect(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const to = load?.type === 'reload' ? storedScroll() : 0
    if (to === 0) return
    const done = new AbortController()
    const grown = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight < to + innerHeight) return
      scrollTo(0, to)
      done.abort()
    })
    grown.observe(document.body)
    const end = setTimeout(() => done.abort(), TIMEOUT)
    done.signal.addEventListener('abort', () => {
      grown.disconnect()
      clearTimeout(end)
    })
    for (const move of MOVES) addEventListener(move, () => done.abort(), { signal: done.signal })
    return () => done.abort()
  }, [])
}

const storeScroll = () => store(KEY, JSON.stringify([location.href, scrollY]), 'sessionStorage')

/** Returns the stored scroll position, in px; 0 if the tab last left another address. */
function storedScroll(): number {
  const [href, y] = JSON.parse(stored(KEY, 'sessionStorage') ?? '[]')
  return href === location.href ? y : 0
}
