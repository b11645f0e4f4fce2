import { useState } from 'react'
import { reloadIfReachable } from './reload.ts'
import { ErrorState } from './State.tsx'

interface NotLoadedProps {
  /** Tries the code itself again, where the browser does; a rejection is a try without success. */
  retry: () => Promise<void>
}

/** Stands in for a page whose code could not be had: the device is offline, or the server away. */
export function NotLoaded({ retry }: NotLoadedProps) {
  const [tries, setTries] = useState(0)
  const again = async () => {
    try {
      await retry()
    } catch {
      if (!(await reloadIfReachable())) setTries((before) => before + 1)
    }
  }
  return (
    // Another try is another alert: it is said again.
    <ErrorState key={tries} title="This page could not be loaded" onRetry={() => void again()}>
      {navigator.onLine ? 'The server did not answer' : 'You are offline'}
      {tries > 0 ? ', still. What you typed is kept.' : '. What you typed is kept.'}
    </ErrorState>
  )
}
