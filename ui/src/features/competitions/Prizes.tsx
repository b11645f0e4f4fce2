import { styled } from 'styled-components'
import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { Num, Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { prizesOf } from './model.ts'

const List = styled.ol`
  display: grid;
  gap: var(--s2);
  margin-bottom: var(--s3);

  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  ${Num} {
    font: var(--b4);
  }
`

const RULES: Readonly<Record<Competition['type'], string>> = {
  weekly: 'Match points of the gameweek decide.',
  monthly: 'Match points of the month decide.',
  seasonal: 'Match points of all its matches decide.',
  cup: 'More points in the round’s gameweek goes through; level on points, exact scores decide, then who joined first.',
  knockout: 'After each gameweek the lower half goes out; level on points, exact scores decide, then who joined first.',
}

export function Prizes({ type, prizePool }: Pick<Competition, 'type' | 'prizePool'>) {
  return (
    <Panel title="Prizes">
      <PanelBody>
        <List aria-label="Points for the first three">
          {prizesOf(prizePool).map((points, index) => (
            <li key={['first', 'second', 'third'][index]}>
              <Rank ranking={index + 1} />
              <span>
                <Num>{count(points)}</Num> <Small>{wordFor(points, 'point')}</Small>
              </span>
            </li>
          ))}
        </List>
        <Small as="p">{RULES[type]} Paid at the end, to your total.</Small>
      </PanelBody>
    </Panel>
  )
}
