import { useId, useState } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Reminders } from '../../../../src/areas/reminders/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { canAsk } from './browser.ts'
import { reads } from './reads.ts'
import { usePush } from './usePush.tsx'
import { useSettings } from './useSettings.ts'

const Card = styled(PanelBox)`
  display: grid;
  gap: var(--s3);
  padding: var(--s4);
`

/** Asks once whether the reader wants push on this device, before the browser does. A no is kept for good. */
export function PushQuestion() {
  const { data } = useSWR<Reminders>(reads.reminders.key)
  const [isOpen, setOpen] = useState(canAsk)
  if (!isOpen || !data || data.settings.pushDeclined) return null
  return <Question reminders={data} onDone={() => setOpen(false)} />
}

function Question({ reminders, onDone }: { reminders: Reminders; onDone: () => void }) {
  const id = useId()
  const push = usePush(reminders)
  const { isBusy, change } = useSettings()
  const isAsking = push.busy === 'on'
  const accept = async () => {
    await push.turnOn()
    onDone()
  }
  const decline = async () => {
    if ((await change({ pushDeclined: true })).isDone) onDone()
  }
  return (
    <Card aria-labelledby={id} aria-busy={isAsking}>
      <h2 id={id}>{isAsking ? 'Your browser is asking' : 'Shall we nudge you?'}</h2>
      <Small>
        {isAsking
          ? 'Choose “Allow” there. We send nothing until you do.'
          : 'Once a gameweek, on this device, only when picks are missing. Your browser will ask too.'}
      </Small>
      <Row>
        <Button kind="primary" busy={isAsking} onClick={() => void accept()}>
          {isAsking ? 'Waiting' : 'Yes, nudge me'}
        </Button>
        {!isAsking && (
          <Button kind="plain" busy={isBusy} onClick={() => void decline()}>
            Not now
          </Button>
        )}
      </Row>
    </Card>
  )
}
