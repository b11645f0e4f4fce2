import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CommonLeague } from '../../../../src/areas/players/contract.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { RowFigure, Rows, RowText } from '../../ui/PersonRow.tsx'
import { leagueSummary } from './model.ts'

const Name = styled(RowText)`
  a {
    display: inline-block;
    padding-block: 3px;
    font: var(--b3);
    line-height: 1.2;
    color: inherit;
  }
`

/** Leagues shared with the reader, with the rank of both players. */
export function CommonLeagues({ leagues }: { leagues: readonly CommonLeague[] }) {
  return (
    <Panel title="Leagues in common">
      {leagues.length === 0 ? (
        <PanelBody>
          <Small as="p">You have no leagues in common.</Small>
        </PanelBody>
      ) : (
        <Rows>
          {leagues.map((league) => (
            <li key={league.id}>
              <Name>
                <Link to={`/leagues/${league.id}`}>{league.name}</Link>
                <Small as="div">{leagueSummary(league)}</Small>
              </Name>
              <RowFigure>
                <b>{count(league.theirs.totalPoints)}</b>
                <Small>{wordFor(league.theirs.totalPoints, 'point')}</Small>
              </RowFigure>
            </li>
          ))}
        </Rows>
      )}
    </Panel>
  )
}
