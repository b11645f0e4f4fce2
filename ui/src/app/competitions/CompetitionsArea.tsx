import { areaOf, byId } from '../../ui/areaOf.tsx'
import { CompetitionPage, noCompetition } from './CompetitionPage.tsx'
import { CompetitionsPage } from './CompetitionsPage.tsx'

export const CompetitionsArea = areaOf({ '/': CompetitionsPage, ':id': byId(CompetitionPage, noCompetition) })
