import { useSyncExternalStore } from 'react'

/** Below this the panels beside the page's first one stand after tabs, in rem. */
const PHONE = 37.5

/**
 * Whether the window is as narrow as a phone's, for what is not a matter of style alone. As the container queries it goes by rem:
 * enlarged text makes a window narrower.
 */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
}

function isNarrow(): boolean {
  const root = document.documentElement
  return root.clientWidth < PHONE * Number.parseFloat(getComputedStyle(root).fontSize)
}

/** Another size of text says nothing by itself, but makes the page another one. */
function subscribe(listener: () => void): () => void {
  const observer = new ResizeObserver(listener)
  observer.observe(document.documentElement)
  observer.observe(document.body)
  return () => observer.disconnect()
}
