import { type FormEvent, useRef, useState } from 'react'
import type { LeagueDetail } from '../../../../src/contracts/leagues.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Form, Refused, refusalOf } from '../../ui/Form.tsx'
import { Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelBody, PanelFoot } from '../../ui/Panel.tsx'
import { useAction } from '../../ui/useAction.ts'
import { AdminBadge } from './AdminBadge.tsx'
import { useLeagueWrites } from './api.ts'
import { settingsOf } from './model.ts'
import { SettingsFields, type SettingsForm } from './SettingsFields.tsx'

interface SettingsProps {
  league: LeagueDetail
  isAdmin: boolean
  /** Tells its failure itself. */
  onLeave: () => Promise<void>
}

/** What the admin can change, and the way out for every member. */
export function Settings({ league, isAdmin, onLeave }: SettingsProps) {
  const [isAsking, ask] = useState(false)
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
                : 'Your points stay yours when you leave.'}
          </Small>
          <Button size="sm" kind="plain" onClick={() => ask(true)}>
            Leave league
          </Button>
        </Spread>
      </PanelFoot>
      {isAsking && (
        <ConfirmDialog
          title={`Leave ${league.name}?`}
          action="Leave league"
          danger
          onConfirm={onLeave}
          onClose={() => ask(false)}
        >
          {isLast
            ? 'You are its last member, so the league closes for good.'
            : `You leave your team in it too${league.type === 'private' ? ', and need its join code to come back' : ''}.`}
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function SettingsEdit({ league }: { league: LeagueDetail }) {
  const { change } = useLeagueWrites()
  const [form, setForm] = useState<SettingsForm>({
    name: league.name,
    description: league.description ?? '',
    type: league.type,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, run } = useAction()
  const name = useRef<HTMLInputElement>(null)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const { settings, problem: found } = settingsOf(form)
    setProblem(found ?? null)
    setRefused(null)
    if (!settings) return name.current?.focus()
    const sent = await run(() => change(league.id, settings), {
      done: { title: 'Settings saved', description: settings.name },
      failed: 'Failed to save settings',
    })
    if (!sent.isDone) setRefused(refusalOf(sent.error))
  }

  return (
    <Form noValidate onSubmit={send}>
      <SettingsFields
        form={form}
        problem={problem}
        nameRef={name}
        onChange={(part) => setForm((now) => ({ ...now, ...part }))}
      />
      {refused && <Refused>{refused}</Refused>}
      <Button type="submit" busy={isBusy}>
        Save settings
      </Button>
    </Form>
  )
}
