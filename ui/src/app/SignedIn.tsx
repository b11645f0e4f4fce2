import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import { useLive } from '../api/live.ts'
import { AchievementPopups } from '../features/achievements/AchievementPopups.tsx'
import { useGuestDrafts } from '../features/predictions/useDrafts.ts'
import { idOf } from '../lib/numbers.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useTooltips } from '../ui/Tooltip.tsx'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { HelpFoot } from './HelpFoot.tsx'
import { NotFound } from './NotFound.tsx'
import { PAGES } from './pages.tsx'
import { gameweekOf, gameweekPath, HOME, pageOf } from './paths.ts'
import { Shell } from './Shell.tsx'

/** Everything behind the sign-in. */
export function SignedIn({ user }: { user: CurrentUser }) {
  const live = useLive()
  useTooltips()
  useGuestDrafts(user.id)
  const { pathname, search } = useLocation()
  const gameweek = gameweekOf(pathname)
  // The gameweek's address of older links.
  const asked = idOf(new URLSearchParams(search).get('gameweek') ?? undefined)
  // The same element for all its addresses: another gameweek is no other page.
  const home = (
    <>
      <DashboardPage user={user} gameweek={gameweek} />
      <HelpFoot {...PAGES.home.help} />
    </>
  )
  return (
    <>
      <Shell user={user} live={live}>
        <ErrorBoundary key={pageOf(pathname)}>
          <Routes>
            <Route path={HOME.to} element={asked === null ? home : <Navigate replace to={gameweekPath(asked)} />} />
            {gameweek !== null && <Route path="/gameweeks/:gameweek" element={home} />}
            {Object.values(PAGES).map(
              ({ path, isArea, title, pages, help, Code }) =>
                Code && (
                  <Route
                    key={path}
                    path={isArea ? `${path}/*` : path}
                    element={
                      <>
                        <Code user={user} title={title} pages={pages && Object.values(pages)} />
                        <HelpFoot {...help} />
                      </>
                    }
                  />
                ),
            )}
            {/* Where recovery sends those who want to sign in: whoever is, goes on. */}
            <Route path="/auth" element={<Navigate replace to={HOME.to} />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </ErrorBoundary>
      </Shell>
      <AchievementPopups userId={user.id} />
    </>
  )
}
