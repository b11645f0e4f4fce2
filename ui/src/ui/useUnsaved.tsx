import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { guardHistory } from './useBackCloses.ts'

/** Index of an entry in the router's history. A layer has the index of its page. */
const indexOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0

/** The link to another page of the app that this click follows; null: none. */
function linkOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | null {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return null
  const link = target.closest('a')
  if (!link || link.target || link.download || link.origin !== location.origin) return null
  return link.pathname === location.pathname ? null : link
}

/**
 * While there are unsaved changes, asks for confirmation before leaving the page by a link, Back or Forward. Closing
 * the window shows the browser's own dialog. Returns the confirmation dialog, to be rendered in the page.
 */
export function useUnsaved(isUnsaved: boolean): ReactNode {
  const [pending, confirm] = useState<(() => void) | null>(null)
  /** The confirmed navigation, done once the dialog's own history entry is gone. */
  const agreed = useRef<(() => void) | null>(null)

  const navigate = useNavigate()
  const goTo = useEffectEvent((path: string) => void navigate(path))

  useEffect(() => {
    if (!isUnsaved) return
    const listening = new AbortController()
    const { signal } = listening
    const here = indexOf(history.state)
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
        confirm(() => () => link.click())
      },
      { signal, capture: true },
    )
    // Reverted before the router handles it, then confirmed.
    const release = guardHistory(({ state }) => {
      const steps = indexOf(state) - here
      if (steps !== 0) {
        if (isLeaving) return false
        const to = location.pathname + location.search + location.hash
        // The dialog adds a history entry, which removes the forward entries: going forward needs a navigation.
        held = steps < 0 ? () => history.go(steps) : () => goTo(to)
        history.go(-steps)
        return true
      }
      if (held) {
        const proceed = held
        held = null
        confirm(() => proceed)
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
    pending && (
      <ConfirmDialog
        title="Leave without saving?"
        action="Leave"
        danger
        onConfirm={async () => {
          agreed.current = pending
        }}
        onClose={() => confirm(null)}
      >
        You haven’t saved your changes on this page.
      </ConfirmDialog>
    )
  )
}
