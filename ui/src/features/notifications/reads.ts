import { read } from '../../api/reads.ts'

const INBOX = { topics: ['notifications'] } as const

export const reads = {
  unread: read('/api/notifications/unread', INBOX),
  inbox: read('/api/notifications?limit=100', INBOX),
  older: read((before: number) => `/api/notifications?limit=100&before=${before}`, INBOX),
  settings: read('/api/notifications/settings', INBOX),
}
