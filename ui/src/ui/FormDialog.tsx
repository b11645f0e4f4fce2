import { type FormEvent, type ReactNode, type Ref, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { Form, Refused } from './Form.tsx'

interface FormDialogProps {
  title: string
  description: ReactNode
  action: string
  isDangerous?: boolean
  /** Label of the other button; `Cancel` by default. */
  leave?: string
  /** Sends the form. If it resolves to a string, the dialog shows it as the server's reason for rejecting the form. */
  onSend: () => Promise<unknown>
  onClose: () => void
  formRef?: Ref<HTMLFormElement>
  children?: ReactNode
}

export function FormDialog({
  title,
  description,
  action,
  isDangerous,
  leave = 'Cancel',
  onSend,
  onClose,
  formRef,
  children,
}: FormDialogProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React also bubbles the event to a form around the dialog.
    event.stopPropagation()
    if (busy) return
    setBusy(true)
    setRefused(null)
    const refusal = await onSend()
    setBusy(false)
    setRefused(typeof refusal === 'string' ? refusal : null)
  }
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <Form noValidate onSubmit={(event) => void submit(event)} ref={formRef}>
        {children}
        {refused && <Refused>{refused}</Refused>}
        <DialogActions>
          <Button onClick={onClose}>{leave}</Button>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
