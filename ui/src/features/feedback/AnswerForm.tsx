import { type FormEvent, useState } from 'react'
import { styled } from 'styled-components'
import type { Feedback, FeedbackStatus } from '../../../../src/contracts/feedback.ts'
import { FEEDBACK_LIMITS } from '../../../../src/contracts/feedback-limits.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useAnswer } from './api.ts'
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

/** Status and answer of a feedback. What is written and not yet saved stays while the list is read again. */
export function AnswerForm({ feedback }: { feedback: Feedback }) {
  const { isBusy, answer } = useAnswer(feedback)
  const [draft, setDraft] = useState<{ status?: FeedbackStatus; adminResponse?: string }>({})
  const stands = { status: feedback.status, adminResponse: feedback.adminResponse ?? '' }
  const { status, adminResponse } = { ...stands, ...draft }
  const isNew = status !== stands.status || adminResponse.trim() !== stands.adminResponse

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isNew) return
    const saved = await answer({ status, adminResponse: adminResponse.trim() || null })
    if (saved.isDone) setDraft({})
  }

  return (
    <Box onSubmit={save} aria-label={`Answer to ${feedback.title}`}>
      <Line>
        <Select
          aria-label="Status"
          value={status}
          onChange={(event) => setDraft({ ...draft, status: event.target.value as FeedbackStatus })}
        >
          {STATUSES.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
        <Button type="submit" kind="primary" busy={isBusy} disabled={!isNew}>
          Save answer<VisuallyHidden> to {feedback.title}</VisuallyHidden>
        </Button>
      </Line>
      <TextArea
        aria-label="Answer"
        rows={2}
        placeholder="Answer; its author is told"
        maxLength={FEEDBACK_LIMITS.answer}
        value={adminResponse}
        onChange={(event) => setDraft({ ...draft, adminResponse: event.target.value })}
      />
    </Box>
  )
}
