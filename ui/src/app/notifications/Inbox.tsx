import { NotificationPanel } from '../../features/notifications/NotificationPanel.tsx'
import { NOTIFICATION_KINDS } from './notificationKinds.ts'

export function Inbox({ onClose }: { onClose: () => void }) {
  return <NotificationPanel kinds={NOTIFICATION_KINDS} onClose={onClose} />
}
