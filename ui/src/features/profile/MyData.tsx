import { useState } from 'react'
import { styled } from 'styled-components'
import type { Profile } from '../../../../src/contracts/profile.ts'
import { Button } from '../../ui/Button.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useExport } from './api.ts'
import { DeleteDialog } from './DeleteDialog.tsx'

const Line = styled(Small)`
  display: block;
`

interface MyDataProps {
  readonly profile: Profile
  /** Deletes the account with its password; throws what the server refuses. */
  onDelete(password: string): Promise<void>
}

/** What the game holds about the reader: a copy of it, and the end of it. */
export function MyData({ profile, onDelete }: MyDataProps) {
  const { isBusy, save } = useExport()
  const [isAsking, ask] = useState(false)
  return (
    <Panel title="My data">
      <Rows>
        <li>
          <RowText>
            <b>Export</b>
            <Line>One JSON file of everything held about you, events included.</Line>
          </RowText>
          <Button size="sm" busy={isBusy} onClick={() => void save()}>
            <span>
              Export<VisuallyHidden> my data</VisuallyHidden>
            </span>
          </Button>
        </li>
        <li>
          <RowText>
            <b>Delete account</b>
            <Line>Permanent. Asks for your password.</Line>
          </RowText>
          <Button size="sm" onClick={() => ask(true)}>
            <span>
              Delete<VisuallyHidden> account</VisuallyHidden>
            </span>
          </Button>
        </li>
      </Rows>
      {isAsking && <DeleteDialog profile={profile} onDelete={onDelete} onClose={() => ask(false)} />}
    </Panel>
  )
}
