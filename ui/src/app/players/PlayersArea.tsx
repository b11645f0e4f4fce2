import { Route, Routes, useParams } from 'react-router-dom'
import { idOf } from '../../lib/numbers.ts'
import { NotFound } from '../NotFound.tsx'
import type { PageProps } from '../page.ts'
import { PlayerNotFound } from './PlayerNotFound.tsx'
import { PlayerPage } from './PlayerPage.tsx'

/** Everything below /players. */
export function PlayersArea({ user, title }: PageProps) {
  return (
    <Routes>
      <Route path=":id" element={<OfPath readerId={user.id} title={title} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function OfPath({ readerId, title }: { readerId: number; title: string | null }) {
  const id = idOf(useParams().id)
  return id === null ? <PlayerNotFound /> : <PlayerPage key={id} id={id} readerId={readerId} title={title} />
}
