import type { IdKind } from '../kernel/ids.ts'

/** Users. */
export const userIds: IdKind = { name: 'user', views: ['people'], isOrdered: true }
