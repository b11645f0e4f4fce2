import { type ReactNode, useId, useState } from 'react'
import { css, styled } from 'styled-components'
import { type Cell, csvOf } from '../lib/csv.ts'
import { PLANE, type Tick } from '../lib/plane.ts'
import { saveFile } from '../lib/saveFile.ts'
import { Button } from './Button.tsx'
import { PanelBox } from './Panel.tsx'
import { ScrollBox, Table } from './Table.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const Box = styled(PanelBox)`
  container: figure / inline-size;
  padding: var(--s4);
`

const Inner = styled.figure`
  display: grid;
  gap: var(--s3);
  align-content: start;
  margin: 0;
  grid-template-columns: minmax(0, 1fr);

  h2 {
    font-size: var(--t4);
  }
  @container figure (min-width: 34rem) {
    grid-template: 'words chart' auto 'tools chart' 1fr 'table table' auto / minmax(8.5rem, 32%) minmax(0, 1fr);

    & > figcaption {
      grid-area: words;
    }
    & > [data-chart] {
      grid-area: chart;
      width: 100%;
      justify-self: end;
    }
    & > [data-table] {
      grid-area: table;
    }
  }
`

const Words = styled.figcaption`
  display: grid;
  gap: 6px;
  align-content: start;
`

const Say = styled.p`
  font-size: var(--t2);
  line-height: 1.35;
  color: var(--muted);

  b {
    margin-right: 2px;
    font: 600 var(--t6) / 1 var(--board);
    color: var(--ink);
  }
`

/* Colours here are not those of the system: they need their own ground. */
const onChart = css`
  width: 100%;
  max-width: 30rem;
  height: auto;
  font: 500 12px var(--text);
  background: var(--surface);
  forced-color-adjust: none;

  [data-grid] {
    stroke: var(--line);
    stroke-width: 1;
  }
  [data-axis] {
    fill: var(--muted);
  }
  [data-name] {
    font: 600 16px var(--board);
    fill: var(--ink);
    paint-order: stroke;
    stroke: var(--surface);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  @container figure (width < 24rem) {
    font-size: 14px;

    [data-name] {
      font-size: 18px;
    }
  }
`

const Chart = styled.svg`
  ${onChart}
`

const Plot = styled.div`
  ${onChart}
`

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s1);
  align-self: end;
`

const Rows = styled(ScrollBox)`
  max-height: 16.25rem;
  border-top: 1px solid var(--line);

  th,
  td {
    padding-block: 5px;
  }
  thead th {
    white-space: normal;
  }
`

/** What the marks of a chart mean: each a word after an `i`; `data-line` of a line, `data-now` of what is not over. */
export const Legend = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 2px var(--s3);
  font-size: var(--t1);
  color: var(--muted);

  span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  i {
    flex: none;
    width: 14px;
    height: 10px;
    background: var(--line-strong);
    forced-color-adjust: none;
  }
  i[data-line] {
    height: 3px;
    background: var(--chart-2);
  }
  i[data-now] {
    background: var(--accent);
    outline: 1px solid var(--ink);
    outline-offset: -1px;
  }
`

/** A column of a chart: `data-most` the highest, `data-now` what is not over. */
export const Column = styled.rect`
  fill: var(--line-strong);

  &[data-most] {
    fill: var(--chart-1);
  }
  &[data-now] {
    fill: var(--accent);
    stroke: var(--ink);
    stroke-width: 1.5;
  }
`

/** A column of a figure's table by its name, with how its numbers are written; the file has them plain. */
export type FigureColumn = string | { readonly name: string; readonly shown: (value: number) => string }

const nameOf = (column: FigureColumn) => (typeof column === 'string' ? column : column.name)

function shownIn(column: FigureColumn, cell: Cell): string | number {
  if (cell === null) return '–'
  return typeof cell === 'number' && typeof column !== 'string' ? column.shown(cell) : cell
}

interface FigureProps {
  readonly title: string
  /** The figure that matters. */
  readonly lead: string
  /** The rest of the sentence that it begins. */
  readonly say: string
  /** Names the columns of a chart that has no room for names in itself. */
  readonly legend?: ReactNode
  /** What a chart shows, for those who do not see it. */
  readonly label: string
  /** Marks on a plane of `PLANE`. */
  readonly children?: ReactNode
  /** In the place of a plane with marks: what a library draws. */
  readonly plot?: ReactNode
  /** How high the plane is, where it is not as high as others. */
  readonly height?: number
  /** The same as figures; the first column names the row. */
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** The name of its file. */
  readonly file: string
}

/** A chart beside the figure that matters, with its numbers as a table and as a file. */
export function Figure(props: FigureProps) {
  const { title, lead, say, legend, label, children, plot, height, columns, rows, file } = props
  const [id, tableId] = [useId(), useId()]
  const [isOpen, setOpen] = useState(false)
  return (
    <Box aria-labelledby={id}>
      <Inner>
        <Words>
          <h2 id={id}>{title}</h2>
          <Say>
            <b>{lead}</b> {say}
          </Say>
          {legend}
        </Words>
        {plot ? (
          <Plot data-chart role="img" aria-label={label}>
            {plot}
          </Plot>
        ) : (
          <Chart data-chart viewBox={`0 0 ${PLANE.width} ${height ?? PLANE.height}`} role="img" aria-label={label}>
            {children}
          </Chart>
        )}
        <Tools>
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-controls={isOpen ? tableId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            Show as table<VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
          <Button
            size="sm"
            kind="plain"
            onClick={() => saveFile(file, 'text/csv', csvOf([columns.map(nameOf), ...rows]))}
          >
            CSV<VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        </Tools>
        {isOpen && (
          <Rows id={tableId} data-table tabIndex={0} role="group" aria-label={title}>
            <Table>
              <VisuallyHidden as="caption">{title}</VisuallyHidden>
              <thead>
                <tr>
                  {columns.map(nameOf).map((name, index) => (
                    <th key={name} scope="col" data-n={index > 0 || undefined}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...cells], nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: leagues may have the same name
                  <tr key={nth}>
                    <th scope="row">{shownIn(columns[0]!, name!)}</th>
                    {cells.map((cell, index) => (
                      <td key={nameOf(columns[index + 1]!)} data-n>
                        {shownIn(columns[index + 1]!, cell)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </Rows>
        )}
      </Inner>
    </Box>
  )
}

/** The lines across a plane with their figures at the left. */
export function Grid({ lines, from, to }: { lines: readonly Tick[]; from: number; to: number }) {
  return lines.map(({ at, text }) => (
    <g key={text}>
      <path data-grid d={`M${from} ${at}H${to}`} />
      <text data-axis x={from - 6} y={at + 4} textAnchor="end">
        {text}
      </text>
    </g>
  ))
}

/** The gameweeks below a plane. */
export function Weeks({ weeks }: { weeks: readonly Tick[] }) {
  return weeks.map(({ at, text }) => (
    <text key={text} data-axis x={at} y={PLANE.words} textAnchor="middle">
      {text}
    </text>
  ))
}
