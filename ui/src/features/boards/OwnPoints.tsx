import { styled } from 'styled-components'
import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { count } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Num, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Made, PartName } from './Made.tsx'
import { PARTS } from './model.ts'

const Facts = styled.dl`
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px var(--s3);
    padding: 8px 0;
    border-top: 1px solid var(--line);
  }
  & > div:first-child {
    border-top: 0;
  }
  dt {
    font-size: var(--t1);
    color: var(--muted);
  }
  ${Num} {
    font-size: var(--t4);
    line-height: 1.1;
  }
`

interface OwnPointsProps {
  parts: NonNullable<LeaderboardEntry['parts']>
  busy: boolean
  onLedger: () => void
}

/** Sources of the reader's points, and the reason why a league shows fewer. */
export function OwnPoints({ parts, busy, onLedger }: OwnPointsProps) {
  return (
    <Panel title="What your points are made of">
      <PanelBody>
        <Stack>
          <Made parts={parts} tall />
          <Facts>
            {PARTS.map(({ id }, index) => (
              <div key={id}>
                <dt>
                  <PartName index={index} />
                </dt>
                <Num as="dd">{count(parts[id])}</Num>
              </div>
            ))}
          </Facts>
          <Small as="p">Leagues and competitions only count match points: you have {count(parts.matches)} there.</Small>
          <Button size="sm" busy={busy} style={{ justifySelf: 'start' }} onClick={onLedger}>
            Points ledger
          </Button>
        </Stack>
      </PanelBody>
    </Panel>
  )
}
