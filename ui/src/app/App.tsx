import { lazy, Suspense, useEffect } from 'react'
import { onUnauthenticated } from '../api/http.ts'
import { useRefreshSession, useSession } from '../features/session/api.ts'
import { Landing } from '../features/session/Landing.tsx'
import { rememberSignedIn, wasSignedIn } from '../lib/signedInHint.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { Opening } from './Opening.tsx'

const load = () => import('./SignedIn.tsx')
const SignedIn = lazy(() => load().then((module) => ({ default: module.SignedIn })))
if (wasSignedIn()) void load().catch(() => {})

/** The session decides: the landing page for every path, or the app. */
export function App() {
  const session = useSession()
  const refresh = useRefreshSession()
  useEffect(() => onUnauthenticated(refresh), [refresh])
  useEffect(() => {
    if (session.status === 'signed-in') rememberSignedIn(true)
    if (session.status === 'signed-out') rememberSignedIn(false)
  }, [session.status])

  return (
    <>
      {session.status === 'signed-in' ? (
        <ErrorBoundary>
          <Suspense fallback={<Opening />}>
            <SignedIn user={session.user} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Landing onRetry={session.status === 'failed' ? session.retry : undefined} />
      )}
      <Toaster />
    </>
  )
}
