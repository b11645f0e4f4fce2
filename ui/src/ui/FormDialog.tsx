import type { FormEvent, ReactNode, Ref } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { Form, Refused } from './Form.tsx'

interface FormDialogProps {
  title: string
  description: string
  /** What the button that sends says. */
  action: string
  isDangerous?: boolean
  /** What the other button says; without it Cancel. */
  leave?: string
  /** Its sending is under way: it cannot be sent again. */
  busy: boolean
  /** What the server refused. */
  refused?: string | null
  onSend: () => void
  onClose: () => void
  formRef?: Ref<HTMLFormElement>
  /** The fields. */
  children: ReactNode
}

/** A dialog that asks for something: fields, what was refused, the button that leaves and the one that sends. Open while it is rendered. */
export function FormDialog({
  title,
  description,
  action,
  isDangerous,
  leave = 'Cancel',
  busy,
  refused,
  onSend,
  onClose,
  formRef,
  children,
}: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSend()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Form noValidate onSubmit={submit} ref={formRef}>
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
