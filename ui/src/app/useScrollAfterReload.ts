import { useEffect } from 'react'
import { store, stored } from '../lib/storage.ts'

/** Where this tab keeps it. A history entry that is changed while its page goes is reloaded as it was before. */
const KEY = 'plp.scroll'
/** So long the page may take to become as long as it was, in ms. */
const PATIENCE = 5_000
/** Whoever moves the page themselves is where they want to be. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** A page that is reloaded comes back where it was: the browser gives up before what is read and drawn is there. */
export function useScrollAfterReload(): void {
  useEffect(() => {
    addEventListener('pagehide', note)
    return () => removeEventListener('pagehide', note)
  }, [])

  useEffect(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const to = load?.type === 'reload' ? noted() : 0
    if (to === 0) return
    const done = new AbortController()
    const grown = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight < to + innerHeight) return
      scrollTo(0, to)
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

const note = () => store(KEY, JSON.stringify([location.href, scrollY]), 'sessionStorage')

/** How far down this address was; 0: it was another that the tab left last. */
function noted(): number {
  const [href, y] = JSON.parse(stored(KEY, 'sessionStorage') ?? '[]')
  return href === location.href ? y : 0
}
