import { lazy, Suspense, useEffect } from 'react'
import { onUnauthenticated } from '../api/http.ts'
import { useForgetOthers, useRefreshSession, useSession } from '../features/session/api.ts'
import { Landing } from '../features/session/Landing.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { Opening } from './Opening.tsx'

const load = () => import('./SignedIn.tsx')
const SignedIn = lazy(() => load().then((module) => ({ default: module.SignedIn })))
// A session came along: the app's code is fetched while the session is being asked for.
if (document.querySelector('meta[name="plp-session"][content=maybe]')) void load().catch(() => {})

/** The session decides: the landing page for every path, or the app. */
export function App() {
  const session = useSession()
  const refresh = useRefreshSession()
  useEffect(() => onUnauthenticated(refresh), [refresh])
  useForgetOthers(session.status === 'signed-in' ? session.user.id : null)

  return (
    <>
      {session.status === 'signed-in' ? (
        <ErrorBoundary>
          <Suspense fallback={<Opening />}>
            <SignedIn key={session.user.id} user={session.user} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Landing onRetry={session.status === 'failed' ? session.retry : undefined} />
      )}
      <Toaster />
    </>
  )
}
