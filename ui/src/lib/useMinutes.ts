import { useEffect, useState } from 'react'
import { serverNow } from './serverClock.ts'

/** The server's time, updated every minute. */
export function useMinutes(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const every = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(every)
  }, [])
  return now
}
