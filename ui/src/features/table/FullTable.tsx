import { Fragment, type ReactNode, useId, useState } from 'react'
import { styled } from 'styled-components'
import type { TableRow } from '../../../../src/contracts/fixtures.ts'
import { counted } from '../../lib/numbers.ts'
import { Crest } from '../../ui/Crest.tsx'
import { finger } from '../../ui/finger.ts'
import { PanelFoot } from '../../ui/Panel.tsx'
import { RankMove } from '../../ui/Rank.tsx'
import { FormLine } from '../../ui/ResultLetter.tsx'
import { Table } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { differenceText, inOrder, ZONES } from './model.ts'
import { TableFrame } from './tableFrame.ts'

const Club = styled.button`
  ${finger}
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 32px;
  text-align: start;
  font: inherit;
  color: inherit;

  b {
    font-weight: 600;
  }
  &:hover b {
    text-decoration: underline;
  }
  @container table (width < 40rem) {
    gap: 8px;
  }
  @container table (width < 18rem) {
    & > :first-child {
      display: none;
    }
  }
`

interface FullTableProps {
  readonly rows: readonly TableRow[]
  /** What is read out as its name. */
  readonly caption: string
  /** Places won or lost, by club; null: there is nothing to compare with. */
  readonly movements: ReadonlyMap<number, number> | null
  /** Clubs whose match is under way, and whether it counts in this table. */
  readonly live: ReadonlyMap<number, boolean>
  /** How many matches a club has in hand. */
  inHandOf(row: TableRow): number
  /** A club's next match: against whom, and where. Left out: the column is. */
  readonly renderNext?: ((row: TableRow) => ReactNode) | undefined
  /** What a click on a club opens below its row. */
  renderClub(row: TableRow): ReactNode
}

/** The whole league table: a click on a club opens what else there is to know of it. */
export function FullTable({ rows, caption, movements, live, inHandOf, renderNext, renderClub }: FullTableProps) {
  const base = useId()
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <TableFrame>
      <Table>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col" data-n>
              Pos
            </th>
            {movements && (
              <th scope="col" data-move>
                <VisuallyHidden>Movement</VisuallyHidden>
              </th>
            )}
            <th scope="col" data-team>
              Team
            </th>
            <th scope="col" data-n data-spare aria-label="Played">
              P<span data-wide>layed</span>
            </th>
            <th scope="col" data-n data-wide>
              Won
            </th>
            <th scope="col" data-n data-wide>
              Drawn
            </th>
            <th scope="col" data-n data-wide>
              Lost
            </th>
            <th scope="col" data-n data-wide>
              Goals
            </th>
            <th scope="col" data-n data-spare>
              Diff
            </th>
            <th scope="col" data-n data-points>
              Points
            </th>
            <th scope="col" data-n data-wide>
              Form
            </th>
            {renderNext && (
              <th scope="col" data-next>
                Next
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {inOrder(rows).map((row, index) => {
            const isOpen = opened === row.id
            const id = `${base}-${row.id}`
            return (
              <Fragment key={row.id}>
                <tr
                  data-zone={(ZONES.has(index + 1) && !isOpen) || undefined}
                  data-live={live.has(row.id) || undefined}
                >
                  <td data-n>{row.position}</td>
                  {movements && (
                    <td data-move>
                      <RankMove movement={movements.get(row.id) ?? null} />
                    </td>
                  )}
                  <th scope="row" data-team>
                    <Club
                      type="button"
                      aria-expanded={isOpen}
                      aria-controls={isOpen ? id : undefined}
                      onClick={() => setOpened(isOpen ? null : row.id)}
                    >
                      <Crest team={row} size="sm" />
                      <ClubName row={row} isLive={live.has(row.id)} inHand={inHandOf(row)} />
                    </Club>
                  </th>
                  <td data-n data-spare>
                    {row.played}
                  </td>
                  <td data-n data-wide>
                    {row.won}
                  </td>
                  <td data-n data-wide>
                    {row.drawn}
                  </td>
                  <td data-n data-wide>
                    {row.lost}
                  </td>
                  <td data-n data-wide>
                    {row.goalsFor}:{row.goalsAgainst}
                  </td>
                  <td data-n data-spare>
                    {differenceText(row.goalDifference)}
                  </td>
                  <td data-n data-points>
                    {live.get(row.id) ? <Provisional>{row.points}</Provisional> : row.points}
                  </td>
                  <td data-n data-wide>
                    <FormLine form={row.form} />
                  </td>
                  {renderNext && <td data-next>{renderNext(row)}</td>}
                </tr>
                {isOpen ? (
                  <tr id={id} data-club data-zone={ZONES.has(index + 1) || undefined}>
                    <td colSpan={12}>{renderClub(row)}</td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </Table>
    </TableFrame>
  )
}

function ClubName({ row, isLive, inHand }: { row: TableRow; isLive: boolean; inHand: number }) {
  return (
    <span>
      <b>{row.shortName}</b> {isLive ? <Live>Live</Live> : null}
      {row.deducted > 0 ? <Remark>{counted(row.deducted, 'point')} deducted</Remark> : null}
      {inHand > 0 ? <Remark>{counted(inHand, 'match', 'matches')} in hand</Remark> : null}
      <small data-sub>
        <span>
          W{row.won} D{row.drawn} L{row.lost}
        </span>{' '}
        ·{' '}
        <span>
          {row.goalsFor}:{row.goalsAgainst}
        </span>
        {row.form.length > 0 ? (
          <>
            {' '}
            · <span>{row.form.join('')}</span>
          </>
        ) : null}
      </small>
    </span>
  )
}

const Remark = styled.small`
  display: block;
  font-size: var(--t1);
  font-weight: 400;
  color: var(--muted);
`

const Live = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  margin-left: 2px;
  font-size: var(--t1);
  font-weight: 600;
  color: var(--live);

  &::before {
    content: '';
    width: 8px;
    height: 8px;
    background: currentColor;
  }
`

/** Points that are not booked. */
const Provisional = styled.span`
  display: inline-block;
  margin-block: -3px;
  padding: 3px 6px;
  margin-right: -6px;
  color: var(--live);
  background: var(--live-tint);
`

const Key = styled(PanelFoot)`
  display: flex;
  flex-wrap: wrap;
  gap: 2px var(--s4);
  font-size: var(--t1);
  color: var(--muted);

  ${Provisional} {
    margin: 0 2px 0 0;
    padding-block: 1px;
    font: var(--b3);
  }
`

/** What the lines and figures of the table mean. `provisional`: points of a club whose match under way counts, as an example. */
export function TableKey({ provisional }: { provisional: number | undefined }) {
  return (
    <Key>
      <span>Line under 4th: Champions League</span>
      <span>Line under 17th: relegation</span>
      {provisional === undefined ? null : (
        <span>
          <Provisional>{provisional}</Provisional> provisional points
        </span>
      )}
      <span>Equal points: difference, then goals scored</span>
    </Key>
  )
}
