import { areaOf, byId } from '../../ui/areaOf.tsx'
import { InvalidLeague } from './InvalidLeague.tsx'
import { LeaguePage } from './LeaguePage.tsx'
import { LeaguesPage } from './LeaguesPage.tsx'
import { StatisticsPage } from './StatisticsPage.tsx'

export const LeaguesArea = areaOf({
  '/': LeaguesPage,
  ':id': byId(LeaguePage, <InvalidLeague />),
  ':id/statistics': StatisticsPage,
})
