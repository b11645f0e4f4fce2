import { useEffect } from 'react'
import { firstCheck } from '../api/firstRead.ts'
import { onUnauthenticated } from '../api/http.ts'
import { useAnnounceSessionEnd, useForgetOthers, useRefreshSession, useSession } from '../features/session/api.ts'
import { entryOf } from '../features/session/model.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { Opening } from './Opening.tsx'
import { openPageAt } from './open-pages.tsx'

const load = () => import('./App.tsx')
const App = lazyComponent(() => load().then((module) => module.App), <Opening />)

const OpenPage = entryOf(location.search) === null ? openPageAt(location.pathname)?.Code : undefined
// What comes after the app is fetched beside it. Each import is a statement of its own: of two in one the build fetches both.
async function fetchAhead(): Promise<void> {
  if (firstCheck() === 'none') await import('../features/session/Landing.tsx')
  else await import('./Inside.tsx')
}
if (!OpenPage) for (const fetched of [load(), fetchAhead()]) void fetched.catch(() => {})

/**
 * What everybody has: who is here, and toasts. A page that is always available stands alone, without the router and the app; the way
 * from the one to the other loads anew.
 */
export function Root() {
  const session = useSession()
  const refresh = useRefreshSession()
  useEffect(() => onUnauthenticated(refresh), [refresh])
  useAnnounceSessionEnd(session.status)
  useForgetOthers(session.status === 'signed-in' ? session.user.id : null)

  return (
    <>
      <ErrorBoundary>{OpenPage ? <OpenPage session={session} /> : <App session={session} />}</ErrorBoundary>
      <Toaster />
    </>
  )
}
