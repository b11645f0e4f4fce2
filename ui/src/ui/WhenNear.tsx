import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Renders anyway this long after mounting, in ms. */
const DELAY = 1_500

export interface WhenNearProps {
  waiting: ReactNode
  children: ReactNode
  /** Distance from the window at which to render; null: only after the delay. */
  ahead?: string | null
  /** False: only renders near the window, never after the delay. */
  later?: boolean
}

/**
 * Renders its children, and so loads their code, when the reader scrolls near them or after a delay. `waiting` reserves
 * the space.
 */
export function WhenNear({ waiting, children, ahead = '200px', later = true }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const timer = later ? setTimeout(setNear, DELAY, true) : undefined
    if (ahead === null) return () => clearTimeout(timer)
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [isNear, ahead, later])
  return isNear ? children : <div ref={place}>{waiting}</div>
}
