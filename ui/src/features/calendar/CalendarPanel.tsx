import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import type { CalendarAddress } from '../../../../src/areas/calendar/contract.ts'
import { http } from '../../api/http.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Field } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { useAction } from '../../ui/useAction.ts'
import { addressOf, type Choice, subscriptionsOf } from './links.ts'
import { reads } from './reads.ts'

/** The reader’s favourite club. */
interface Club {
  readonly id: number
  readonly name: string
}

export function CalendarPanel({ club }: { club: Club | null }) {
  const read = useSWR<CalendarAddress>(reads.calendar.key, reads.calendar.fresh)
  const { run } = useAction()
  const [isConfirming, setConfirming] = useState(false)
  const renew = () =>
    run(async () => read.mutate(await http('/api/user/calendar/renew', { method: 'POST' }), { revalidate: false }), {
      done: { title: 'New calendar address', description: 'The old one has stopped.' },
      failed: 'Failed to change the calendar address',
      otherwise: 'Please try again in a moment.',
    })
  return (
    <Panel title="Calendar">
      <PanelBody>
        <Loaded
          read={read}
          failed="Unable to load your calendar address"
          loading={{ label: 'Loading your calendar address', rows: 2 }}
        >
          {({ path }) => <Address path={path} club={club} onRenew={() => setConfirming(true)} />}
        </Loaded>
      </PanelBody>
      {isConfirming && (
        <ConfirmDialog
          title="Make a new calendar address?"
          action="Make a new one"
          danger
          onConfirm={renew}
          onClose={() => setConfirming(false)}
        >
          The old one stops at once. Calendars using it stop updating, and you’ll need to add the new one yourself.
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function Address({ path, club, onRenew }: { path: string; club: Club | null; onRenew: () => void }) {
  const [choice, setChoice] = useState<Choice>('all')
  const address = addressOf(location.origin, path, choice, club?.id ?? null)
  return (
    <Stack>
      <Small>
        Every match with its kickoff, and the time it closes, with an alarm an hour before. It updates itself when
        matches move.
      </Small>
      <Field label="Which entries">
        <Select value={choice} onChange={(event) => setChoice(event.target.value as Choice)}>
          <option value="all">All matches</option>
          {club && <option value="club">{club.name} only</option>}
          <option value="cutoffs">Only the times matches close</option>
        </Select>
      </Field>
      <CopyField label="Your calendar address" link={address} />
      <Row as="ul" aria-label="Add to">
        {subscriptionsOf(address).map(({ name, href }) => (
          <li key={name}>
            <ButtonAnchor size="sm" href={href} target="_blank" rel="noopener noreferrer">
              {name}
            </ButtonAnchor>
          </li>
        ))}
      </Row>
      <Row>
        <Small>Anyone with this address sees the fixtures, never your picks.</Small>
        <Button size="sm" onClick={onRenew}>
          <RefreshCw aria-hidden />
          New address
        </Button>
      </Row>
    </Stack>
  )
}
