import type { IdKind } from '../kernel/ids.ts'

export const shoutIds: IdKind = { name: 'shout', views: ['shouts'] }
