import { useDeferredValue, useEffect, useState } from 'react'
import { firstCheck } from '../api/firstRead.ts'
import type { Session } from '../features/session/api.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Opening } from './Opening.tsx'

/** So long the opening stands while who is here is being asked for, in ms; then the landing page does. */
const PATIENCE = 400

const Inside = lazyComponent(() => import('./Inside.tsx').then((module) => module.Inside), <Opening />)
const Landing = lazyComponent(() => import('../features/session/Landing.tsx').then((module) => module.Landing), null)

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

/** Mostly the answer is there before anybody could read the landing page, and it need not be fetched. */
function Checking() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Landing /> : <Opening />
}

/** The app is drawn in slices when somebody comes in, so that the page answers meanwhile; who leaves has left at once. */
function useShown(session: Session): Session {
  const before = useDeferredValue(session)
  return session.status === 'signed-in' && before.status !== 'signed-in' ? before : session
}
