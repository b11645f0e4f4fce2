import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import { gameweekPath } from '../../../src/contracts/paths.ts'
import { useLive } from '../api/live.ts'
import { AchievementPopups } from '../features/achievements/AchievementPopups.tsx'
import { useGuestDrafts } from '../features/predictions/drafts.ts'
import type { DrawnPage } from '../lib/area.ts'
import { idOf } from '../lib/numbers.ts'
import { gameweekOf, HOME, pageOf } from '../lib/paths.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { NotFound } from '../ui/NotFound.tsx'
import { Tooltips } from '../ui/Tooltips.tsx'
import { HelpFoot } from './HelpFoot.tsx'
import { ADMIN_PAGES, HOME_PAGE, PAGES } from './pages.tsx'
import { Shell } from './Shell.tsx'
import { useOffline } from './useOffline.ts'

export function SignedIn({ user }: { user: CurrentUser }) {
  const live = useLive()
  useGuestDrafts(user.id)
  const Offline = useOffline()
  const { pathname, search } = useLocation()
  const gameweek = gameweekOf(pathname)
  // The gameweek in the address of older links.
  const linkedGameweek = idOf(new URLSearchParams(search).get('gameweek') ?? undefined)
  const contentOf = ({ title, help, Code }: DrawnPage) => (
    <>
      <Code user={user} title={title} adminPages={ADMIN_PAGES} />
      <HelpFoot {...help} />
    </>
  )
  return (
    <>
      <Shell user={user} live={live}>
        {Offline && <Offline userId={user.id} />}
        <ErrorBoundary key={pageOf(pathname)}>
          <Routes>
            {/* One element for all addresses of the home page: changing the gameweek does not change the page. */}
            <Route
              path={HOME.to}
              element={
                linkedGameweek === null ? contentOf(HOME_PAGE) : <Navigate replace to={gameweekPath(linkedGameweek)} />
              }
            />
            {gameweek !== null && <Route path="/gameweeks/:gameweek" element={contentOf(HOME_PAGE)} />}
            {PAGES.map(
              (page) =>
                page !== HOME_PAGE && (
                  <Route key={page.path} path={page.isArea ? `${page.path}/*` : page.path} element={contentOf(page)} />
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
