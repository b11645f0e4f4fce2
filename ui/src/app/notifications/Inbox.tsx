import { NotificationPanel } from '../../features/notifications/NotificationPanel.tsx'
import { NOTICES } from './notices.ts'

export function Inbox({ onClose }: { onClose: () => void }) {
  return <NotificationPanel notices={NOTICES} onClose={onClose} />
}
