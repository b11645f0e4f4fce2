import { useDeferredValue, useEffect, useState } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import type { Session } from '../features/session/api.ts'
import { part } from '../ui/part.tsx'
import { firstLook } from './firstLook.ts'
import { Opening } from './Opening.tsx'
import { openPageAt } from './open-pages.tsx'

/** So long the opening stands while who is here is being asked for, in ms; then the landing page does. */
const PATIENCE = 400

const SignedIn = part(() => import('./SignedIn.tsx').then((module) => module.SignedIn), <Opening />)
const Landing = part(() => import('../features/session/Landing.tsx').then((module) => module.Landing), null)

/** The session decides: the landing page for every path, or the app. */
export function App({ session }: { session: Session }) {
  return (
    <BrowserRouter>
      <Shown session={useShown(session)} />
    </BrowserRouter>
  )
}

function Shown({ session }: { session: Session }) {
  switch (session.status) {
    case 'signed-in':
      return <Inside user={session.user} />
    case 'loading':
      return firstLook === 'none' ? <Landing isStranger /> : <Checking />
    default:
      return session.status === 'failed' ? <Landing onRetry={session.retry} /> : <Landing isStranger />
  }
}

/** A page outside the app that is come to within it, as by the sign-in that stood in its place, loads anew. */
function Inside({ user }: { user: Extract<Session, { status: 'signed-in' }>['user'] }) {
  const { pathname } = useLocation()
  const isOutside = openPageAt(pathname) !== undefined
  useEffect(() => {
    if (isOutside) location.replace(pathname)
  }, [isOutside, pathname])
  return isOutside ? <Opening /> : <SignedIn key={user.id} user={user} />
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
