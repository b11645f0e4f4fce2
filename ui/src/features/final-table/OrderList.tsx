import { ChevronDown, ChevronUp } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { styled } from 'styled-components'
import type { FinalTableClub } from '../../../../src/areas/final-table/contract.ts'
import { ordinal } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { ClubList, ClubRow } from './ClubRow.tsx'
import { moved, type Order } from './model.ts'

const Tools = styled.span`
  display: flex;
  align-items: center;

  button:disabled {
    --fill: transparent;
    opacity: 0.45;
  }
`

/* Only the grip takes touches for itself: the page still scrolls by the rows. */
const Grip = styled.button`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  color: var(--muted);
  cursor: grab;
  touch-action: none;

  &::before {
    content: '';
    width: 16px;
    height: 12px;
    background: linear-gradient(currentColor 0 2px, transparent 0 5px, currentColor 0 7px, transparent 0 10px, currentColor 0);
  }
  &:hover,
  &[aria-pressed='true'] {
    color: var(--ink);
    background: var(--surface-2);
  }
  &[aria-pressed='true'] {
    cursor: grabbing;
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

/** Distance from the window's edges at which a drag scrolls the page, and its step, in px. The bars are at the foot. */
const [EDGE, FOOT, STEP] = [60, 140, 12]
/** Time between two steps. */
const STEP_MS = 16

interface OrderListProps {
  list: RefObject<HTMLOListElement | null>
  label: string
  /** Id of the instructions. */
  how: string
  clubs: readonly FinalTableClub[]
  order: Order
  onOrder: (order: Order) => void
}

/** Clubs to put in order by dragging, by arrow buttons, or by keyboard on the grip. Each step is announced. */
export function OrderList({ list, label, how, clubs, order, onOrder }: OrderListProps) {
  const [lifted, setLifted] = useState<{ readonly id: number; readonly before: Order } | null>(null)
  const [said, say] = useState('')
  const dragging = useRef<AbortController | null>(null)
  useEffect(() => () => dragging.current?.abort(), [])
  const byId = new Map(clubs.map((club) => [club.id, club]))
  const nameOf = (id: number) => byId.get(id)!.shortName
  const placeOf = (id: number, of = order) => ordinal(of.indexOf(id) + 1)

  function move(id: number, to: number): void {
    const next = moved(order, id, to)
    if (next === order) return
    // Focus must be set on the rows in their new order.
    flushSync(() => onOrder(next))
    say(`${nameOf(id)}, ${placeOf(id, next)} of ${next.length}`)
  }

  function step(event: MouseEvent<HTMLButtonElement>, id: number, by: number): void {
    const button = event.currentTarget
    move(id, order.indexOf(id) + by)
    // At an end of the table the focus goes to the other arrow.
    const other = by < 0 ? button.nextElementSibling : button.previousElementSibling
    if (button.disabled && other instanceof HTMLElement) other.focus()
    else button.focus()
  }

  function toggle(id: number): void {
    if (lifted) putDown()
    else {
      setLifted({ id, before: order })
      say(`${nameOf(id)} lifted. ${placeOf(id)} of ${order.length}. Arrow keys move it.`)
    }
  }

  function putDown(): void {
    if (!lifted) return
    setLifted(null)
    say(`${nameOf(lifted.id)} put down, ${placeOf(lifted.id)}`)
  }

  function onKey(event: KeyboardEvent<HTMLButtonElement>): void {
    if (!lifted) return
    const at = order.indexOf(lifted.id)
    const targets: Readonly<Record<string, number>> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: order.length }
    const to = targets[event.key]
    if (to !== undefined) {
      event.preventDefault()
      move(lifted.id, to)
      event.currentTarget.focus()
      event.currentTarget.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Escape') {
      event.preventDefault()
      setLifted(null)
      onOrder(lifted.before)
      say(`${nameOf(lifted.id)} back in ${placeOf(lifted.id, lifted.before)}`)
    }
  }

  function drag({ button, clientY, pointerId }: PointerEvent<HTMLButtonElement>, id: number): void {
    if (button !== 0 || dragging.current?.signal.aborted === false) return
    let latest = order
    let y = clientY
    setLifted({ id, before: order })
    // Rows that change place lose a captured pointer, so the window listens.
    const ending = new AbortController()
    const { signal } = ending
    dragging.current = ending
    const follow = () => {
      const rows = [...(list.current?.children ?? [])]
      const under = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
      const next = moved(latest, id, under < 0 ? rows.length : under)
      if (next !== latest) onOrder(next)
      latest = next
    }
    const onMove = (moving: globalThis.PointerEvent) => {
      if (moving.pointerId !== pointerId) return
      y = moving.clientY
      follow()
    }
    // A pointer that rests at an edge sends no events.
    const scrolling = setInterval(() => {
      const rect = list.current?.getBoundingClientRect()
      const foot = window.innerHeight - FOOT
      // Not where the drag began: a row near an edge can be dragged away from it.
      const [isUp, isDown] = [y < Math.min(EDGE, clientY), y > Math.max(foot, clientY)]
      const by = isUp ? -STEP : isDown ? STEP : 0
      // The end of the list stays in sight.
      if (by === 0 || !rect || (isUp ? rect.top >= EDGE : rect.bottom <= foot)) return
      window.scrollBy(0, by)
      follow()
    }, STEP_MS)
    signal.addEventListener('abort', () => clearInterval(scrolling))
    const end = (ended: globalThis.PointerEvent) => {
      if (ended.pointerId !== pointerId) return
      ending.abort()
      setLifted(null)
      say(`${nameOf(id)} put down, ${placeOf(id, latest)}`)
    }
    window.addEventListener('pointermove', onMove, { signal })
    for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, end, { signal })
  }

  return (
    <>
      <ClubList ref={list} aria-label={label} tabIndex={-1}>
        {order.map((id, index) => {
          const club = byId.get(id)!
          const isLifted = lifted?.id === id
          return (
            <ClubRow
              key={id}
              club={club}
              index={index}
              clubs={order.length}
              about={aboutLastSeason(club, clubs)}
              isLifted={isLifted}
            >
              <Tools>
                <Button
                  icon
                  size="sm"
                  kind="plain"
                  aria-label={`${club.shortName} up`}
                  disabled={index === 0}
                  onClick={(event) => step(event, id, -1)}
                >
                  <ChevronUp aria-hidden />
                </Button>
                <Button
                  icon
                  size="sm"
                  kind="plain"
                  aria-label={`${club.shortName} down`}
                  disabled={index === order.length - 1}
                  onClick={(event) => step(event, id, 1)}
                >
                  <ChevronDown aria-hidden />
                </Button>
                <Grip
                  type="button"
                  aria-label={`Move ${club.shortName}`}
                  aria-describedby={how}
                  aria-pressed={isLifted}
                  // Of the keyboard and screen readers: a pointer has lifted the row already.
                  onClick={({ detail }) => detail === 0 && toggle(id)}
                  onKeyDown={onKey}
                  onBlur={({ relatedTarget }) => relatedTarget && putDown()}
                  onPointerDown={(event) => drag(event, id)}
                />
              </Tools>
            </ClubRow>
          )
        })}
      </ClubList>
      <VisuallyHidden role="status" aria-live="assertive">
        {said}
      </VisuallyHidden>
    </>
  )
}

function aboutLastSeason({ lastSeason }: FinalTableClub, clubs: readonly FinalTableClub[]): string | null {
  if (lastSeason !== null) return `${ordinal(lastSeason)} last season`
  return clubs.some((club) => club.lastSeason !== null) ? 'came up' : null
}
