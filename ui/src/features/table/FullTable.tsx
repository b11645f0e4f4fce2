import { Fragment, type ReactNode, useId, useState } from 'react'
import { styled } from 'styled-components'
import type { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { counted, signed } from '../../lib/numbers.ts'
import { Crest } from '../../ui/Crest.tsx'
import { PanelFoot } from '../../ui/Panel.tsx'
import { RankMove } from '../../ui/Rank.tsx'
import { FormLine } from '../../ui/ResultLetter.tsx'
import { NowTag } from '../../ui/SoFar.ts'
import { type Columns, DataRow, DataTable } from '../../ui/Table.tsx'
import { tapTarget } from '../../ui/tapTarget.ts'
import { inOrder, ZONES } from './model.ts'
import { TableFrame } from './tableFrame.ts'

const Club = styled.button`
  ${tapTarget}
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 32px;
  text-align: start;

  b {
    font-weight: 600;
  }
  &:hover b {
    text-decoration: underline;
  }
  @container table (width < 46rem) {
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
  readonly caption: string
  /** Places gained or lost, by club id; null: no earlier table. */
  readonly movements: ReadonlyMap<number, number> | null
  /** Club ids in a live match, and whether it counts in this table. */
  readonly live: ReadonlyMap<number, boolean>
  inHandOf(row: TableRow): number
  /** A club's next match with opponent and venue. Absent: no such column. */
  readonly renderNext?: ((row: TableRow) => ReactNode) | undefined
  /** Content below a club's row once expanded. */
  renderClub(row: TableRow): ReactNode
}

/** The whole league table; each club expands to show more. */
export function FullTable({ rows, caption, movements, live, inHandOf, renderNext, renderClub }: FullTableProps) {
  const base = useId()
  const [opened, setOpened] = useState<number | null>(null)
  const idOf = (row: TableRow) => `${base}-${row.id}`
  const columns: Columns<TableRow> = [
    { name: 'Pos', is: 'n', cell: ({ position }) => position },
    movements !== null && {
      name: 'Movement',
      head: null,
      is: 'move',
      cell: ({ id }) => <RankMove movement={movements.get(id) ?? null} />,
    },
    {
      name: 'Team',
      is: 'team',
      isRowHead: true,
      cell: (row) => (
        <Club
          type="button"
          aria-expanded={opened === row.id}
          aria-controls={opened === row.id ? idOf(row) : undefined}
          onClick={() => setOpened(opened === row.id ? null : row.id)}
        >
          <Crest team={row} size="sm" />
          <ClubName row={row} isLive={live.has(row.id)} inHand={inHandOf(row)} />
        </Club>
      ),
    },
    {
      name: 'Played',
      label: 'Played',
      head: (
        <>
          P<span data-wide>layed</span>
        </>
      ),
      is: 'n spare',
      cell: ({ played }) => played,
    },
    { name: 'Won', is: 'n wide', cell: ({ won }) => won },
    { name: 'Drawn', is: 'n wide', cell: ({ drawn }) => drawn },
    { name: 'Lost', is: 'n wide', cell: ({ lost }) => lost },
    { name: 'GF', label: 'Goals for', is: 'n wide', cell: ({ goalsFor }) => goalsFor },
    { name: 'GA', label: 'Goals against', is: 'n wide', cell: ({ goalsAgainst }) => goalsAgainst },
    { name: 'GD', label: 'Goal difference', is: 'n spare', cell: ({ goalDifference }) => signed(goalDifference) },
    {
      name: 'Points',
      is: 'n points',
      cell: ({ id, points }) => (live.get(id) ? <Provisional>{points}</Provisional> : points),
    },
    { name: 'Form', is: 'n wide', cell: ({ form }) => <FormLine form={form} /> },
    renderNext !== undefined && { name: 'Next', is: 'next', cell: renderNext },
  ]
  return (
    <TableFrame>
      <DataTable caption={caption} columns={columns}>
        {inOrder(rows).map((row, index) => {
          const isOpen = opened === row.id
          const isZone = ZONES.has(index + 1)
          return (
            <Fragment key={row.id}>
              <DataRow
                columns={columns}
                row={row}
                data-zone={(isZone && !isOpen) || undefined}
                data-live={live.has(row.id) || undefined}
              />
              {isOpen ? (
                <tr id={idOf(row)} data-club data-zone={isZone || undefined}>
                  <td colSpan={13}>{renderClub(row)}</td>
                </tr>
              ) : null}
            </Fragment>
          )
        })}
      </DataTable>
    </TableFrame>
  )
}

function ClubName({ row, isLive, inHand }: { row: TableRow; isLive: boolean; inHand: number }) {
  return (
    <span>
      <b>{row.shortName}</b> {isLive && <Live>Live</Live>}
      {row.deducted > 0 && <Remark>{counted(row.deducted, 'point')} deducted</Remark>}
      {inHand > 0 && <Remark>{counted(inHand, 'match', 'matches')} in hand</Remark>}
      <small data-sub>
        <span>
          W{row.won} D{row.drawn} L{row.lost}
        </span>{' '}
        <span>
          GF {row.goalsFor} GA {row.goalsAgainst}
        </span>{' '}
        {row.form.length > 0 && <span>{row.form.join('')}</span>}
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

const Live = styled(NowTag)`
  margin-left: 2px;
`

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

/** Key to the lines and figures. `provisional`: example points of a club whose live match counts. */
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
      <span>Level on points: goal difference, then goals scored</span>
    </Key>
  )
}
