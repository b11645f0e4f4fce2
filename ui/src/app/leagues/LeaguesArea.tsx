import { Route, Routes, useParams } from 'react-router-dom'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import { idOf } from '../../lib/numbers.ts'
import { NotFound } from '../NotFound.tsx'
import type { PageProps } from '../page.ts'
import { InvalidLeague } from './InvalidLeague.tsx'
import { LeaguePage } from './LeaguePage.tsx'
import { LeaguesPage } from './LeaguesPage.tsx'
import { StatisticsPage } from './StatisticsPage.tsx'

/** Everything below /leagues. */
export function LeaguesArea({ user, title }: PageProps) {
  return (
    <Routes>
      <Route index element={<LeaguesPage user={user} title={title} />} />
      <Route path=":id" element={<League user={user} />} />
      <Route path=":id/statistics" element={<LeagueStatistics user={user} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function League({ user }: { user: CurrentUser }) {
  const id = idOf(useParams().id)
  return id === null ? <InvalidLeague /> : <LeaguePage key={id} id={id} user={user} />
}

function LeagueStatistics({ user }: { user: CurrentUser }) {
  return <StatisticsPage id={idOf(useParams().id)} username={user.username} />
}
