import { type ComponentType, cloneElement, type ReactElement, useEffect, useSyncExternalStore } from 'react'
import type { TooltipProps } from './TooltipParts.tsx'

let Parts: ComponentType<TooltipProps> | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A button that gets its tooltip is drawn anew: not while somebody uses it. */
const IN_USE = '[data-untipped]:is(:focus, :active)'

/** Once in the app: tooltips come when a mouse is moved or a key pressed; fingers have none. */
export function useTooltips(): void {
  useEffect(() => {
    if (Parts) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unused = new AbortController()
    async function load() {
      unused.abort()
      const module = await import('./TooltipParts.tsx').catch(() => null)
      if (module) show(module.TooltipParts)
    }
    function show(parts: ComponentType<TooltipProps>) {
      if (document.querySelector(IN_USE)) {
        timer = setTimeout(show, 500, parts)
        return
      }
      Parts = parts
      for (const listener of listeners) listener()
    }
    const { signal } = unused
    addEventListener('pointermove', ({ pointerType }) => pointerType === 'mouse' && void load(), { signal })
    addEventListener('keydown', () => void load(), { signal })
    return () => {
      unused.abort()
      clearTimeout(timer)
    }
  }, [])
}

export function Tooltip({ label, children }: TooltipProps) {
  const Tip = useSyncExternalStore(subscribe, () => Parts)
  return Tip ? (
    <Tip label={label}>{children}</Tip>
  ) : (
    cloneElement(children as ReactElement<Record<string, unknown>>, { 'data-untipped': '' })
  )
}
