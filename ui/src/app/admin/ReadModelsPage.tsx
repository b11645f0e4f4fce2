import { ReadModels } from '../../features/admin/ReadModels.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'

export function ReadModelsPage() {
  usePageTitle('Read Models')
  return <ReadModels />
}
