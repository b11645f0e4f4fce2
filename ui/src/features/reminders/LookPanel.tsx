import { styled } from 'styled-components'
import type { Reminders } from '../../../../src/areas/reminders/contract.ts'
import { pushText } from '../../../../src/contracts/reminder-words.ts'
import { DAY } from '../../lib/durations.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { zoneOf } from './times.ts'

const Drawn = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s2) var(--s3);
  align-items: start;
  padding: var(--s3);
  background: var(--surface-2);

  img {
    width: 40px;
    height: 40px;
  }
  b,
  small {
    display: block;
  }
`

/** A push message as a device shows it: of the next reminder, or an example. */
export function LookPanel({ reminders: { next, settings } }: { reminders: Reminders }) {
  const now = serverNow()
  const isNext = next !== null && next.closesAt !== null && next.firstMatch !== null
  const about = isNext
    ? { gameweek: next.gameweek, missing: next.missing, cutoff: next.closesAt!, firstMatch: next.firstMatch! }
    : {
        gameweek: next?.gameweek ?? 1,
        missing: 4,
        cutoff: `${new Date(now + DAY).toISOString().slice(0, 10)}T14:55:00.000Z`,
        firstMatch: 'Brentford v Burnley',
      }
  const sent = isNext ? Math.min(Math.max(now, Date.parse(next.dueAt ?? '') || 0), Date.parse(about.cutoff)) : now
  const at = new Date(sent).toISOString()
  const { title, body } = pushText(about, at, zoneOf(settings))
  return (
    <Panel title="How it looks" actions={isNext ? null : <Small>an example</Small>}>
      <PanelBody>
        <Drawn>
          <img src="/icon-192.png" alt="" width={40} height={40} />
          <div>
            <b>{title}</b>
            {body}
            <Small as="div">PLP · now</Small>
          </div>
        </Drawn>
      </PanelBody>
    </Panel>
  )
}
