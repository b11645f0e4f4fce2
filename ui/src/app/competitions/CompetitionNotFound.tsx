import { SearchX } from 'lucide-react'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { Page } from '../leagues/Page.ts'

/** The path names no competition. */
export function CompetitionNotFound() {
  usePageTitle('Competition not found')
  return (
    <Page>
      <PanelBox as="div">
        <EmptyState
          icon={SearchX}
          title="Competition not found"
          isPage
          action={
            <ButtonLink to="/competitions" kind="primary">
              Back to Competitions
            </ButtonLink>
          }
        >
          No competition has this address.
        </EmptyState>
      </PanelBox>
    </Page>
  )
}
