import { type FormEvent, useState } from 'react'
import type { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { AdminBadge } from '../../ui/AdminBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Form, Refused, refusalOf } from '../../ui/Form.tsx'
import { Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelBody, PanelFoot } from '../../ui/Panel.tsx'
import { useSend } from '../../ui/useSend.ts'
import { useSettings } from './useSettings.tsx'

interface SettingsProps {
  league: LeagueDetail
  isAdmin: boolean
  onLeave: () => Promise<void>
}

export function Settings({ league, isAdmin, onLeave }: SettingsProps) {
  const [isConfirming, setConfirming] = useState(false)
  const isLast = league.memberCount === 1
  const title = isAdmin ? 'League settings' : 'Membership'
  return (
    <Panel title={title} actions={isAdmin && <AdminBadge />}>
      {isAdmin && (
        <PanelBody>
          <SettingsEdit key={`${league.name} ${league.description} ${league.type}`} league={league} />
        </PanelBody>
      )}
      <PanelFoot>
        <Spread>
          <Small>
            {isLast
              ? 'You are the last member: the league closes when you leave.'
              : isAdmin
                ? 'When you leave, the longest-standing member becomes admin.'
                : 'You keep your points when you leave.'}
          </Small>
          <Button size="sm" kind="plain" onClick={() => setConfirming(true)}>
            Leave league
          </Button>
        </Spread>
      </PanelFoot>
      {isConfirming && (
        <ConfirmDialog
          title={`Leave ${league.name}?`}
          action="Leave league"
          danger
          onConfirm={onLeave}
          onClose={() => setConfirming(false)}
        >
          {isLast
            ? 'You’re the last member, so the league will close for good.'
            : `If you’re in a team here, you’ll leave it too.${league.type === 'private' ? ' You’ll need the join code to come back.' : ''}`}
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function SettingsEdit({ league: { id, name, description, type } }: { league: LeagueDetail }) {
  const { fields, check } = useSettings({ name, description: description ?? '', type })
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, send } = useSend('leagues')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const body = check()
    setRefused(null)
    if (!body) return
    const sent = await send(`/api/leagues/${id}`, {
      method: 'PATCH',
      body,
      done: { title: 'Settings saved', description: body.name },
      failed: 'Failed to save settings',
    })
    if (!sent.isDone) setRefused(refusalOf(sent.error))
  }

  return (
    <Form noValidate onSubmit={save}>
      {fields}
      {refused && <Refused>{refused}</Refused>}
      <Button type="submit" busy={isBusy}>
        Save settings
      </Button>
    </Form>
  )
}
