import { type ComponentType, useState } from 'react'
import { Button } from './Button.tsx'
import { reloadIfReachable } from './reload.ts'
import { toast } from './Toast.tsx'

/**
 * A part that is loaded when it is first opened, so that no first view carries it. `Part` stands while it is open; `busy` while
 * it loads; `failed` is the toast's title when it cannot be. A load that gives null has nothing to open.
 */
export function useLazyComponent<Props>(load: () => Promise<ComponentType<Props> | null>, failed: string) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const part = await load()
      setLoaded(() => part)
      setOpen(part !== null)
    } catch {
      showLoadFailure(failed)
    } finally {
      setBusy(false)
    }
  }
  return { Part: isOpen ? Loaded : null, isOpen, busy, open, close: () => setOpen(false) }
}

function showLoadFailure(title: string): void {
  const reload = async () => {
    if (!(await reloadIfReachable())) showLoadFailure(title)
  }
  toast({
    title,
    description: navigator.onLine ? 'The server did not answer.' : 'You are offline.',
    variant: 'destructive',
    action: (
      <Button size="sm" onDark onClick={() => void reload()}>
        Reload
      </Button>
    ),
  })
}
