import { FixtureAdministration } from '../../features/admin/FixtureAdministration.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'

export function FixturesPage() {
  usePageTitle('Fixtures')
  return <FixtureAdministration />
}
