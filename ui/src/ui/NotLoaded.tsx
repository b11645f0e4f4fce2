import { useEffect, useEffectEvent, useState } from 'react'
import { NEW_VERSION, reloadIfReachable } from './reload.ts'
import { ErrorState } from './State.tsx'

interface NotLoadedProps {
  /** Loads the code again, if the browser retries failed modules. Rejects when it fails again. */
  retry: () => Promise<void>
  /** The page is of an earlier version. */
  isOutdated: boolean
}

/** Error state of a page whose code failed to load: the device is offline, the server unreachable, or its code gone. */
export function NotLoaded({ retry, isOutdated }: NotLoadedProps) {
  const [tries, setTries] = useState(0)
  const again = () =>
    retry().catch(async () => {
      if (!(await reloadIfReachable())) setTries((before) => before + 1)
    })
  const onBack = useEffectEvent(() => void (isOutdated || again()))
  useEffect(() => {
    addEventListener('online', onBack)
    return () => removeEventListener('online', onBack)
  }, [])
  if (isOutdated && tries === 0)
    return (
      <ErrorState title={NEW_VERSION} action="Reload" onRetry={() => void again()}>
        This page needs it. What you typed is safe.
      </ErrorState>
    )
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
