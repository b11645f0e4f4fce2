import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Reminders, ReminderTime } from '../../../../src/areas/reminders/contract.ts'
import { zoneText } from '../../../../src/contracts/time-zones.ts'
import { timeText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Options } from '../../ui/Options.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { zoneOf } from './times.ts'
import { useSettings } from './useSettings.ts'

const optionsIn = (zone: string): readonly { value: ReminderTime; name: string; figure: string; text: string }[] => [
  {
    value: 'day',
    name: 'A day before',
    figure: '24 h',
    text: '24 hours before your first missing match closes.',
  },
  { value: 'evening', name: 'The evening before', figure: '19:00', text: `At 19:00, ${zoneText(zone)}.` },
  { value: 'late', name: 'Late, but in time', figure: '2 h', text: 'For those who decide on the day.' },
]

const zones = (present: string): readonly { value: string; label: string }[] =>
  [...new Set([present, ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }))

/** When reminders go out, and the time zone of the reader. */
export function WhenPanel({ settings }: Pick<Reminders, 'settings'>) {
  const [draft, setDraft] = useState<{ readonly when?: ReminderTime; readonly timeZone?: string }>({})
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const { isBusy, change } = useSettings()
  const { when, timeZone } = { when: settings.when, timeZone: zoneOf(settings), ...draft }
  const save = async () => {
    if (!(await change({ when, timeZone })).isDone) return
    setDraft((now) => (now === draft ? {} : now))
    setSavedAt(new Date().toISOString())
  }
  return (
    <Panel title="When">
      <PanelBody>
        <Stack>
          <Options
            legend="When to remind me"
            options={optionsIn(timeZone)}
            value={when}
            onChoose={(next) => setDraft({ ...draft, when: next })}
          />
          <Field
            label="Your time zone"
            hint="We send nothing between 22:00 and 8:00 there. What falls into the night comes before it."
          >
            <Choice
              value={timeZone}
              options={zones(timeZone)}
              onChoose={(next) => setDraft({ ...draft, timeZone: next })}
            />
          </Field>
          <Small>Picked everything? Then you hear nothing.</Small>
          <Row>
            <Button kind="primary" busy={isBusy} onClick={() => void save()}>
              Save
            </Button>
            <Small role="status">
              {savedAt !== null && Object.keys(draft).length === 0 && (
                <>
                  <Check aria-hidden size={14} /> Saved {timeText(savedAt)}
                </>
              )}
            </Small>
          </Row>
        </Stack>
      </PanelBody>
    </Panel>
  )
}
