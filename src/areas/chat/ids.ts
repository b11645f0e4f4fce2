import type { IdKind } from '../../kernel/ids.ts'

/** Messages, and reports of them: both count by one sequence. */
export const messageIds: IdKind = { name: 'message', views: ['messages', 'message_reports'] }
