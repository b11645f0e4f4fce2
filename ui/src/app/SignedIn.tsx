import { Route, Routes, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import { useLive } from '../api/live.ts'
import { AchievementPopups } from '../features/achievements/AchievementPopups.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Wrap } from '../ui/layout.ts'
import { part } from '../ui/part.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { NotFound } from './NotFound.tsx'
import { Shell } from './Shell.tsx'

const Waiting = styled(Wrap)`
  padding-block: var(--s5);
`

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

const Admin = part(() => import('./admin/AdminArea.tsx').then((module) => module.AdminArea), checking)
const Leagues = part(() => import('./leagues/LeaguesArea.tsx').then((module) => module.LeaguesArea), waiting)
const Competitions = part(
  () => import('./competitions/CompetitionsArea.tsx').then((module) => module.CompetitionsArea),
  waiting,
)
const Achievements = part(
  () => import('./achievements/AchievementsPage.tsx').then((module) => module.AchievementsPage),
  waiting,
)
const Leaderboard = part(
  () => import('./leaderboard/LeaderboardPage.tsx').then((module) => module.LeaderboardPage),
  waiting,
)
const Teams = part(
  () => import('./leagues/TeamManagementArea.tsx').then((module) => module.TeamManagementArea),
  waiting,
)

/** Everything behind the sign-in. */
export function SignedIn({ user }: { user: CurrentUser }) {
  const live = useLive()
  const { pathname } = useLocation()
  return (
    <TooltipProvider>
      <Shell user={user} live={live}>
        <ErrorBoundary key={pathname}>
          <Routes>
            <Route path="/" element={<DashboardPage user={user} />} />
            <Route path="/leagues/*" element={<Leagues user={user} />} />
            <Route path="/competitions/*" element={<Competitions user={user} />} />
            <Route path="/achievements" element={<Achievements />} />
            <Route path="/leaderboard" element={<Leaderboard userId={user.id} />} />
            <Route path="/team-management/*" element={<Teams user={user} />} />
            <Route path="/admin/*" element={<Admin user={user} />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </ErrorBoundary>
      </Shell>
      <AchievementPopups userId={user.id} />
    </TooltipProvider>
  )
}
