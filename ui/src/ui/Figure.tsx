import { type CSSProperties, useId, useState } from 'react'
import { styled } from 'styled-components'
import { type Cell, csvOf } from '../lib/csv.ts'
import { count } from '../lib/numbers.ts'
import { saveFile } from '../lib/saveFile.ts'
import { Button } from './Button.tsx'
import { Small } from './layout.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { Panel, PanelBody, PanelBox } from './Panel.tsx'
import type { Mark, Plot } from './plot.ts'
import { ScrollBox } from './ScrollBox.ts'
import { Skeleton } from './Skeleton.tsx'
import { DataRow, DataTable } from './Table.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { WhenNear } from './WhenNear.tsx'

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

/* Reserves the height of the chart until its code has loaded. */
const Area = styled.div`
  width: 100%;
  max-width: 30rem;
  height: 12.5rem;

  &[data-rows] {
    height: calc(var(--rows) * var(--row, 1.75rem));
  }
  & > div {
    height: 100%;
  }
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

const Legend = styled.p`
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
  i[data-other] {
    background: var(--chart-2);
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
  i[data-reference] {
    height: 0;
    background: none;
    border-top: 2px dashed var(--ink);
  }
  i[data-square],
  i[data-dot] {
    width: 10px;
    background: var(--chart-2);
  }
  i[data-dot] {
    background: var(--chart-1);
    border-radius: 50%;
  }
`

/** A table column: its name, and optionally a formatter for its numbers. The CSV file has unformatted numbers. */
type FigureColumn = string | { readonly name: string; readonly shown: (value: number) => string }

const nameOf = (column: FigureColumn) => (typeof column === 'string' ? column : column.name)

function shownIn(column: FigureColumn, cell: Cell): string | number {
  if (cell === null) return '–'
  return typeof cell === 'number' && typeof column !== 'string' ? column.shown(cell) : cell
}

interface FigureProps {
  readonly title: string
  readonly lead?: string | undefined
  readonly text?: string
  readonly empty?: string
  readonly plot: Plot
  /** The data as a table; the first column labels the row. */
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly (readonly Cell[])[]
  readonly file: string
}

const Chart = lazyComponent(() => import('./Chart.tsx').then((module) => module.Chart), <Skeleton height="100%" />)

export function Figure({ title, lead, text, empty, plot, columns, rows, file }: FigureProps) {
  const [id, tableId] = [useId(), useId()]
  const [isOpen, setOpen] = useState(false)
  if (lead === undefined)
    return (
      <Panel title={title}>
        <PanelBody>
          <Small as="p">{empty}</Small>
        </PanelBody>
      </Panel>
    )
  const marks = plot.marks ?? rows.map((row) => markOf(row, plot.series.length))
  const [first, second] = columns
  const cells = columns.map((column, nth) => ({
    name: nameOf(column),
    cell: (row: readonly Cell[]) => shownIn(column, row[nth]!),
    ...(nth === 0 ? { isRowHead: true as const } : { is: 'n' }),
  }))
  const shown = plot.shown ?? (typeof second === 'object' ? second.shown : count)
  return (
    <Box aria-labelledby={id}>
      <Inner>
        <Words>
          <h2 id={id}>{title}</h2>
          <Say>
            <b>{lead}</b> {text}
          </Say>
          <PlotLegend plot={plot} marks={marks} />
        </Words>
        <Area
          data-chart
          data-rows={plot.kind === 'bars' || plot.kind === 'gaps' || undefined}
          style={
            {
              '--rows': marks.length + (plot.kind === 'gaps' ? 1 : 0),
              ...(plot.kind === 'bars' && plot.series.length > 1 && { '--row': '2.5rem' }),
            } as CSSProperties
          }
        >
          <WhenNear waiting={<Skeleton height="100%" />} later={false}>
            <Chart {...plot} marks={marks} shown={shown} unit={nameOf(first!)} />
          </WhenNear>
        </Area>
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
            <DataTable caption={title} columns={cells}>
              {rows.map((row, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: leagues may have the same name
                <DataRow key={nth} columns={cells} row={row} />
              ))}
            </DataTable>
          </Rows>
        )}
      </Inner>
    </Box>
  )
}

function markOf([name, ...values]: readonly Cell[], series: number): Mark {
  return { name: name ?? '', values: values.slice(0, series).filter((value) => typeof value !== 'string') }
}

function PlotLegend({ plot: { kind, series, lit, reference }, marks }: { plot: Plot; marks: readonly Mark[] }) {
  const entries = [
    ...(kind === 'lines' || series.length < 2
      ? []
      : [
          { name: series[0]!, mark: kind === 'gaps' ? 'square' : 'block' },
          { name: series[1]!, mark: kind === 'gaps' ? 'dot' : kind === 'bars' ? 'other' : 'line' },
        ]),
    ...(lit && marks.some(({ isLit }) => isLit) ? [{ name: lit, mark: 'now' }] : []),
    ...(reference ? [{ name: reference.text, mark: 'reference' }] : []),
  ]
  if (entries.length === 0) return null
  return (
    <Legend>
      {entries.map(({ name, mark }) => (
        <span key={mark}>
          <i aria-hidden {...{ [`data-${mark}`]: true }} />
          {name}
        </span>
      ))}
    </Legend>
  )
}
