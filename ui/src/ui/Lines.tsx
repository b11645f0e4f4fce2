import { styled } from 'styled-components'
import type { Line } from '../lib/plane.ts'

/* Dash and mark before colour: the reader's is the solid one. */
const Path = styled.path`
  fill: none;
  stroke: var(--chart-1);
  stroke-width: 2.5;
  stroke-linejoin: round;

  &[data-line='2'] {
    stroke: var(--chart-2);
    stroke-dasharray: 5 4;
  }
  &[data-line='3'] {
    stroke: var(--chart-3);
    stroke-dasharray: 2 3;
  }
`

const Mark = styled.path`
  fill: var(--chart-2);

  &[data-line='1'] {
    fill: var(--accent);
    stroke: var(--ink);
    stroke-width: 2;
  }
  &[data-line='3'] {
    fill: var(--chart-3);
  }
`

/** At the end of a line around 0, 0: a dot, a square, a triangle. */
const SHAPES = ['M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z', 'M-4 -4h8v8h-8z', 'M0 -6l6 10h-12z'] as const

/** Longer names are cut in the chart; its table has them whole. */
const LETTERS = 13

/** A name as a chart has room for it. */
export const shortName = (name: string, letters = LETTERS) =>
  name.length > letters ? `${name.slice(0, letters - 1)}…` : name

interface LinesProps {
  readonly lines: readonly Line[]
  /** None of them is the reader's. */
  readonly isOthers?: boolean
}

/** Lines on the plane of a `Figure`, at most three, each with its name at its end. The first is the reader's and lies above the others. */
export function Lines({ lines, isOthers }: LinesProps) {
  return lines
    .map((line, index) => ({ line, nth: index + (isOthers ? 2 : 1) }))
    .reverse()
    .map(({ line: { id, path, end, name }, nth }) => (
      <g key={id}>
        <Path data-line={nth} d={path} />
        <Mark data-line={nth} d={SHAPES[nth - 1]} transform={`translate(${end.x} ${end.y})`} />
        <text data-name x={end.x + 11} y={end.nameY + 5}>
          {shortName(name)}
        </text>
      </g>
    ))
}
