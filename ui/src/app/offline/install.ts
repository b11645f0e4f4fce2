import { useEffect, useState } from 'react'
import { toast } from '../../ui/Toast.tsx'

/** The event with which a browser offers to install the app (Chromium only); `index.html` keeps it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    plpInstall?: InstallEvent
  }
}

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** Safari on iPhone and iPad has no prompt. An iPad calls itself a Mac. */
const isApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** How this browser puts the app on the home screen; null: it does not, or it is there. */
export type Install = 'prompt' | 'taps' | null

const installNow = (): Install => {
  if (isInstalled()) return null
  if (window.plpInstall) return 'prompt'
  return isApple() ? 'taps' : null
}

export function useInstall(): { install: Install; add: () => Promise<boolean> } {
  const [install, setInstall] = useState(installNow)
  useEffect(() => {
    const change = () => setInstall(installNow())
    addEventListener('plp-install', change)
    return () => removeEventListener('plp-install', change)
  }, [])
  return {
    install,
    /** True if the app has been added. */
    async add() {
      const { plpInstall } = window
      if (!plpInstall) return false
      const { outcome } = await plpInstall.prompt()
      // It can be used once.
      delete window.plpInstall
      setInstall(installNow())
      if (outcome !== 'accepted') return false
      toast({ title: 'PLP is on your home screen', description: 'It opens offline too.' })
      return true
    },
  }
}
