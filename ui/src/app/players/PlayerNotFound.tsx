import { UserX } from 'lucide-react'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { Page } from '../leagues/Page.ts'

/** Nobody has this address; whoever is deleted had it, and it is not said which. */
export function PlayerNotFound() {
  usePageTitle('Player not found')
  return (
    <Page>
      <PanelBox as="div">
        <EmptyState
          icon={UserX}
          title="Player not found"
          isPage
          action={
            <ButtonLink to="/leaderboard" kind="primary">
              To the leaderboard
            </ButtonLink>
          }
        >
          Nobody plays at this address, or nobody does any more.
        </EmptyState>
      </PanelBox>
    </Page>
  )
}
