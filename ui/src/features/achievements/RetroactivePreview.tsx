import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import type { RetroactiveReport } from '../../../../src/areas/achievements/contract.ts'
import { count, counted } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Num, Row, Small } from '../../ui/layout.ts'
import { PanelBody, PanelBox, PanelFoot, PanelHeader } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { ScrollBox } from '../../ui/ScrollBox.ts'
import { unlisted } from './retroactive.ts'

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  border-top: 1px solid var(--line);

  section + section {
    border-top: 1px solid var(--line);
  }
  h3 {
    padding: var(--s3) var(--s4) var(--s2);
    font: var(--b3);
  }
  @container page (min-width: 48rem) {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);

    section + section {
      border-top: 0;
      border-left: 1px solid var(--line);
    }
  }
`

const List = styled.ul`
  li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 var(--s3);
    padding: 8px var(--s4);
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  li > ${Num} {
    font-size: var(--t3);
  }
  li > ${Small} {
    flex-basis: 100%;
  }
`

const Heading = styled.h2`
  &:focus {
    outline: none;
  }
`

interface RetroactivePreviewProps {
  report: RetroactiveReport
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Lists the pending unlocks and confirms or cancels the run. Takes the focus when it appears. */
export function RetroactivePreview({ report, busy, onConfirm, onCancel }: RetroactivePreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { totalUnlocked, usersAffected, achievements, results } = report
  const more = unlisted(report)
  return (
    <PanelBox aria-labelledby="retroactive-preview">
      <PanelHeader>
        <Heading id="retroactive-preview" ref={heading} tabIndex={-1}>
          {counted(totalUnlocked, 'achievement')} for {counted(usersAffected, 'player')}
        </Heading>
      </PanelHeader>
      <PanelBody>
        <p>Nothing is unlocked yet. Each achievement gets its original date and pays its points.</p>
      </PanelBody>
      <Columns>
        <Counts title="By achievement">
          {achievements.map(({ achievementId, name, players }) => (
            <li key={achievementId}>
              {name}
              <Num>{counted(players, 'player')}</Num>
            </li>
          ))}
        </Counts>
        <Counts title="By player">
          {results.map((result) => (
            <li key={result.userId}>
              <PlayerName id={result.userId} name={result.username} />
              <Num>{counted(result.unlockedCount, 'achievement')}</Num>
              <Small>
                {result.achievements.map(({ name, earnedAt }) => `${name} (${dateText(earnedAt)})`).join(', ')}
              </Small>
            </li>
          ))}
          {more > 0 && <li>and {counted(more, 'more player')}</li>}
        </Counts>
      </Columns>
      <PanelFoot as="footer">
        <Row>
          <Button kind="primary" busy={busy} onClick={onConfirm}>
            Unlock {count(totalUnlocked)} for {counted(usersAffected, 'player')}
          </Button>
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </Row>
      </PanelFoot>
    </PanelBox>
  )
}

function Counts({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ScrollBox tabIndex={0} role="group" aria-label={title}>
        <List>{children}</List>
      </ScrollBox>
    </section>
  )
}
