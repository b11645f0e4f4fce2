import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far off the window a part is made already. */
const AHEAD = '200px'

/** What lies further down is made, and its code fetched, when the reader comes near it; `waiting` keeps its place. */
export function WhenNear({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: AHEAD,
      },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return isNear ? children : <div ref={place}>{waiting}</div>
}
