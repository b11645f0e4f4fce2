import { areaOf } from '../../ui/areaOf.tsx'
import { SharedPicture } from '../sharing/SharedPicture.tsx'
import { WrapPage } from './WrapPage.tsx'

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
