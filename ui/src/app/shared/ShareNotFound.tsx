import { Link2Off } from 'lucide-react'
import { HOME } from '../../lib/paths.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'

export function ShareNotFound() {
  usePageTitle('Prediction Not Found')
  return (
    <PanelBox as="div">
      <EmptyState
        isPage
        icon={Link2Off}
        title="Prediction Not Found"
        action={
          <ButtonAnchor kind="primary" href={HOME.to}>
            View on PLP
          </ButtonAnchor>
        }
      >
        This shared prediction doesn't exist or has been removed.
      </EmptyState>
    </PanelBox>
  )
}
