import { type ReactNode, useEffect, useRef, useState } from 'react'

export interface WhenNearProps {
  waiting: ReactNode
  children: ReactNode
  /** How far off the window it is made already. */
  ahead?: string
}

/** What lies further down is made, and its code fetched, when the reader comes near it; `waiting` keeps its place. */
export function WhenNear({ waiting, children, ahead = '200px' }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: ahead,
      },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear, ahead])
  return isNear ? children : <div ref={place}>{waiting}</div>
}
