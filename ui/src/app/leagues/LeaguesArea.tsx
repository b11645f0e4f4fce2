import { areaOf, byId } from '../../ui/areaOf.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { InvalidLeague } from './InvalidLeague.tsx'
import { LeaguePage } from './LeaguePage.tsx'
import { LeaguesPage } from './LeaguesPage.tsx'
import { StatisticsPage } from './StatisticsPage.tsx'

const RulesPage = lazyComponent(
  () => import('../../features/league-rules/RulesPage.tsx').then((module) => module.RulesPage),
  null,
)

export const LeaguesArea = areaOf({
  '/': LeaguesPage,
  ':id': byId(LeaguePage, <InvalidLeague />),
  ':id/statistics': StatisticsPage,
  ':id/rules': byId(RulesPage, <InvalidLeague />),
})
