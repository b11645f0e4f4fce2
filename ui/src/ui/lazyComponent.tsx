import { type ComponentType, type ReactNode, startTransition, useCallback, useEffect, useState } from 'react'
import type { LazyComponent } from '../lib/lazy.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { isOutdated } from './reload.ts'

/**
 * A component whose code is loaded on first render; `waiting` is shown until then. A failed load shows an error with a
 * retry button. React's `lazy` delays content that arrives within 300 ms of a fallback, so every first view would wait
 * without need.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadCode = async () => {
    loaded = await load()
    return loaded
  }
  function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [missing, setMissing] = useState<'outdated' | 'unanswered'>()
    const fetchCode = useCallback(async () => {
      const component = await loadCode()
      // A transition renders in slices, so that the page stays responsive.
      startTransition(() => setLoaded(() => component))
    }, [])
    useEffect(() => {
      if (Loaded) return
      fetchCode().catch(async (error) => {
        console.error(error)
        setMissing((await isOutdated()) ? 'outdated' : 'unanswered')
      })
    }, [Loaded, fetchCode])
    if (Loaded) return <Loaded {...props} />
    return missing ? <NotLoaded isOutdated={missing === 'outdated'} retry={fetchCode} /> : waiting
  }
  // The first render reports a failure.
  return Object.assign(Lazy, { ahead: () => void loadCode().catch(() => {}) })
}
