import { areaOf, byId } from '../../ui/areaOf.tsx'
import { MatchPage, noMatch } from './MatchPage.tsx'

export const MatchArea = areaOf({ ':id': byId(MatchPage, noMatch) })
