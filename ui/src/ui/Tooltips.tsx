import { useEffect, useState } from 'react'
import { styled } from 'styled-components'

/** Delay before a tooltip opens, in ms (docs/rules.md R70). */
const DELAY = 700
/** Within this time after one tooltip closes, the next opens at once, in ms. */
const SKIP = 300
/** Distance to the edges of the window, in px. */
const MARGIN = 8

/* The padding reaches to the button, so that the pointer can move onto the tooltip. */
const Anchor = styled.div`
  position: fixed;
  z-index: 25;
  padding-block: 6px;
  animation: plp-appear var(--fast) var(--ease);
`

const Bubble = styled.div`
  padding: 5px 10px;
  font-size: var(--t1);
  font-weight: 600;
  background: var(--lit);
  color: var(--on-lit);
`

/**
 * Shows the tooltip of elements with `data-tip`, which repeats their accessible name. Opens by mouse and keyboard only.
 */
export function Tooltips() {
  const [owner, setOwner] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const listening = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let next: HTMLElement | null = null
    let isOpen = false
    let closedAt = Number.NEGATIVE_INFINITY
    const open = (tipped: HTMLElement) => {
      isOpen = true
      setOwner(tipped)
    }
    const close = () => {
      clearTimeout(timer)
      next = null
      if (isOpen) closedAt = performance.now()
      isOpen = false
      setOwner(null)
    }
    const enter = (target: Element, delay: number) => {
      const tipped = target.closest<HTMLElement>('[data-tip]')
      if (tipped === next || target.closest('[role=tooltip]')) return
      close()
      next = tipped
      if (tipped) timer = setTimeout(open, performance.now() - closedAt < SKIP ? 0 : delay, tipped)
    }
    const options = { signal: listening.signal, capture: true }
    addEventListener(
      'pointerover',
      ({ pointerType, target }) => pointerType === 'mouse' && enter(target as Element, DELAY),
      options,
    )
    addEventListener(
      'focusin',
      ({ target }) => (target as Element).matches(':focus-visible') && enter(target as Element, 0),
      options,
    )
    addEventListener('pointerout', ({ relatedTarget }) => relatedTarget === null && close(), options)
    for (const type of ['pointerdown', 'keydown', 'focusout', 'scroll']) addEventListener(type, close, options)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])

  const place = (tip: HTMLElement | null) => {
    if (!tip || !owner) return
    const { left, right, top, bottom } = owner.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = tip
    const most = document.documentElement.clientWidth - width - MARGIN
    tip.style.left = `${Math.max(MARGIN, Math.min((left + right - width) / 2, most))}px`
    tip.style.top = `${top < height + MARGIN ? bottom : top - height}px`
  }
  return (
    owner && (
      <Anchor ref={place} role="tooltip">
        <Bubble>{owner.dataset.tip}</Bubble>
      </Anchor>
    )
  )
}
