import { useState } from 'react'
import { http } from '../../api/http.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { attempt } from '../../ui/useAction.ts'

/** Confirmation before an action on a share or comment. */
export type Question =
  | { readonly what: 'delete'; readonly title: string; readonly text: string; act(): Promise<unknown> }
  | { readonly what: 'report'; readonly title: string; readonly path: string }

export function QuestionDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  if (question.what === 'report') return <ReportDialog {...question} onClose={onClose} />
  return (
    <ConfirmDialog title={question.title} action="Delete" danger onConfirm={question.act} onClose={onClose}>
      {question.text}
    </ConfirmDialog>
  )
}

function ReportDialog({ title, path, onClose }: { title: string; path: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const send = async () => {
    const reported = await attempt(() => http(path, { method: 'POST', body: { reason: reason.trim() || undefined } }), {
      done: { title: 'Reported', description: 'Thanks. An administrator will take a look.' },
      failed: 'Failed to report',
    })
    if (reported.isDone) onClose()
  }
  return (
    <FormDialog
      title={title}
      description="Administrators will read it and see who reported it."
      action="Report"
      onSend={send}
      onClose={onClose}
    >
      <Field label="Reason" hint="Optional">
        <TextArea maxLength={500} rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
