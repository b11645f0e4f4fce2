import type { Reminders } from '../../../../src/areas/reminders/contract.ts'
import { dateTimeText } from '../../../../src/contracts/time-zones.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { zoneOf } from './times.ts'

const NAMES = { inbox: 'inbox', mail: 'email', push: 'push' } as const

/** The last reminders and their channels. */
export function SentPanel({ reminders: { sent, settings } }: { reminders: Reminders }) {
  return (
    <Panel title="What we sent">
      {sent.length === 0 ? (
        <PanelBody>
          <p>Nothing yet.</p>
        </PanelBody>
      ) : (
        <Rows aria-label="Sent reminders">
          {sent.map(({ season, gameweek, missing, sentAt, channels }) => (
            <li key={`${season} ${gameweek}`}>
              <RowText>
                <b>Gameweek {gameweek}</b>
                <Small as="div">
                  {dateTimeText(sentAt, zoneOf(settings))} · {channels.map((channel) => NAMES[channel]).join(', ')}
                </Small>
              </RowText>
              <Small>{missing} missing</Small>
            </li>
          ))}
        </Rows>
      )}
    </Panel>
  )
}
