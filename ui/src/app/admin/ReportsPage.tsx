import { MessageReports } from '../../features/admin/MessageReports.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'

export function ReportsPage() {
  usePageTitle('Reported Messages')
  return <MessageReports />
}
