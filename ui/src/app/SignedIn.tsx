import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import { useLive } from '../api/live.ts'
import { AchievementPopups } from '../features/achievements/AchievementPopups.tsx'
import { idOf } from '../lib/numbers.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Wrap } from '../ui/layout.ts'
import { part } from '../ui/part.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { NotFound } from './NotFound.tsx'
import { gameweekOf, gameweekPath, pageOf } from './navigation.ts'
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
const Table = part(() => import('./table/TablePage.tsx').then((module) => module.TablePage), waiting)
const Teams = part(
  () => import('./leagues/TeamManagementArea.tsx').then((module) => module.TeamManagementArea),
  waiting,
)

/** Everything behind the sign-in. */
export function SignedIn({ user }: { user: CurrentUser }) {
  const live = useLive()
  const { pathname, search } = useLocation()
  const gameweek = gameweekOf(pathname)
  // The gameweek's address of older links.
  const asked = idOf(new URLSearchParams(search).get('gameweek') ?? undefined)
  // The same element for all its addresses: another gameweek is no other page.
  const home = <DashboardPage user={user} gameweek={gameweek} />
  return (
    <TooltipProvider>
      <Shell user={user} live={live}>
        <ErrorBoundary key={pageOf(pathname)}>
          <Routes>
            <Route path="/" element={asked === null ? home : <Navigate replace to={gameweekPath(asked)} />} />
            {gameweek !== null && <Route path="/gameweeks/:gameweek" element={home} />}
            <Route path="/leagues/*" element={<Leagues user={user} />} />
            <Route path="/competitions/*" element={<Competitions user={user} />} />
            <Route path="/achievements" element={<Achievements />} />
            <Route path="/leaderboard" element={<Leaderboard userId={user.id} />} />
            <Route path="/table" element={<Table />} />
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
