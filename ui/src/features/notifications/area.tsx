import type { Area } from '../../lib/area.ts'
import { NotificationBell } from './NotificationBell.tsx'

const loadPanel = () => import('../../app/notifications/Inbox.tsx').then((module) => module.Inbox)

export const notifications: Area = {
  tools: [{ name: 'notifications', Code: () => <NotificationBell loadPanel={loadPanel} />, onPhones: 'header' }],
}
