import { type ComponentProps, type ComponentType, type HTMLAttributes, memo, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A table in a panel. `data-n` cells are numbers, aligned right; the `data-you` row is the reader's own. */
export const Table = styled.table`
  th,
  td {
    padding: 10px var(--s3);
    border-bottom: 1px solid var(--line);
    vertical-align: middle;
  }
  tr:last-child > * {
    border-bottom: 0;
  }
  thead th {
    padding-block: 8px;
    font-size: var(--t1);
    color: var(--muted);
    white-space: nowrap;
  }
  /* Rows of before, while others are loading. Less opacity would take the contrast that their text needs. */
  &[aria-busy='true'] tbody {
    --ink: var(--muted);
    color: var(--ink);
  }
  caption {
    text-align: start;
  }
  td[data-n] {
    text-align: end;
    font: 600 var(--t3) / 1.3 var(--board);
    white-space: nowrap;
  }
  th[data-n] {
    text-align: end;
  }
  tr[data-you] > * {
    background: var(--you-tint);
  }
  tr[data-you] > *:first-child {
    box-shadow: var(--you-mark);
  }
  @container page (width < 37.5rem) {
    th,
    td {
      padding-inline: 6px;
    }
    tr > :first-child {
      padding-left: 12px;
    }
    tr > :last-child {
      padding-right: 12px;
    }
  }
`

/** Declares a column. `false` in a list of columns is skipped. */
export interface Column<Row> {
  readonly name: string
  /** Visible heading if it differs from the name; null: the name is for screen readers only. */
  readonly head?: ReactNode
  /** Accessible heading, if `head` is not text. */
  readonly label?: string
  readonly sort?: 'ascending' | 'descending' | undefined
  /** Attributes of heading and cells: `n wide` sets `data-n` and `data-wide`. */
  readonly is?: string
  /** True if the cell has no value: sets `data-none`. */
  readonly isNone?: (row: Row) => boolean
  readonly isRowHead?: true
  readonly isHidden?: true
  readonly cell: (row: Row) => ReactNode
}

export type Columns<Row> = readonly (Column<Row> | false)[]

const shown = <Row,>(columns: Columns<Row>) => columns.filter((column) => column !== false)

const marks = (is = '') =>
  Object.fromEntries(
    is
      .split(' ')
      .filter(Boolean)
      .map((mark) => [`data-${mark}`, true]),
  )

interface DataTableProps<Row> {
  as?: ComponentType<ComponentProps<'table'>>
  caption: ReactNode
  columns: Columns<Row>
  /** The rows of another page or gameweek are loading: mutes those of before (docs/rules.md R427). */
  isStale?: boolean | undefined
  children: ReactNode
}

export function DataTable<Row>({ as: Frame = Table, caption, columns, isStale, children }: DataTableProps<Row>) {
  return (
    <Frame aria-busy={isStale || undefined}>
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          {shown(columns).map(({ name, head = name, label, sort, is, isHidden }) => (
            <th key={name} scope="col" aria-label={label} aria-sort={sort} aria-hidden={isHidden} {...marks(is)}>
              {head ?? <VisuallyHidden>{name}</VisuallyHidden>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Frame>
  )
}

interface DataRowProps<Row> extends HTMLAttributes<HTMLTableRowElement> {
  columns: Columns<Row>
  row: Row
}

function Cells<Row>({ columns, row, ...attributes }: DataRowProps<Row>) {
  return (
    <tr {...attributes}>
      {shown(columns).map(({ name, is, isNone, isRowHead, isHidden, cell }) => {
        const Cell = isRowHead ? 'th' : 'td'
        return (
          <Cell
            key={name}
            scope={isRowHead && 'row'}
            aria-hidden={isHidden}
            data-label={name}
            data-none={isNone?.(row) || undefined}
            {...marks(is)}
          >
            {cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}

/** A row of a table. Rendered again only for another row, other columns or other attributes. */
export const DataRow = memo(Cells) as typeof Cells
