import { useEffect } from 'react'
import { firstCheck } from '../api/firstRead.ts'
import { onUnauthenticated } from '../api/http.ts'
import { forgetReads } from '../api/storedReads.ts'
import { useAnnounceSessionEnd, useForgetOthers, useRefreshSession, useSession } from '../features/session/api.ts'
import { entryOf } from '../features/session/model.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { App, fetchAhead } from './App.tsx'
import { openPageAt } from './open-pages.tsx'

const OpenPage =
  entryOf(location.search) === null ? openPageAt(location.pathname, firstCheck() === 'none')?.Code : undefined
if (OpenPage) OpenPage.ahead()
else fetchAhead()

/**
 * Elements for all readers: the session and toasts. An open page is rendered without router and app, and links between
 * both reload.
 */
export function Root() {
  const session = useSession()
  const refresh = useRefreshSession()
  useEffect(() => onUnauthenticated(refresh), [refresh])
  useEffect(() => {
    if (session.status === 'signed-out') forgetReads()
  }, [session.status])
  useAnnounceSessionEnd(session.status)
  useForgetOthers(session.status === 'signed-in' ? session.user.id : null)

  return (
    <>
      <ErrorBoundary>{OpenPage ? <OpenPage session={session} /> : <App session={session} />}</ErrorBoundary>
      <Toaster />
    </>
  )
}
