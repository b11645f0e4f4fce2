import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { guardHistory } from './useBackCloses.ts'

/** The place of an entry among those that the router has made. Layers over a page stand at the page's own. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0

/** The link to another page of the app that a click follows here; null: it follows none. */
function linkOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | null {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return null
  const link = target.closest('a')
  if (!link || link.target || link.download || link.origin !== location.origin) return null
  return link.pathname === location.pathname ? null : link
}

/**
 * While something is not saved, whoever is about to leave the page is asked first: by a link, by Back and Forward, and in the
 * browser's own words when the window is closed. Gives the question, to be drawn within the page.
 */
export function useUnsaved(isUnsaved: boolean): ReactNode {
  const [way, ask] = useState<(() => void) | null>(null)
  /** It is taken once the question's own entry in the history has gone. */
  const agreed = useRef<(() => void) | null>(null)

  const navigate = useNavigate()
  const goTo = useEffectEvent((path: string) => void navigate(path))

  useEffect(() => {
    if (!isUnsaved) return
    const listening = new AbortController()
    const { signal } = listening
    const here = placeOf(history.state)
    let isLeaving = false
    let held: (() => void) | null = null
    addEventListener('beforeunload', (event) => !isLeaving && event.preventDefault(), { signal })
    addEventListener(
      'click',
      (event) => {
        const link = isLeaving ? null : linkOf(event)
        if (!link) return
        event.preventDefault()
        event.stopPropagation()
        ask(() => () => link.click())
      },
      { signal, capture: true },
    )
    // Taken back before the router hears of it, and then asked.
    const release = guardHistory(({ state }) => {
      const steps = placeOf(state) - here
      if (steps !== 0) {
        if (isLeaving) return false
        const to = location.pathname + location.search + location.hash
        // The question has an entry of its own, behind which there is no Forward any more.
        held = steps < 0 ? () => history.go(steps) : () => goTo(to)
        history.go(-steps)
        return true
      }
      if (held) {
        const goOn = held
        held = null
        ask(() => goOn)
      } else if (agreed.current) {
        const leave = agreed.current
        agreed.current = null
        isLeaving = true
        setTimeout(leave)
      }
      return false
    })
    return () => {
      listening.abort()
      release()
    }
  }, [isUnsaved])

  return (
    way && (
      <ConfirmDialog
        title="Leave without saving?"
        action="Leave"
        danger
        onConfirm={async () => {
          agreed.current = way
        }}
        onClose={() => ask(null)}
      >
        What you have changed on this page is not saved.
      </ConfirmDialog>
    )
  )
}
