import { Copy, QrCode, RefreshCw, Share2 } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { useSend } from '../../ui/useSend.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { joinLink } from './invitation.ts'
import { invite, shareCode } from './useLeagueActions.ts'

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

const loadQr = () => import('./QrDialog.tsx').then((module) => module.QrDialog)

interface InvitationProps {
  leagueId: number
  name: string
  joinCode: string
  canRenew: boolean
}

export function Invitation({ leagueId, name, joinCode, canRenew }: InvitationProps) {
  const { send } = useSend('leagues')
  const [isConfirming, setConfirming] = useState(false)
  const qr = useLazyComponent(loadQr, 'QR code not loaded')
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
            <Button kind="primary" onClick={() => invite({ name, joinCode })}>
              <Share2 aria-hidden />
              Share invitation
            </Button>
            <Button busy={qr.busy} onClick={() => void qr.open()}>
              <QrCode aria-hidden />
              QR code
            </Button>
            <Button onClick={() => shareCode(joinCode)}>
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
          The code {joinCode} and its link will stop working, even where you’ve already shared them. Members stay in the
          league.
        </ConfirmDialog>
      )}
      {qr.Component && <qr.Component name={name} link={joinLink(location.origin, joinCode)} onClose={qr.close} />}
    </Panel>
  )
}
