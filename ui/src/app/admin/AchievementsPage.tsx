import { RetroactiveAchievements } from '../../features/admin/RetroactiveAchievements.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'

export function AchievementsPage() {
  usePageTitle('Unlock Achievements')
  return <RetroactiveAchievements />
}
