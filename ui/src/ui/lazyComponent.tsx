import { type ComponentType, type ReactNode, startTransition, useCallback, useEffect, useState } from 'react'
import { NotLoaded } from './NotLoaded.tsx'

/**
 * A part of the app whose code comes when it is first drawn; `waiting` stands there until then. What cannot be loaded says so in its
 * place, and can be tried again. React's own `lazy` holds back what comes within 300 ms of a fallback: each first view would wait for nothing.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyComponent(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [isMissing, setMissing] = useState(false)
    const fetchCode = useCallback(async () => {
      const component = await load()
      loaded = component
      // Drawn in slices: the page answers while it comes.
      startTransition(() => setLoaded(() => component))
    }, [])
    useEffect(() => {
      if (Loaded) return
      fetchCode().catch((error) => {
        console.error(error)
        setMissing(true)
      })
    }, [Loaded, fetchCode])
    if (Loaded) return <Loaded {...props} />
    return isMissing ? <NotLoaded retry={fetchCode} /> : waiting
  }
}
