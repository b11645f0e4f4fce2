import { useDeferredValue, useEffect, useState } from 'react'
import { firstCheck } from '../api/firstRead.ts'
import type { Session } from '../features/session/api.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Opening } from './Opening.tsx'

/** How long the opening screen is shown while the session is being checked, in ms; then the landing page follows. */
const MAX_OPENING = 400

const Inside = lazyComponent(() => import('./Inside.tsx').then((module) => module.Inside), <Opening />)
const Landing = lazyComponent(() => import('./landing/Landing.tsx').then((module) => module.Landing), null)

/** Loads the code that is needed next, while the session is being checked. */
export const fetchAhead = (): void => (firstCheck() === 'none' ? Landing : Inside).ahead()

export function App({ session }: { session: Session }) {
  const shown = useShown(session)
  switch (shown.status) {
    case 'signed-in':
      return <Inside user={shown.user} />
    case 'loading':
      return firstCheck() === 'none' ? <Landing isStranger /> : <Checking />
    default:
      return shown.status === 'failed' ? <Landing onRetry={shown.retry} /> : <Landing isStranger />
  }
}

/** Usually the session is known before the landing page could be read, and the landing page need not be loaded. */
function Checking() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_OPENING)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Landing /> : <Opening />
}

/** Renders the app after sign-in in slices, so that the page stays responsive. Signing out takes effect at once. */
function useShown(session: Session): Session {
  const before = useDeferredValue(session)
  return session.status === 'signed-in' && before.status !== 'signed-in' ? before : session
}
