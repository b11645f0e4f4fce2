import { type ReactNode, useState } from 'react'
import useSWR from 'swr'
import { Button } from './Button.tsx'
import { Cards } from './Card.tsx'
import { Missing } from './Loaded.tsx'
import { Stack } from './layout.ts'
import { PanelBox } from './Panel.tsx'
import { Loading, Skeleton } from './Skeleton.tsx'

interface PageRules<T> {
  /** Cards of a full page. */
  size: number
  /** Entries of an answer that are cards; all unless given. */
  isListed?: (one: T) => boolean
  /** The first page has it: later ones leave it out. */
  isOwn?: (one: T) => boolean
}

/** The cards of an answer, and whether another page may follow it. */
export function cardsOf<T>(
  answer: readonly T[],
  offset: number,
  { size, isListed = () => true, isOwn = () => false }: PageRules<T>,
) {
  const listed = answer.filter(isListed)
  const cards = offset === 0 ? listed : listed.filter((one) => !isOwn(one))
  return { cards, mayFollow: listed.length >= size }
}

interface CardPagesProps<T> extends PageRules<T> {
  /** Plural of what the cards show: `teams`. */
  words: string
  /** The name of the list. */
  label: string
  /** Of a waiting card, a CSS length. */
  height: string
  keyOf: (offset: number) => string
  /** An `EmptyState`. */
  empty: ReactNode
  card: (one: T) => ReactNode
}

/** Cards page after page; each page is read by itself. */
export function CardPages<T>(props: CardPagesProps<T>) {
  const [pages, setPages] = useState(1)
  return (
    <Stack data-gap="wide">
      {Array.from({ length: pages }, (_, page) => (
        <CardPage
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
          key={page}
          {...props}
          offset={page * props.size}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </Stack>
  )
}

interface CardPageProps<T> extends CardPagesProps<T> {
  offset: number
  /** Given to the last page. */
  onMore: (() => void) | undefined
}

function CardPage<T>(props: CardPageProps<T>) {
  const { words, label, keyOf, empty, card, offset, onMore } = props
  const read = useSWR<T[]>(keyOf(offset))
  if (read.data === undefined)
    return <Missing read={read} failed={`Failed to load ${words}`} isAlone waiting={<CardsWaiting {...props} />} />
  const { cards, mayFollow } = cardsOf(read.data, offset, props)
  if (cards.length === 0 && offset === 0) return <PanelBox as="div">{empty}</PanelBox>
  return (
    <>
      {cards.length > 0 && (
        <Cards aria-label={offset === 0 ? label : `${label}, from ${offset + 1}`}>{cards.map(card)}</Cards>
      )}
      {onMore && mayFollow && (
        <Button block onClick={onMore}>
          Show more {words}
        </Button>
      )}
    </>
  )
}

function CardsWaiting({ words, height }: { words: string; height: string }) {
  return (
    <Loading label={`Loading ${words}`}>
      <Cards as="div">
        {['a', 'b', 'c'].map((id) => (
          <Skeleton key={id} height={height} />
        ))}
      </Cards>
    </Loading>
  )
}
