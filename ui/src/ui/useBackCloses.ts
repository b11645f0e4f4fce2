import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal.ts'

/** What lies over the page now, the uppermost last: each has an entry of its own in the history. */
const open: string[] = []
const changes = createSignal()
let count = 0
/** A layer's entry is being left: the next one may be another such. */
let isUnwinding = false
/** The page at which a stale entry was jumped over backwards: Forward from there jumps over it too. */
let below: string | undefined

interface EntryState {
  readonly layer?: string
  /** The router's name for the page; it gives the first one none. */
  readonly key: string
}

const stateOf = (state: unknown): EntryState => ({ key: '', ...((state ?? {}) as Partial<EntryState>) })

let guard: ((event: PopStateEvent) => boolean) | null = null

/**
 * Shows each entry that is come to before anybody else hears of it, the router too: `isHeld` says whether they are not to. One at a
 * time; returns the way to stop. The window calls listeners in the order in which they came, and this file's was there first.
 */
export function guardHistory(isHeld: (event: PopStateEvent) => boolean): () => void {
  guard = isHeld
  return () => {
    guard = null
  }
}

/** An entry whose layer has gone (its page was left for another, say) shows nothing new: it is jumped over. */
function onPop(event: PopStateEvent): void {
  if (guard?.(event)) {
    event.stopImmediatePropagation()
    return
  }
  const { layer, key } = stateOf(event.state)
  if (layer === undefined || open.includes(layer)) {
    isUnwinding = false
    if (key !== below) below = undefined
  } else if (isUnwinding || key !== below) {
    below = key
    history.back()
  } else {
    below = undefined
    history.forward()
  }
}
window.addEventListener('popstate', onPop)

/**
 * Back closes what lies over a page (a dialog, a sheet, a panel) before it leaves the page: while it is open it has an entry in the
 * history, which goes when it is closed in another way. The router does not notice: address and key of the entry are the page's.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const layer = `${performance.timeOrigin} ${++count}`
    let hasEntry = false
    open.push(layer)
    changes.emit()
    // After whatever else this drawing does to the address.
    queueMicrotask(() => {
      if (!open.includes(layer)) return
      history.pushState({ ...history.state, layer }, '')
      hasEntry = true
    })
    const onBack = ({ state }: PopStateEvent) => {
      // Where an upper one has gone, this one stays.
      if (!hasEntry || stateOf(state).layer === layer || open.at(-1) !== layer) return
      hasEntry = false
      close()
    }
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      open.splice(open.indexOf(layer), 1)
      changes.emit()
      if (!hasEntry || stateOf(history.state).layer !== layer) return
      isUnwinding = true
      history.back()
    }
  }, [isOpen])
}

export function useLayerOpen(): boolean {
  return useSyncExternalStore(changes.listen, () => open.length > 0)
}
