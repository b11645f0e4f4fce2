import { styled } from 'styled-components'
import type { Reminders } from '../../../../src/areas/reminders/contract.ts'
import { gameweekPath } from '../../../../src/contracts/paths.ts'
import { dateTimeText, zoneText } from '../../../../src/contracts/time-zones.ts'
import { counted } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { listed, zoneOf } from './times.ts'

const Figure = styled.b`
  font: var(--b6);
  line-height: 1;
`

/** The next reminder, and where it will go. */
export function NextPanel({ reminders }: { reminders: Reminders }) {
  return (
    <Panel title="The next one">
      <PanelBody>
        <Next reminders={reminders} />
      </PanelBody>
    </Panel>
  )
}

function Next({ reminders: { next, settings, devices, emailConfirmed } }: { reminders: Reminders }) {
  if (next === null) return <p>No match is open, so there is nothing to remind you of.</p>
  if (next.missing === 0)
    return <p>Nothing to remind you of: all open matches of gameweek {next.gameweek} are picked.</p>
  const zone = zoneOf(settings)
  // The time of a new player may have passed (docs/rules.md R370).
  const isLate = next.dueAt !== null && Date.parse(next.dueAt) <= serverNow()
  const channels = [
    'inbox',
    ...(settings.mail && emailConfirmed ? ['email'] : []),
    ...(devices.length > 0 ? ['push'] : []),
  ]
  return (
    <Stack>
      <p>
        <Figure>{counted(next.missing, 'pick')} missing</Figure>
      </p>
      <p>
        For gameweek {next.gameweek}.{' '}
        {next.dueAt === null
          ? 'We’ve reminded you once, so this was it.'
          : `If they’re still missing ${isLate ? 'in ten minutes' : `on ${dateTimeText(next.dueAt, zone)} (${zoneText(zone)})`}, we’ll remind you by ${listed(channels)}.`}
      </p>
      <Row>
        <ButtonLink to={gameweekPath(next.gameweek)}>Pick them now</ButtonLink>
      </Row>
    </Stack>
  )
}
