import { lazy, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import { useLive } from '../api/live.ts'
import { AchievementPopups } from '../features/achievements/AchievementPopups.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Wrap } from '../ui/layout.ts'
import { Loading } from '../ui/Skeleton.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { NotFound } from './NotFound.tsx'
import { Shell } from './Shell.tsx'

const Waiting = styled(Wrap)`
  padding-block: var(--s5);
`

const Admin = lazy(() => import('./admin/AdminArea.tsx').then((module) => ({ default: module.AdminArea })))

const Leagues = lazy(() => import('./leagues/LeaguesArea.tsx').then((module) => ({ default: module.LeaguesArea })))
const Competitions = lazy(() =>
  import('./competitions/CompetitionsArea.tsx').then((module) => ({ default: module.CompetitionsArea })),
)
const Achievements = lazy(() =>
  import('./achievements/AchievementsPage.tsx').then((module) => ({ default: module.AchievementsPage })),
)
const Teams = lazy(() =>
  import('./leagues/TeamManagementArea.tsx').then((module) => ({ default: module.TeamManagementArea })),
)

const waiting = (
  <Waiting>
    <Loading label="Loading the page" rows={5} />
  </Waiting>
)

const checking = (
  <Waiting>
    <p role="status">Checking access permissions...</p>
  </Waiting>
)

/** Everything behind the sign-in. */
export function SignedIn({ user }: { user: CurrentUser }) {
  const live = useLive()
  const { pathname } = useLocation()
  return (
    <TooltipProvider>
      <Shell user={user} live={live}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={waiting}>
            <Routes>
              <Route path="/" element={<DashboardPage user={user} />} />
              <Route path="/leagues/*" element={<Leagues user={user} />} />
              <Route path="/competitions/*" element={<Competitions user={user} />} />
              <Route path="/achievements" element={<Achievements />} />
              <Route path="/team-management/*" element={<Teams user={user} />} />
              <Route
                path="/admin/*"
                element={
                  <Suspense fallback={checking}>
                    <Admin user={user} />
                  </Suspense>
                }
              />
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <AchievementPopups userId={user.id} />
    </TooltipProvider>
  )
}
