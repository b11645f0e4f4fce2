import { useState } from 'react'
import { reloadIfReachable } from './reload.ts'
import { ErrorState } from './State.tsx'

interface NotLoadedProps {
  /** Loads the code again, if the browser retries failed modules. Rejects when it fails again. */
  retry: () => Promise<void>
}

/** Error state of a page whose code failed to load: the device is offline or the server unreachable. */
export function NotLoaded({ retry }: NotLoadedProps) {
  const [tries, setTries] = useState(0)
  const again = async () => {
    try {
      await retry()
    } catch {
      if (!(await reloadIfReachable())) setTries((before) => before + 1)
    }
  }
  const still = tries > 0 ? 'still ' : ''
  return (
    // A new key makes each failed attempt a new alert, which screen readers announce.
    <ErrorState
      key={tries}
      title={navigator.onLine ? 'We couldn’t load this page' : 'This page needs a connection'}
      onRetry={() => void again()}
    >
      {navigator.onLine ? `The server ${still}did not answer.` : `You are ${still}offline.`} What you typed is safe.
      {!navigator.onLine && ' Your picks work without a connection.'}
    </ErrorState>
  )
}
