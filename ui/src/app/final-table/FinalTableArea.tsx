import { FinalTablePage } from '../../features/final-table/FinalTablePage.tsx'
import type { PageProps } from '../../lib/area.ts'
import { areaOf } from '../../ui/areaOf.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { ShareTable } from './ShareTable.tsx'

const SharedPicture = lazyComponent(
  () => import('../sharing/SharedPicture.tsx').then((module) => module.SharedPicture),
  <Loading label="Loading" rows={4} />,
)

const Own = (props: PageProps) => (
  <FinalTablePage {...props} share={(path, title) => <ShareTable path={path} title={title} />} />
)

export const FinalTableArea = areaOf(
  { '/': Own },
  <SharedPicture
    // Player, season and key.
    address={/^\/final-table\/\d+\/[\w-]+\/\w+$/}
    title="A final table"
    alt="A player’s final table beside the present one"
    own={{ to: '/final-table', label: 'Your own final table' }}
  />,
)
