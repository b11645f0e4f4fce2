import { type ReactNode, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { Button } from './Button.tsx'
import { Cards } from './Card.tsx'
import { Missing } from './Loaded.tsx'
import { Stack } from './layout.ts'
import { PanelBox } from './Panel.tsx'
import { Loading, Skeleton } from './Skeleton.tsx'

interface PageRules<T> {
  /** Number of entries in a full page. */
  size: number
  /** Selects the entries to show as cards; all by default. */
  isListed?: (one: T) => boolean
  /** True for entries that the first page always includes: later pages omit them. */
  isOwn?: (one: T) => boolean
}

/** Returns the cards of a response, and whether another page may follow. */
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
  /** Plural noun for the cards: `teams`. */
  words: string
  /** Accessible name of the list. */
  label: string
  /** Height of a placeholder card, a CSS length. */
  height: string
  keyOf: (offset: number) => string
  /** Shown for an empty list; an `EmptyState`. */
  empty: ReactNode
  card: (one: T) => ReactNode
}

/** A paged list of cards. Each page has its own request. */
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
  /** Set for the last page only. */
  onMore: (() => void) | undefined
}

function CardPage<T>(props: CardPageProps<T>) {
  const { words, label, keyOf, empty, card, offset, onMore } = props
  const read = useSWR<T[]>(keyOf(offset))
  const list = useRef<HTMLUListElement>(null)
  const isLoaded = read.data !== undefined
  useEffect(() => {
    // The button that added this page disappeared with the focus.
    if (offset > 0 && isLoaded && document.activeElement === document.body) list.current?.querySelector('a')?.focus()
  }, [offset, isLoaded])
  if (read.data === undefined)
    return <Missing read={read} failed={`Failed to load ${words}`} isAlone waiting={<CardsWaiting {...props} />} />
  const { cards, mayFollow } = cardsOf(read.data, offset, props)
  if (cards.length === 0 && offset === 0) return <PanelBox as="div">{empty}</PanelBox>
  return (
    <>
      {cards.length > 0 && (
        <Cards ref={list} aria-label={offset === 0 ? label : `${label}, from ${offset + 1}`}>
          {cards.map(card)}
        </Cards>
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
