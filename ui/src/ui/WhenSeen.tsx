import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window a part may still lie when it is drawn. */
const AHEAD = '200px'

/** Draws its children once the reader has come near them; until then `before` stands there, and nothing of theirs is loaded. */
export function WhenSeen({ before, children }: { before: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return isSeen ? children : <div ref={box}>{before}</div>
}
