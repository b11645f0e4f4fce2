import type { IdKind } from '../kernel/ids.ts'

export const feedbackIds: IdKind = { name: 'feedback', views: ['feedback'], isOrdered: true }
