import { AccountSecurity } from '../../features/admin/AccountSecurity.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'

export function AccountsPage() {
  usePageTitle('Account Security')
  return <AccountSecurity />
}
