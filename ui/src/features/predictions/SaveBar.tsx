import { type RefObject, useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { tapTarget } from '../../ui/tapTarget.ts'
import { toastRise } from './toastRise.ts'
import { undoToast } from './undoToast.tsx'
import type { Predictor } from './usePredictor.ts'

const Bar = styled.section`
  position: sticky;
  bottom: calc(var(--bar-height) - 2px + env(safe-area-inset-bottom));
  z-index: 6;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s2) var(--s3);
  padding: 10px 12px;
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
  border-top: 3px solid var(--accent);

  @container page (width < 18rem) {
    flex-wrap: wrap;
  }
  @container page (min-width: 37.5rem) {
    padding-inline: 16px;
  }
  @container page (min-width: 64rem) {
    bottom: 0;
  }
`

const Count = styled.strong`
  white-space: nowrap;
`

const Small = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s3);
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--header-muted);

  @container page (width < 18rem) {
    &:not([data-elsewhere]) {
      display: none;
    }
  }
`

const Closing = styled.span`
  font-weight: 600;
  color: var(--header-warn);

  /* Always in the page, to be announced, and then without a gap of its own. */
  &:empty {
    margin-right: calc(var(--s3) * -1);
  }
`

const Elsewhere = styled.button`
  ${tapTarget}
  min-height: 24px;
  color: var(--on-header);
  text-decoration: underline;
  text-underline-offset: 0.18em;
`

const Actions = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: var(--s2);

  @container page (width < 22.5rem) {
    gap: 2px;
    & button {
      padding-inline: 10px;
    }
  }
  @container page (width < 18rem) {
    flex: auto;
    flex-wrap: wrap;
    justify-content: flex-end;
  }
`

interface SaveBarProps {
  readonly predictor: Predictor
  onGameweek(gameweek: number): void
  /** Called when it disappears while it has the focus, and after Undo. */
  onHidden(): void
}

/** `Save 3 changes`: at the foot of the list while there are unsaved picks. */
export function SaveBar({ predictor, onGameweek, onHidden }: SaveBarProps) {
  const { unsaved, savable, closing, waiting, elsewhere, isSavingAll } = predictor
  const hadFocus = useRef(false)
  const bar = useRef<HTMLElement>(null)
  useRoomForToasts(bar, unsaved > 0)
  useEffect(() => {
    if (unsaved > 0 || !hadFocus.current) return
    hadFocus.current = false
    onHidden()
  }, [unsaved, onHidden])
  if (unsaved === 0) return null
  const half = unsaved - savable
  function discard() {
    const restore = predictor.discardAll()
    undoToast({ title: `${counted(unsaved, 'change')} discarded` }, () => {
      restore()
      onHidden()
    })
  }
  const noteFocus = (has: boolean) => {
    hadFocus.current = has
  }
  return (
    <Bar ref={bar} aria-label="Unsaved picks" onFocus={() => noteFocus(true)} onBlur={() => noteFocus(false)}>
      <div>
        <Count>{unsaved} not saved yet</Count>
        <Small data-elsewhere={elsewhere.length + closing > 0 || undefined}>
          <Closing role="status">{closing > 0 && `Closes in 1m, ${closing} unsaved`}</Closing>
          {waiting > 0 && `${waiting} waiting for a connection`}
          {half > 0
            ? `${half} ${half === 1 ? 'needs' : 'need'} a score`
            : elsewhere.length + closing + waiting === 0 && 'Kept on this device'}
          {elsewhere.map((each) => (
            <Elsewhere key={each.gameweek} type="button" onClick={() => onGameweek(each.gameweek)}>
              {each.unsaved} in Gameweek {each.gameweek}
            </Elsewhere>
          ))}
        </Small>
      </div>
      <Actions>
        <Button size="sm" kind="plain" onDark onClick={discard} disabled={isSavingAll}>
          Discard
        </Button>
        <Button kind="accent" busy={isSavingAll} onClick={predictor.saveAll}>
          {predictor.saveLabel}
        </Button>
      </Actions>
    </Bar>
  )
}

/** Raises toasts above the bar at any position: a persistent failure must not cover the retry button. */
function useRoomForToasts(bar: RefObject<HTMLElement | null>, isNeeded: boolean) {
  useEffect(() => {
    const element = bar.current
    if (!isNeeded || !element) return
    const { style } = document.documentElement
    const measure = () => {
      const { bottom, fontSize } = getComputedStyle(element)
      // The bar's sticky offset is where toasts appear without it.
      const foot = window.innerHeight - Number.parseFloat(bottom)
      const rise = toastRise(element.getBoundingClientRect(), foot, Number.parseFloat(fontSize))
      style.setProperty('--bar-rise', `${rise}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
      style.removeProperty('--bar-rise')
    }
  }, [bar, isNeeded])
}
