import { styled } from 'styled-components'
import type { TableRow } from '../../../../src/contracts/fixtures.ts'
import { Crest } from '../../ui/Crest.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { inOrder, ZONES } from './model.ts'

const Scroll = styled.div`
  position: relative;
  overflow: auto;
  max-height: 372px;
  overscroll-behavior: contain;

  &:focus-visible {
    outline-offset: -2px;
  }
`

const Table = styled.table`
  & th,
  & td {
    padding: 6px var(--s3);
    border-bottom: 1px solid var(--line);
    vertical-align: middle;
  }
  & tr:last-child > * {
    border-bottom: 0;
  }
  & thead th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--surface);
    box-shadow: 0 1px 0 var(--line);
    padding-block: 8px;
    font-size: var(--t1);
    color: var(--muted);
    white-space: nowrap;
  }
  & td {
    font: 600 var(--t3) / 1.3 var(--board);
    text-align: end;
    white-space: nowrap;
  }
  & td:first-child {
    width: 3.25rem;
  }
  & [data-number] {
    text-align: end;
  }
  & [data-zone] > * {
    border-bottom: 2px solid var(--line-strong);
  }
`

const TeamCell = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
`

/** Position, club, points; scrollable with the keyboard too. */
export function LeagueTable({ rows, labelledBy }: { rows: readonly TableRow[]; labelledBy: string }) {
  return (
    <Scroll tabIndex={0} role="group" aria-labelledby={labelledBy}>
      <Table>
        <VisuallyHidden as="caption">Premier League table</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col" data-number>
              Pos
            </th>
            <th scope="col">Team</th>
            <th scope="col" data-number>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder(rows).map((row, index) => (
            <tr key={row.id} data-zone={ZONES.has(index + 1) || undefined}>
              <td>{row.position}</td>
              <th scope="row">
                <TeamCell>
                  <Crest team={row} size="sm" />
                  {row.shortName}
                </TeamCell>
              </th>
              <td>{row.points}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  )
}
