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
const AFTER_VIEW = 1_500

/** Once in the app: tooltips come behind the first view. */
export function useTooltips(): void {
  useEffect(() => {
    if (Parts) return
    let timer = setTimeout(load, AFTER_VIEW)
    async function load() {
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
    return () => clearTimeout(timer)
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
