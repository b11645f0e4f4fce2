import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So long after the page is there it is made anyway, in ms. */
const BEHIND = 1_500

export interface WhenNearProps {
  waiting: ReactNode
  children: ReactNode
  /** How far off the window it is made already; null: wherever it is, behind the first view. */
  ahead?: string | null
  /** False: never before the reader is near. */
  later?: boolean
}

/** What lies further down is made, and its code fetched, when the reader comes near it, else behind the first view; `waiting` keeps its place. */
export function WhenNear({ waiting, children, ahead = '200px', later = true }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const timer = later ? setTimeout(setNear, BEHIND, true) : undefined
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
