import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal.ts'

/** Open layers, the top one last. Each has its own entry in the history. */
const open: string[] = []
const changes = createSignal()
let count = 0
/** The entry of a closed layer is being left: the next entry may belong to another one. */
let isUnwinding = false
/** The page from which a stale entry was skipped backwards: Forward from there skips it, too. */
let below: string | undefined

interface EntryState {
  readonly layer?: string
  /** The router's key of the page; empty for the first page. */
  readonly key: string
}

const stateOf = (state: unknown): EntryState => ({ key: '', ...((state ?? {}) as Partial<EntryState>) })

let guard: ((event: PopStateEvent) => boolean) | null = null

/**
 * Passes each history entry to `isHeld` before any other listener, the router included; true stops the event. Allows
 * one guard at a time, and returns a function that removes it. Listeners of the window run in order of registration,
 * and this module registers first.
 */
export function guardHistory(isHeld: (event: PopStateEvent) => boolean): () => void {
  guard = isHeld
  return () => {
    guard = null
  }
}

/** Skips the entry of a layer that no longer exists, for example because its page was left. */
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

/** Leaves the entry of a layer that was open when the page was reloaded; Back would stop twice at the page. */
export function leaveStaleLayer(): void {
  if (stateOf(history.state).layer === undefined) return
  isUnwinding = true
  history.back()
}
leaveStaleLayer()

/**
 * Makes Back close an overlay (dialog, sheet, panel) before it leaves the page. An open overlay has an entry in the
 * history, which is removed when it is closed in another way. The entry has the page's address and key, so the router
 * ignores it.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const layer = `${performance.timeOrigin} ${++count}`
    let hasEntry = false
    open.push(layer)
    changes.emit()
    const enter = () => {
      if (!open.includes(layer)) return
      // Leaving the entry of a closed layer would leave one that is added meanwhile, too.
      if (isUnwinding) return window.addEventListener('popstate', enter, { once: true })
      history.pushState({ ...history.state, layer }, '')
      hasEntry = true
    }
    // After all address changes of this render.
    queueMicrotask(enter)
    const onBack = ({ state }: PopStateEvent) => {
      // A layer above this one was closed: this one stays open.
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
