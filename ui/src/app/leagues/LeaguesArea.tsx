import { areaOf, byId } from '../../ui/areaOf.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { InvalidLeague, LeagueNotFound } from './InvalidLeague.tsx'
import { LeaguePage } from './LeaguePage.tsx'
import { LeaguesPage } from './LeaguesPage.tsx'

const RulesPage = lazyComponent(
  () => import('../../features/league-rules/RulesPage.tsx').then((module) => module.RulesPage),
  null,
)

const StatisticsPage = lazyComponent(
  () => import('./StatisticsPage.tsx').then((module) => module.StatisticsPage),
  <Loading label="Loading league statistics" rows={8} />,
)

export const LeaguesArea = areaOf({
  '/': LeaguesPage,
  ':id': byId(LeaguePage, <InvalidLeague />),
  ':id/statistics': StatisticsPage,
  ':id/rules': byId((page) => <RulesPage {...page} gone={<LeagueNotFound />} />, <InvalidLeague />),
})
