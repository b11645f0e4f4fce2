import { Route, Routes, useParams } from 'react-router-dom'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import { idOf } from '../../lib/numbers.ts'
import { NotFound } from '../NotFound.tsx'
import type { PageProps } from '../page.ts'
import { CompetitionNotFound } from './CompetitionNotFound.tsx'
import { CompetitionPage } from './CompetitionPage.tsx'
import { CompetitionsPage } from './CompetitionsPage.tsx'

/** Everything below /competitions. */
export function CompetitionsArea({ user, title }: PageProps) {
  return (
    <Routes>
      <Route index element={<CompetitionsPage user={user} title={title} />} />
      <Route path=":id" element={<OfPath user={user} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function OfPath({ user }: { user: CurrentUser }) {
  const id = idOf(useParams().id)
  return id === null ? <CompetitionNotFound /> : <CompetitionPage key={id} id={id} userId={user.id} />
}
