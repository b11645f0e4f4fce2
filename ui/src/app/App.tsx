import { useDeferredValue, useEffect } from 'react'
import { onUnauthenticated } from '../api/http.ts'
import { type Session, useForgetOthers, useRefreshSession, useSayEnded, useSession } from '../features/session/api.ts'
import { Landing } from '../features/session/Landing.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { part } from '../ui/part.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { Opening } from './Opening.tsx'
import { openPageAt } from './open-pages.tsx'

const load = () => import('./SignedIn.tsx')
const SignedIn = part(() => load().then((module) => module.SignedIn), <Opening />)
const OpenPage = openPageAt(location.pathname)?.Code
// A session came along: the app's code is fetched while the session is being asked for.
if (!OpenPage && document.querySelector('meta[name="plp-session"][content=maybe]')) void load().catch(() => {})

/** The session decides: the landing page for every path, or the app. Pages that are always available stand alone. */
export function App() {
  const session = useSession()
  const shown = useShown(session)
  const refresh = useRefreshSession()
  useEffect(() => onUnauthenticated(refresh), [refresh])
  useSayEnded(session.status)
  useForgetOthers(session.status === 'signed-in' ? session.user.id : null)

  return (
    <>
      {OpenPage ? (
        <ErrorBoundary>
          <OpenPage session={session} />
        </ErrorBoundary>
      ) : shown.status === 'signed-in' ? (
        <ErrorBoundary>
          <SignedIn key={shown.user.id} user={shown.user} />
        </ErrorBoundary>
      ) : (
        <Landing
          isStranger={shown.status === 'signed-out'}
          onRetry={shown.status === 'failed' ? shown.retry : undefined}
        />
      )}
      <Toaster />
    </>
  )
}

/** The app is drawn in slices when somebody comes in, so that the page answers meanwhile; who leaves has left at once. */
function useShown(session: Session): Session {
  const before = useDeferredValue(session)
  return session.status === 'signed-in' && before.status !== 'signed-in' ? before : session
}
