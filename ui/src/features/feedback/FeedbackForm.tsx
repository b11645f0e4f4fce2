import { type FormEvent, useRef, useState } from 'react'
import { FEEDBACK_LIMITS } from '../../../../src/areas/feedback/constants.ts'
import { ApiError } from '../../api/http.ts'
import { useTyped } from '../../lib/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input, TextArea } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useSend } from '../../ui/useSend.ts'
import { CategoryPick } from './CategoryPick.tsx'
import { EMPTY_FORM, FIELDS, PRIORITIES, type Problems, problemsOf, sentOf } from './model.ts'

/** Form for new feedback. Unsent text is stored as a draft. */
export function FeedbackForm({ userId }: { userId: number }) {
  const [form, setForm, clear] = useTyped(userId, 'feedback', EMPTY_FORM)
  const [problems, setProblems] = useState<Problems>({})
  const { isBusy, send } = useSend('feedback')
  const box = useRef<HTMLFormElement>(null)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  const showProblems = (found: Problems) => {
    setProblems(found)
    const first = FIELDS.find((field) => found[field] !== undefined)
    if (first) box.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const { request, problems: found } = sentOf(form)
    showProblems(found)
    if (!request) return
    const sent = await send('/api/feedback', {
      body: request,
      done: { title: 'Feedback submitted successfully', description: 'Thank you for helping us improve' },
      failed: 'Failed to submit feedback',
      otherwise: 'The server did not answer.',
    })
    if (sent.isDone) clear(form)
    else if (sent.error instanceof ApiError) showProblems(problemsOf(sent.error.errors))
  }

  return (
    <Form noValidate onSubmit={submit} ref={box} aria-label="Feedback">
      <CategoryPick
        category={form.category}
        problem={problems.category}
        onPick={(category) => {
          change({ category })
          setProblems(({ category: _, ...others }) => others)
        }}
      />
      <Field label="Title" error={problems.title ?? null}>
        <Input
          name="title"
          required
          autoComplete="off"
          value={form.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field label="Description" error={problems.description ?? null}>
        <TextArea
          name="description"
          rows={4}
          required
          maxLength={FEEDBACK_LIMITS.description.most}
          value={form.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <Segmented
        label="Priority"
        isField
        options={PRIORITIES}
        value={form.priority}
        onChoose={(priority) => change({ priority })}
      />
      <Button type="submit" kind="primary" block busy={isBusy}>
        Submit feedback
      </Button>
    </Form>
  )
}
