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

const LEVEL = 'Level on points: more exact scores, then who joined first.'
const BY_POINTS = `${LEVEL} No points, no prize.`
const RULES: Readonly<Record<Competition['type'], string>> = {
  weekly: `Most match points in the gameweek wins. ${BY_POINTS}`,
  monthly: `Most match points in the month wins. ${BY_POINTS}`,
  seasonal: `Most match points from all its matches wins. ${BY_POINTS}`,
  cup: `The higher score in the round’s gameweek goes through. ${LEVEL}`,
  knockout: `After each gameweek the bottom half goes out. ${LEVEL}`,
}

export function Prizes({ type, status, prizePool }: Pick<Competition, 'type' | 'status' | 'prizePool'>) {
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
        <Small as="p">
          {RULES[type]}
          {status !== 'ended' && ' Prizes go on your total at the end.'}
        </Small>
      </PanelBody>
    </Panel>
  )
}
