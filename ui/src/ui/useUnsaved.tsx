import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

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
  /** The way that was about to be taken. */
  const [way, ask] = useState<(() => void) | null>(null)
  /** It is taken once the question's own entry in the history has gone. */
  const agreed = useRef<(() => void) | null>(null)

  useEffect(() => {
    if (!isUnsaved) return
    const listening = new AbortController()
    const { signal } = listening
    const here = placeOf(history.state)
    let isLeaving = false
    let asked: number | null = null
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
    // Before the router hears of it: it is taken back, and asked.
    addEventListener(
      'popstate',
      (event) => {
        const steps = placeOf(event.state) - here
        if (steps !== 0 && !isLeaving) {
          event.stopImmediatePropagation()
          asked = steps
          history.go(-steps)
        } else if (asked !== null) {
          const back = asked
          asked = null
          ask(() => () => history.go(back))
        } else if (agreed.current) {
          const leave = agreed.current
          agreed.current = null
          isLeaving = true
          setTimeout(leave)
        }
      },
      { signal, capture: true },
    )
    return () => listening.abort()
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
