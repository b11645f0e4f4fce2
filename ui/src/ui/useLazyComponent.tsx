import { type ComponentType, useState } from 'react'
import { Button } from './Button.tsx'
import { isOutdated, NEW_VERSION, reloadIfReachable } from './reload.ts'
import { toast } from './Toast.tsx'

/**
 * A component that is loaded when it is first opened, to keep it out of the first view. `Component` is set while it is
 * open, and `busy` while it loads; `failed` is the title of the toast on failure. Nothing opens if `load` returns null.
 */
export function useLazyComponent<Props>(load: () => Promise<ComponentType<Props> | null>, failed: string) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const component = await load()
      setLoaded(() => component)
      setOpen(component !== null)
    } catch {
      showLoadFailure(failed, await isOutdated())
    } finally {
      setBusy(false)
    }
  }
  return { Component: isOpen ? Loaded : null, isOpen, busy, open, close: () => setOpen(false) }
}

function showLoadFailure(title: string, isOld = false): void {
  const reload = async () => {
    if (!(await reloadIfReachable())) showLoadFailure(title)
  }
  const description = navigator.onLine ? 'The server did not answer.' : 'You are offline.'
  toast({
    ...(isOld ? { title: NEW_VERSION, variant: 'notice' } : { title, description, variant: 'destructive' }),
    action: (
      <Button size="sm" onDark onClick={() => void reload()}>
        Reload
      </Button>
    ),
  })
}
