import { type FormEvent, useState } from 'react'
import { styled } from 'styled-components'
import { FEEDBACK_LIMITS } from '../../../../src/areas/feedback/constants.ts'
import type { Feedback, FeedbackStatus } from '../../../../src/areas/feedback/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useSend } from '../../ui/useSend.ts'
import { STATUSES } from './model.ts'

const Box = styled.form`
  display: grid;
  gap: var(--s2);
  padding-top: 6px;
  grid-template-columns: minmax(0, 1fr);

  textarea {
    min-height: 64px;
  }
`

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);

  & > select {
    flex: 1 1 8rem;
    width: auto;
    min-width: 0;
  }
`

/** Status and answer of a feedback. Unsaved text survives a refetch of the list. */
export function AnswerForm({ feedback }: { feedback: Feedback }) {
  const { isBusy, send } = useSend('feedback')
  const [draft, setDraft] = useState<{ status?: FeedbackStatus; adminResponse?: string }>({})
  const saved = { status: feedback.status, adminResponse: feedback.adminResponse ?? '' }
  const { status, adminResponse } = { ...saved, ...draft }
  const isNew = status !== saved.status || adminResponse.trim() !== saved.adminResponse

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isNew) return
    const saved = await send(`/api/admin/feedback/${feedback.id}`, {
      method: 'PATCH',
      body: { status, adminResponse: adminResponse.trim() || null },
      done: { title: 'Answer saved', description: feedback.title },
      failed: 'Failed to save answer',
    })
    if (saved.isDone) setDraft((now) => (now === draft ? {} : now))
  }

  return (
    <Box onSubmit={save} aria-label={`Answer to ${feedback.title}`}>
      <Line>
        <Choice
          aria-label="Status"
          value={status}
          options={STATUSES}
          onChoose={(chosen) => setDraft({ ...draft, status: chosen })}
        />
        <Button
          type="submit"
          kind="primary"
          aria-label={`Save answer to ${feedback.title}`}
          busy={isBusy}
          aria-disabled={!isNew}
        >
          Save answer
        </Button>
      </Line>
      <TextArea
        aria-label="Answer"
        rows={2}
        placeholder="Write an answer. We’ll notify the author."
        maxLength={FEEDBACK_LIMITS.answer}
        value={adminResponse}
        onChange={(event) => setDraft({ ...draft, adminResponse: event.target.value })}
      />
    </Box>
  )
}
