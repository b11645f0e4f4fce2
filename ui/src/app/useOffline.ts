import { type ComponentType, useEffect, useState } from 'react'

/** Delay after the load of the page, in ms: the first view comes first. */
const DELAY = 2_000

/** Loads the code of the service worker and of picks that wait for a connection: once the first view is idle, or at once if offline. */
export function useOffline(): ComponentType<{ userId: number }> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<{ userId: number }>>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const load = () =>
      import('./offline/Offline.tsx').then(
        ({ Offline }) => setLoaded(() => Offline),
        () => {},
      )
    const wait = () => {
      timer = setTimeout(load, navigator.onLine ? DELAY : 0)
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
    return () => {
      removeEventListener('load', wait)
      clearTimeout(timer)
    }
  }, [])
  return Loaded
}
