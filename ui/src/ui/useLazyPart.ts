import { type ComponentType, useState } from 'react'
import { toast } from './Toast.tsx'

/**
 * A part that is loaded when it is first opened, so that no first view carries it. `Part` stands while it is open; `busy` while
 * it loads; `failed` is the toast's title when it cannot be.
 */
export function useLazyPart<Props>(load: () => Promise<ComponentType<Props>>, failed: string) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const part = await load()
      setLoaded(() => part)
      setOpen(true)
    } catch {
      // A browser keeps the failure of a module for as long as the page stands; and a new release has other files.
      toast({ title: failed, description: 'Please reload the page.', variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return { Part: isOpen ? Loaded : undefined, isOpen, busy, open, close: () => setOpen(false) }
}
