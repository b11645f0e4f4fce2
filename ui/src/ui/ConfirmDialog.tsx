import type { ReactNode } from 'react'
import { FormDialog } from './FormDialog.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  action: string
  danger?: boolean
  /** Reports its own failures; the dialog closes in either case. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

export function ConfirmDialog({ title, children, action, danger, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <FormDialog
      title={title}
      description={children}
      action={action}
      isDangerous={danger}
      onSend={() => onConfirm().finally(onClose)}
      onClose={onClose}
    />
  )
}
