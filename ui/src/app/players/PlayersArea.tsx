import { useParams } from 'react-router-dom'
import type { PageProps } from '../../lib/area.ts'
import { idOf } from '../../lib/numbers.ts'
import { areaOf, byId } from '../../ui/areaOf.tsx'
import { Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { noPlayer, PlayerPage } from './PlayerPage.tsx'

const DuelPage = lazyComponent(
  () => import('./DuelPage.tsx').then((module) => module.DuelPage),
  <Wrap>
    <Loading label="Loading the duel" rows={8} />
  </Wrap>,
)

function DuelOf(props: PageProps & { id: number }) {
  const other = idOf(useParams().other)
  return other === null ? noPlayer : <DuelPage key={other} {...props} other={other} />
}

/** A shared duel's address ends in a key, which only its link preview needs. */
export const PlayersArea = areaOf({ ':id': byId(PlayerPage, noPlayer), ':id/duel/:other/*': byId(DuelOf, noPlayer) })
