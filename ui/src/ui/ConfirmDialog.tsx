import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** What will follow. */
  children: ReactNode
  /** The word on the button that acts. */
  action: string
  danger?: boolean
  /** Tells its failures itself; the dialog closes either way. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something that is hard to undo. */
export function ConfirmDialog({ title, children, action, danger, onConfirm, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      onClose()
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={children}>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
