import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So long after the page is there it is made anyway, in ms. */
const BEHIND = 1_500

export interface WhenNearProps {
  waiting: ReactNode
  children: ReactNode
  /** How far off the window it is made already; null: wherever it is, behind the first view. */
  ahead?: string | null
}

/** What lies further down is made, and its code fetched, when the reader comes near it, else behind the first view; `waiting` keeps its place. */
export function WhenNear({ waiting, children, ahead = '200px' }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const later = setTimeout(setNear, BEHIND, true)
    if (ahead === null) return () => clearTimeout(later)
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      clearTimeout(later)
    }
  }, [isNear, ahead])
  return isNear ? children : <div ref={place}>{waiting}</div>
}
