import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import { useLive } from '../api/live.ts'
import { AchievementPopups } from '../features/achievements/AchievementPopups.tsx'
import { useGuestDrafts } from '../features/predictions/drafts.ts'
import { useWaitingPicks } from '../features/predictions/useWaitingPicks.ts'
import { idOf } from '../lib/numbers.ts'
import { gameweekOf, gameweekPath, HOME, pageOf } from '../lib/paths.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { NotFound } from '../ui/NotFound.tsx'
import { Tooltips } from '../ui/Tooltips.tsx'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { HelpFoot } from './HelpFoot.tsx'
import { ADMIN_PAGES, PAGES } from './pages.tsx'
import { Shell } from './Shell.tsx'

export function SignedIn({ user }: { user: CurrentUser }) {
  const live = useLive()
  useGuestDrafts(user.id)
  useWaitingPicks(user.id)
  const { pathname, search } = useLocation()
  const gameweek = gameweekOf(pathname)
  // The gameweek in the address of older links.
  const linkedGameweek = idOf(new URLSearchParams(search).get('gameweek') ?? undefined)
  // One element for all its addresses: changing the gameweek does not change the page.
  const home = (
    <>
      <DashboardPage user={user} gameweek={gameweek} />
      <HelpFoot {...PAGES.find(({ path }) => path === HOME.to)?.help} />
    </>
  )
  return (
    <>
      <Shell user={user} live={live}>
        <ErrorBoundary key={pageOf(pathname)}>
          <Routes>
            <Route
              path={HOME.to}
              element={linkedGameweek === null ? home : <Navigate replace to={gameweekPath(linkedGameweek)} />}
            />
            {gameweek !== null && <Route path="/gameweeks/:gameweek" element={home} />}
            {PAGES.map(
              ({ path, isArea, title, help, Code }) =>
                Code && (
                  <Route
                    key={path}
                    path={isArea ? `${path}/*` : path}
                    element={
                      <>
                        <Code user={user} title={title} adminPages={ADMIN_PAGES} />
                        <HelpFoot {...help} />
                      </>
                    }
                  />
                ),
            )}
            {/* Recovery links to sign-in: signed-in readers continue to the home page. */}
            <Route path="/auth" element={<Navigate replace to={HOME.to} />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </ErrorBoundary>
      </Shell>
      <AchievementPopups userId={user.id} />
      <Tooltips />
    </>
  )
}
