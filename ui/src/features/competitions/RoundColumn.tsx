import { type ReactNode, useId, useState } from 'react'
import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { Button } from '../../ui/Button.tsx'
import { Small } from '../../ui/layout.ts'
import { shortened } from './model.ts'

/** Ties or players of a round before the rest is asked for. */
const FIRST = 8

const Column = styled.section`
  display: grid;
  gap: var(--s2);
  align-content: start;
  min-width: 0;

  h3 {
    font: var(--b3);
  }
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    flex-wrap: wrap;
    gap: 0 var(--s2);
    min-height: 40px;
    border-bottom: 2px solid var(--line);
  }
  &[data-open] > header {
    border-color: var(--ink);
  }
  @container page (width < 48rem) {
    &[data-current] {
      order: -1;
    }
  }
`

const List = styled.ol`
  display: grid;
  gap: var(--s2);

  &[data-flat] {
    gap: 0;
  }
`

export interface RoundProps {
  round: CompetitionDetail['rounds'][number]
  isCurrent: boolean
  userId: number
}

interface RoundColumnProps {
  name: string
  gameweek: number
  isOpen?: boolean
  /** Being played, or the last one after the end: on a phone it comes first. */
  isCurrent?: boolean
  children: ReactNode
}

/** A round with its heading. */
export function RoundColumn({ name, gameweek, isOpen, isCurrent, children }: RoundColumnProps) {
  const id = useId()
  return (
    <Column aria-labelledby={id} data-open={isOpen || undefined} data-current={isCurrent || undefined}>
      <header>
        <h3 id={id}>{name}</h3>
        <Small>
          {isOpen ? 'Now, gameweek ' : 'Gameweek '}
          {gameweek}
        </Small>
      </header>
      {children}
    </Column>
  )
}

interface ShortListProps<T> {
  items: readonly T[]
  isOwn: (item: T) => boolean
  what: string
  isFlat?: boolean
  row: (item: T) => ReactNode
}

/** The first of a round, with the reader's own, until the rest is asked for. */
export function ShortList<T>({ items, isOwn, what, isFlat, row }: ShortListProps<T>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : shortened(items, FIRST, isOwn)
  return (
    <>
      <List data-flat={isFlat || undefined}>{shown.map(row)}</List>
      {shown.length < items.length && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {items.length} {what}
        </Button>
      )}
    </>
  )
}
