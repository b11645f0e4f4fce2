import type { IdKind } from '../kernel/ids.ts'

export const leagueIds: IdKind = {
  name: 'league',
  views: ['leagues'],
  hidden: { group: 'leagues', tables: ['leagues'] },
  isOrdered: true,
}
