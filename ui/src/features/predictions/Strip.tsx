import { Check, Lock, Pencil, TriangleAlert } from 'lucide-react'
import { styled } from 'styled-components'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { tapTarget } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Cell, cellOf } from './model.ts'
import type { Row } from './usePredictor.ts'

const Bar = styled.div`
  container: strip / inline-size;
  position: sticky;
  top: 0;
  z-index: 5;
  background: var(--surface);
  padding: 6px 12px;
  border-bottom: 1px solid var(--line);

  @container page (min-width: 37.5rem) {
    padding-inline: 16px;
  }
`

const Cells = styled.ol`
  display: grid;
  grid-template-columns: repeat(var(--cells, 10), minmax(0, 1fr));
  gap: 2px;

  @container strip (width < 14rem) {
    grid-template-columns: repeat(5, minmax(0, 1fr));
  }
`

const Codes = styled.span`
  display: none;
`

const CellLink = styled.a`
  ${tapTarget}
  --tap-inset: -6px -1px;
  display: grid;
  place-items: center;
  gap: 1px;
  width: 100%;
  min-height: 32px;
  padding: 3px 0;
  background: var(--surface-2);
  color: var(--muted);
  text-decoration: none;
  line-height: 1;
  font-size: 0.75rem;

  & b {
    font: var(--b3);
    color: var(--ink);
  }
  & svg {
    width: min(0.9375rem, 100%);
    height: 0.9375rem;
  }
  &:hover {
    background: var(--line);
  }
  &[data-kind='exact'] {
    background: var(--accent);
    color: var(--on-accent);
    & b {
      color: inherit;
    }
  }
  &[data-kind='correct'] {
    background: var(--ok-tint);
    & b {
      color: var(--ok);
    }
  }
  &[data-kind='live'] {
    background: var(--live);
    color: var(--on-live);
    & b {
      color: inherit;
      font-size: var(--t2);
    }
  }
  &[data-kind='saved'],
  &[data-kind='locked'] {
    background: var(--lit);
    color: var(--lit-muted);
    & svg,
    & b {
      color: var(--lit-num);
    }
  }
  @media (forced-colors: active) {
    &[data-kind] svg {
      color: CanvasText;
    }
  }
  &[data-kind='draft'] {
    background: var(--surface);
    color: var(--ink);
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  &[data-kind='failed'] {
    background: var(--loss-tint);
    color: var(--loss);
    box-shadow: inset 0 0 0 2px var(--loss);
  }
  &[data-kind='none'] {
    background: none;
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  @container strip (min-width: 41.25rem) {
    min-height: 40px;
    ${Codes} {
      display: block;
      font: var(--b1);
      white-space: nowrap;
    }
  }
`

const ICONS = { saved: Check, locked: Lock, draft: Pencil, failed: TriangleAlert } as const

function face(cell: Cell) {
  if (cell.text !== null) return <b aria-hidden>{cell.text}</b>
  const Icon = ICONS[cell.kind as keyof typeof ICONS]
  return <Icon aria-hidden />
}

interface StripProps {
  readonly rows: readonly Row[]
  isCovered(row: Row): boolean
  idOf(row: Row): string
}

/** The gameweek at a glance: one cell per match, each a link to its row. */
export function Strip({ rows, isCovered, idOf }: StripProps) {
  return (
    <Bar>
      <Cells aria-label="The matches of this gameweek" style={{ '--cells': Math.max(rows.length, 1) }}>
        {rows.map((row) => {
          const hasPick = row.prediction !== undefined
          const cell: Cell = isCovered(row)
            ? { kind: hasPick ? 'locked' : 'none', text: '?', words: 'score hidden' }
            : cellOf(row.state, hasPick, pointsPerVerdict(row.fixture.season))
          const { homeTeam, awayTeam } = row.fixture
          return (
            <li key={row.fixture.id}>
              <CellLink href={`#${idOf(row)}`} data-kind={cell.kind}>
                <Codes aria-hidden>
                  {homeTeam.code} {awayTeam.code}
                </Codes>
                {face(cell)}
                <VisuallyHidden>
                  {homeTeam.shortName} v {awayTeam.shortName}: {cell.words}
                </VisuallyHidden>
              </CellLink>
            </li>
          )
        })}
      </Cells>
    </Bar>
  )
}
