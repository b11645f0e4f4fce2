import { areaOf, byId } from '../../ui/areaOf.tsx'
import { noPlayer, PlayerPage } from './PlayerPage.tsx'

export const PlayersArea = areaOf({ ':id': byId(PlayerPage, noPlayer) })
