import type { IdKind } from '../../kernel/ids.ts'

/** Ids of messages and of reports, which share a sequence. */
export const messageIds: IdKind = { name: 'message', views: ['messages', 'message_reports'] }
