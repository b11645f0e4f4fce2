import type { ReactNode } from 'react'
import { entryQuery } from '../../features/session/model.ts'
import { HOME } from '../../lib/paths.ts'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'

/** The invitation's panel with its button, which comes with the page. Its content may follow. */
export function InvitationPanel({ children }: { children: ReactNode }) {
  return (
    <Panel title="Join the Game">
      <PanelBody>
        <Stack>
          {children}
          <ButtonAnchor block kind="primary" href={HOME.to + entryQuery('register')}>
            Create Account
          </ButtonAnchor>
          <Small as="p">Free to play. Points only, no money.</Small>
        </Stack>
      </PanelBody>
    </Panel>
  )
}
