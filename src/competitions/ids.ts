import type { IdKind } from '../kernel/ids.ts'

export const competitionIds: IdKind = { name: 'competition', views: ['competitions'] }
