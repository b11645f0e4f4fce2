import { useEffect } from 'react'
import { firstCheck } from '../api/firstRead.ts'
import { onUnauthenticated } from '../api/http.ts'
import { useAnnounceSessionEnd, useForgetOthers, useRefreshSession, useSession } from '../features/session/api.ts'
import { entryOf } from '../features/session/model.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { App } from './App.tsx'
import { openPageAt } from './open-pages.tsx'

const OpenPage = entryOf(location.search) === null ? openPageAt(location.pathname)?.Code : undefined
// Loads the code needed next in parallel. Each import has its own statement, since the build would fetch both
// imports of one statement.
async function fetchAhead(): Promise<void> {
  if (firstCheck() === 'none') await import('../features/session/Landing.tsx')
  else await import('./Inside.tsx')
}
if (!OpenPage) void fetchAhead().catch(() => {})

/**
 * Elements for all readers: the session and toasts. An open page is rendered without router and app, and links between
 * both reload.
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
