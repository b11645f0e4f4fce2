import type { IdKind } from '../kernel/ids.ts'

export const leagueIds: IdKind = { name: 'league', views: ['leagues'], isOrdered: true }
