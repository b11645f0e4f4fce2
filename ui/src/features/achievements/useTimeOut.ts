import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onEnd` after `ms` without a hold; a new `of` restarts the timer. */
export function useTimeOut(of: string, ms: number, isPaused: boolean, onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  const left = useRef({ of, ms })
  useEffect(() => {
    if (left.current.of !== of) left.current = { of, ms }
    if (isPaused) return
    const since = performance.now()
    const timer = setTimeout(() => end(), left.current.ms)
    return () => {
      clearTimeout(timer)
      left.current.ms -= performance.now() - since
    }
  }, [of, ms, isPaused])
}
