import { useSyncExternalStore } from 'react'

/** Below this width the panels after the first become tabs, in rem. */
const PHONE = 37.5

let isNarrow: boolean | undefined

/**
 * Whether the window is as narrow as a phone's, for differences that CSS cannot express. Like the container queries it
 * uses rem, so that enlarged text makes a window narrower.
 */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, known)
}

/** Measuring in every render would lay out the page each time. */
const known = (): boolean => (isNarrow ??= measured())

function measured(): boolean {
  const root = document.documentElement
  return root.clientWidth < PHONE * Number.parseFloat(getComputedStyle(root).fontSize)
}

/** No event reports a change of text size, but it changes the size of the page. */
function subscribe(listener: () => void): () => void {
  const observer = new ResizeObserver(() => {
    isNarrow = measured()
    listener()
  })
  observer.observe(document.documentElement)
  observer.observe(document.body)
  return () => {
    observer.disconnect()
    // It may change while nothing observes it.
    isNarrow = undefined
  }
}
