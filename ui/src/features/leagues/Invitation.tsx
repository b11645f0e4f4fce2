import { Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { useSend } from '../../ui/useSend.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { shareCode } from './useLeagueActions.ts'

const Code = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 2px;
  font: var(--b5);

  & > span > span {
    display: inline-block;
    margin-right: 2px;
    padding: 5px 4px 6px;
    min-width: 1.6875rem;
    text-align: center;
    background: var(--surface-2);
  }
`

interface InvitationProps {
  leagueId: number
  joinCode: string
  canRenew: boolean
}

export function Invitation({ leagueId, joinCode, canRenew }: InvitationProps) {
  const { send } = useSend('leagues')
  const [isConfirming, setConfirming] = useState(false)
  const renew = () =>
    send(`/api/leagues/${leagueId}/join-code`, {
      done: { title: 'New join code', description: 'The old one no longer works.' },
      failed: 'Failed to change the join code',
    })
  return (
    <Panel title="Invitation">
      <PanelBody>
        <Stack>
          <Code>
            <VisuallyHidden>Join code {joinCode}</VisuallyHidden>
            <span aria-hidden>
              {[...joinCode].map((character, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a character has no identity but its index
                <span key={index}>{character}</span>
              ))}
            </span>
          </Code>
          <Small>Only members see this code. Upper or lower case both work.</Small>
          <Row>
            <Button kind="primary" onClick={() => shareCode(joinCode)}>
              <Copy aria-hidden />
              Share Join Code
            </Button>
            {canRenew && (
              <Button onClick={() => setConfirming(true)}>
                <RefreshCw aria-hidden />
                New code
              </Button>
            )}
          </Row>
        </Stack>
      </PanelBody>
      {isConfirming && (
        <ConfirmDialog
          title="A new join code?"
          action="New code"
          onConfirm={renew}
          onClose={() => setConfirming(false)}
        >
          The code {joinCode} will stop working, even where you’ve already shared it. Members stay in the league.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
