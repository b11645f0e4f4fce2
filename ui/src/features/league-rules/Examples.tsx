import { Star } from 'lucide-react'
import { styled } from 'styled-components'
import type { Ruleset } from '../../../../src/areas/league-rules/contract.ts'
import { Row, Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { Table } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { examplesOf } from './model.ts'

const Pays = styled(Table)`
  th[scope='row'] {
    width: 4.5rem;
    font: var(--b5);
  }
  td:nth-child(2) {
    font-size: var(--t1);
    color: var(--muted);
  }
  td[data-n] {
    font: var(--b5);
  }
  td[data-nothing] {
    color: var(--muted);
  }
`

/** The points of one pick by these rules, with the function that the server counts with. */
export function Examples({ rules }: { rules: Ruleset }) {
  return (
    <Panel title="What would it pay?">
      <PanelBody>
        <Row>
          <Small data-ink>You said</Small>
          <PickPlate pick={{ predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }} />
          <Small>and it ends</Small>
        </Row>
      </PanelBody>
      <Pays>
        <VisuallyHidden as="caption">What would it pay?</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Ends</th>
            <th scope="col">
              <VisuallyHidden>Why</VisuallyHidden>
            </th>
            <th scope="col" data-n>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {examplesOf(rules).map(({ ends, why, points }) => (
            <tr key={ends}>
              <th scope="row">{ends}</th>
              <td>{why}</td>
              <td data-n data-nothing={points === 0 || undefined}>
                {points}
              </td>
            </tr>
          ))}
        </tbody>
      </Pays>
      {rules.joker && (
        <SideNote>
          <Star aria-hidden />
          <span>With the joker on that match: twice as much.</span>
        </SideNote>
      )}
    </Panel>
  )
}
