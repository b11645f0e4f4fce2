import { useState } from 'react'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useProfileChange } from './api.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { passwordOf } from './model.ts'

export function QuestionDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const before = profile.securityQuestion
  const [question, setQuestion] = useState(before ?? '')
  const [answer, setAnswer] = useState('')
  const [currentPassword, setPassword] = useState('')
  const { problems, save } = useProfileChange()
  const send = async () => {
    const securityQuestion = question.trim() || null
    if (securityQuestion === null && before === null) return onClose()
    const change = {
      securityQuestion,
      ...(answer === '' ? {} : { securityAnswer: answer }),
      ...(before === null ? {} : passwordOf(currentPassword)),
    }
    if (await save(change)) onClose()
  }
  return (
    <FormDialog
      title={before === null ? 'Set security question' : 'Change security question'}
      description="Anyone who knows the answer can set a new password. Nobody can ever see it."
      action="Save"
      onSend={send}
      onClose={onClose}
    >
      <Field
        label="Question"
        hint={before === null ? 'First ground you went to?' : 'Leave question and answer empty to remove it.'}
        error={problems.securityQuestion}
      >
        <Input
          name="securityQuestion"
          autoComplete="off"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
      </Field>
      <Field label="Answer" hint="At least 3 characters. Capitals don’t matter." error={problems.securityAnswer}>
        <Input
          name="securityAnswer"
          autoComplete="off"
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      {before !== null && (
        <CurrentPassword value={currentPassword} error={problems.currentPassword} onChange={setPassword} />
      )}
    </FormDialog>
  )
}
