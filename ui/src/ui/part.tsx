import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * A part of the app whose code comes when it is first drawn; `waiting` stands there until then. What cannot be loaded breaks, for
 * an `ErrorBoundary`. React's own `lazy` holds back what comes within 300 ms of a fallback: each first view would wait for nothing.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [broken, setBroken] = useState<{ error: unknown }>()
    useEffect(() => {
      if (Loaded) return
      let isHere = true
      load().then(
        (component) => {
          loaded = component
          // Drawn in slices: the page answers while it comes.
          if (isHere) startTransition(() => setLoaded(() => component))
        },
        (error) => isHere && setBroken({ error }),
      )
      return () => {
        isHere = false
      }
    }, [Loaded])
    if (broken) throw broken.error
    return Loaded ? <Loaded {...props} /> : waiting
  }
}
