import { styled } from 'styled-components'
import type { FinalTable } from '../../../../src/areas/final-table/contract.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { ClubList, ClubRow } from './ClubRow.tsx'
import { compared, type Order, placeText } from './model.ts'

/** Points that are not final: pink, in a cell of their own. */
export const SoFar = styled.span`
  display: inline-block;
  padding: 1px 6px;
  font: var(--b4);
  color: var(--live);
  background: var(--live-tint);
`

/** Final points: exact filled, close tinted, out plain. */
const Paid = styled.span`
  display: inline-grid;
  justify-items: center;
  min-width: 54px;
  padding: 3px 8px 4px;
  line-height: 1;
  color: var(--muted);

  b {
    font: 600 var(--t4) / 0.95 var(--board);
  }
  span {
    font-size: var(--t1);
    font-weight: 600;
  }
  &[data-kind='exact'] {
    color: var(--on-accent);
    background: linear-gradient(225deg, transparent 5px, var(--accent) 5.4px);
  }
  &[data-kind='close'] {
    color: var(--ok);
    background: linear-gradient(225deg, transparent 5px, var(--ok-tint) 5.4px);
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

interface ComparedTableProps {
  table: Pick<FinalTable, 'clubs' | 'state'>
  order: Order
  label: string
}

/** A prediction beside the places of its clubs. */
export function ComparedTable({ table: { clubs, state }, order, label }: ComparedTableProps) {
  const isFinal = state === 'final'
  return (
    <ClubList aria-label={label}>
      {compared(order, clubs).map((row) => (
        <ClubRow
          key={row.club.id}
          club={row.club}
          index={row.place - 1}
          clubs={order.length}
          about={placeText(row, isFinal)}
        >
          {row.points === null ? (
            <span />
          ) : isFinal ? (
            <Final points={row.points} out={row.out!} />
          ) : (
            <SoFar>
              {row.points}
              <VisuallyHidden> points so far</VisuallyHidden>
            </SoFar>
          )}
        </ClubRow>
      ))}
    </ClubList>
  )
}

function Final({ points, out }: { points: number; out: number }) {
  const [kind, word] =
    out === 0 ? (['exact', 'Spot on'] as const) : points > 0 ? (['close', 'Close'] as const) : (['out', 'Out'] as const)
  return (
    <Paid data-kind={kind}>
      <b>{points}</b>
      <span>{word}</span>
    </Paid>
  )
}
