import { areaOf } from '../../ui/areaOf.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { WrapPage } from './WrapPage.tsx'

const SharedPicture = lazyComponent(
  () => import('../sharing/SharedPicture.tsx').then((module) => module.SharedPicture),
  <Loading label="Loading" rows={4} />,
)

export const WrapArea = areaOf(
  { '/': WrapPage },
  <SharedPicture
    // Player, season, part and key.
    address={/^\/wrap\/\d+\/[\w-]+\/(half|season)\/\w+$/}
    title="A season in six cards"
    alt="A player’s season in numbers"
    own={{ to: '/wrap', label: 'Your own season' }}
  />,
)
