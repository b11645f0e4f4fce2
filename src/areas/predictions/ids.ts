import type { IdKind } from '../../kernel/ids.ts'

export const predictionIds: IdKind = { name: 'prediction', views: ['predictions'] }
