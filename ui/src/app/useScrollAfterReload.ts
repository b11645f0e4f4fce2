import { useEffect } from 'react'

/** So long the page may take to become as long as it was, in ms. */
const PATIENCE = 5_000
/** Whoever moves the page themselves is where they want to be. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** A page that is reloaded comes back where it was: the browser gives up before what is read and drawn is there. */
export function useScrollAfterReload(): void {
  useEffect(() => {
    const note = () => history.replaceState({ ...history.state, scroll: scrollY }, '')
    addEventListener('pagehide', note)
    return () => removeEventListener('pagehide', note)
  }, [])

  useEffect(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const { scroll = 0 } = (history.state ?? {}) as { scroll?: number }
    if (load?.type !== 'reload' || scroll === 0) return
    const done = new AbortController()
    const grown = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight < scroll + innerHeight) return
      scrollTo(0, scroll)
      history.replaceState({ ...history.state, scroll: 0 }, '')
      done.abort()
    })
    grown.observe(document.body)
    const end = setTimeout(() => done.abort(), PATIENCE)
    done.signal.addEventListener('abort', () => {
      grown.disconnect()
      clearTimeout(end)
    })
    for (const move of MOVES) addEventListener(move, () => done.abort(), { signal: done.signal })
    return () => done.abort()
  }, [])
}
