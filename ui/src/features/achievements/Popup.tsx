import { X } from 'lucide-react'
import {
  type Dispatch,
  type FocusEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link } from 'react-router-dom'
import { keyframes, styled } from 'styled-components'
import { count } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { cutCorner } from '../../ui/Panel.tsx'
import { Mark } from './Mark.tsx'
import { rarityOf } from './model.ts'
import type { PopupsEvent, Unlocked } from './popups.ts'
import { RarityBadge } from './RarityBadge.tsx'
import { useTimeOut } from './useTimeOut.ts'

/** Time on screen and duration of the exit, in ms (docs/rules.md R70). */
const STAYS = 5000
/** Maximum time that a resting pointer keeps it open, in ms. */
const MOST = 10_000
const LEAVES = 300

const drop = keyframes`
  from {
    translate: 0 -12px;
    opacity: 0;
  }
`

const flip = keyframes`
  from {
    transform: rotateY(80deg);
  }
`

/* Dark in both themes, like the header and the toasts. The pile underneath shows how many there are. */
const Pile = styled.div`
  display: grid;
  width: min(26.25rem, 100%);
  animation: ${drop} var(--slow) var(--ease);
  transition:
    opacity ${LEAVES}ms var(--ease),
    translate ${LEAVES}ms var(--ease);

  @container page (min-width: 64rem) {
    width: 26.25rem;
  }
  &[data-leaving] {
    opacity: 0;
    translate: 0 -12px;
  }
  & > i {
    height: 6px;
    margin-inline: 8px;
    background: var(--header-2);
    border: 1px solid var(--line-strong);
    border-top: 0;
  }
  & > i + i {
    margin-inline: 16px;
  }
`

const Card = styled.div`
  position: relative;
  pointer-events: auto;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s2) var(--s4);
  padding: var(--s4);
  background: var(--header);
  color: var(--on-header);
  border: 1px solid var(--line-strong);
  --focus: var(--accent);
  --cut-line: var(--line-strong);
  /* A real cut: the background has no single colour. */
  --under: transparent;
  clip-path: polygon(0 0, calc(100% - var(--cut)) 0, 100% var(--cut), 100% 100%, 0 100%);
  ${cutCorner}

  /* The badge above the text. */
  @container page (width < 15rem) {
    grid-template-columns: minmax(0, 1fr);
  }
  & > button {
    position: absolute;
    top: var(--s2);
    right: 14px;
  }
`

const Badge = styled(Mark)`
  --w: 64px;
  animation: ${flip} var(--flip) var(--ease);
`

const Text = styled.div`
  display: grid;
  gap: var(--s1);
  min-width: 0;
  overflow-wrap: anywhere;

  small {
    padding-right: 36px;
    font-size: var(--t1);
    color: var(--header-muted);
  }
  strong {
    font: 600 var(--t5) / 1 var(--board);
  }
  p {
    font-size: var(--t1);
    line-height: 1.4;
    color: var(--header-muted);
  }
`

const Worth = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: var(--s1) var(--s3);
  margin-top: var(--s1);
  font: var(--b4);
`

const More = styled.div`
  grid-column: 1 / -1;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s3);
  padding-top: var(--s2);
  border-top: 1px solid var(--header-line);
  font-size: var(--t1);
  color: var(--header-muted);

  a {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
    color: var(--on-header);
    font-weight: 600;
  }
`

export interface PopupProps {
  /** The first is shown; the others are counted. */
  unlocked: readonly Unlocked[]
  isLeaving: boolean
  dispatch: Dispatch<PopupsEvent>
}

/**
 * Shows a newly unlocked achievement, or their number. It hides after 5 s, or after 10 s at most while hovered. Focus
 * or a hidden page stops the timer.
 */
export function Popup({ unlocked, isLeaving, dispatch }: PopupProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const focus = useFocusWithin()
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden)
  const isPaused = focus.isWithin || isHidden || isLeaving
  const { unlockId, name, description, icon, points, rarity } = unlocked[0]!
  const more = unlocked.length - 1
  useTimeOut(unlockId, STAYS, isPaused || isPointedAt, () => dispatch({ type: 'hide' }))
  useTimeOut(unlockId, MOST, isPaused, () => dispatch({ type: 'hide' }))
  useTimeOut(unlockId, LEAVES, !isLeaving, () => dispatch({ type: 'removed' }))
  useEscape(() => dispatch({ type: 'hide' }))

  return (
    <Pile data-theme="dark" data-leaving={isLeaving || undefined}>
      <Card
        {...focus.props}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
        // Keeps this press from closing an open dialog.
        onPointerDown={(event) => event.stopPropagation()}
      >
        <Badge key={unlockId} icon={icon} rarity={rarity} />
        <Text>
          <small>{more > 0 ? `${count(unlocked.length)} achievements unlocked` : 'Achievement unlocked'}</small>
          <strong>{name}</strong>
          <p>{description}</p>
          <Worth>
            <RarityBadge rarity={rarityOf(rarity).rarity} />
            {points > 0 && <span>+{count(points)} pts</span>}
          </Worth>
        </Text>
        <Button icon size="sm" kind="plain" onDark aria-label="Dismiss" onClick={() => dispatch({ type: 'hide' })}>
          <X aria-hidden />
        </Button>
        {more > 0 && (
          <More>
            and {count(more)} more
            <Link to="/achievements" onClick={() => dispatch({ type: 'hide' })}>
              Show all
            </Link>
          </More>
        )}
      </Card>
      {more > 0 && <i aria-hidden />}
      {more > 1 && <i aria-hidden />}
    </Pile>
  )
}

/**
 * Whether the keyboard focus is inside; a mouse click does not count. On unmount, focus returns to the previous
 * element.
 */
function useFocusWithin() {
  const [isWithin, setWithin] = useState(false)
  const before = useRef<Element | null>(null)
  const isIn = useRef(false)
  useEffect(
    () => () => {
      if (!isIn.current) return
      const back = before.current?.isConnected ? before.current : document.getElementById('main')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    },
    [],
  )
  const isOutside = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget)
  const props = {
    onFocus: (event: FocusEvent) => {
      if (isOutside(event)) before.current = event.relatedTarget
      isIn.current = true
      setWithin(event.target.matches(':focus-visible'))
    },
    onBlur: (event: FocusEvent) => {
      if (!isOutside(event)) return
      isIn.current = false
      setWithin(false)
    },
  }
  return { isWithin, props }
}

function onVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Closes on Escape from anywhere, unless another handler has used the key. */
function useEscape(onEscape: () => void): void {
  const escaped = useEffectEvent(onEscape)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) escaped()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
