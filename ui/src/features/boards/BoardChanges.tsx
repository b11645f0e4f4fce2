import { CalendarClock, Check } from 'lucide-react'
import { styled } from 'styled-components'
import type { AsOf, BoardChange, PastEntry } from '../../../../src/areas/boards/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { fullTime, shortTime } from '../../lib/when.ts'
import { Small } from '../../ui/layout.ts'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { changeTitle, effectText, ownText, resultText } from './past.ts'

const Changes = styled.ul`
  list-style: none;

  & > li {
    display: grid;
    gap: 4px;
    padding: 12px var(--s4);
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  & > li > b {
    font: 600 var(--t4) / 1.15 var(--board);
  }
`

const Scores = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  font-size: var(--t1);
  color: var(--muted);

  s {
    font: var(--b4);
    text-decoration-thickness: 2px;
  }
  b {
    font: var(--b4);
    color: var(--ink);
  }
`

/** Results that have changed since a gameweek settled, with reasons and effects. */
export function BoardChanges({ asOf, me }: { asOf: AsOf; me: PastEntry | null }) {
  const { changes, gameweek, changedPlayers } = asOf
  if (changes.length === 0)
    return (
      <Panel title="What changed since">
        <EmptyState icon={Check} title="Nothing" action={null}>
          This board is as it was that night.
        </EmptyState>
      </Panel>
    )
  const isLate = (change: BoardChange) => change.before === null && change.gameweek <= gameweek
  const corrections = changes.filter((change) => !isLate(change))
  return (
    <Panel
      title="What changed since"
      actions={corrections.length > 0 && <Small>{counted(corrections.length, 'correction')}</Small>}
    >
      {changedPlayers !== null && (
        <PanelBody>
          <Small as="p">{effectText(changedPlayers, me)}</Small>
        </PanelBody>
      )}
      {changes.filter(isLate).map((change) => (
        <SideNote key={change.fixtureId} data-tone="warn">
          <CalendarClock aria-hidden />
          <span>
            <MatchLink id={change.fixtureId}>{changeTitle(change)}</MatchLink>. It belongs to gameweek {change.gameweek}{' '}
            and counts since {change.changedAt && shortTime(change.changedAt)}. {ownText(change)}
          </span>
        </SideNote>
      ))}
      <Changes>
        {corrections.map((change) => (
          <li key={change.fixtureId}>
            <b>
              <MatchLink id={change.fixtureId}>{changeTitle(change)}</MatchLink>
            </b>
            <Scores>
              <s>
                <VisuallyHidden>was </VisuallyHidden>
                {resultText(change.before)}
              </s>
              <b>{resultText(change.after)}</b>
              {change.changedAt && <time dateTime={change.changedAt}>{fullTime(change.changedAt)}</time>}
            </Scores>
            {change.reason && (
              <Small as="p">
                <b>Why:</b> {change.reason}
              </Small>
            )}
            <Small as="p">{ownText(change)}</Small>
          </li>
        ))}
      </Changes>
    </Panel>
  )
}
