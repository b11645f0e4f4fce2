import { Send } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { styled } from 'styled-components'
import { useTyped } from '../../lib/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { control } from '../../ui/Field.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const Form = styled.form`
  display: flex;
  gap: var(--s2);
  align-items: flex-end;
  padding: var(--s3) var(--s4);
  border-top: 1px solid var(--line);
`

const Box = styled.textarea`
  ${control}
  flex: 1;
  min-width: 0;
  max-height: 120px;
  line-height: 1.4;
  resize: none;
  field-sizing: content;
  /* A long unbroken word would widen the field and its surroundings. */
  overflow-wrap: anywhere;
`

const MOST = 1000

interface ComposerProps {
  userId: number
  /** Storage key of the draft until it is sent. Absent for edits. */
  draftKey?: string
  /** Initial text: the content of the message being edited. */
  initial?: string
  label: string
  action: string
  onSubmit: (content: string) => void
  onCancel?: () => void
  boxRef?: Ref<HTMLTextAreaElement>
}

/** Enter sends, Shift+Enter adds a newline; empty text is not sent. */
export function Composer({ userId, draftKey, initial = '', label, action, onSubmit, onCancel, boxRef }: ComposerProps) {
  const id = useId()
  const [text, setText] = useTyped(userId, draftKey ?? null, initial)
  const submit = () => {
    const content = text.trim()
    if (content === '') return
    // A failed edit keeps its text.
    if (initial === '') setText('')
    onSubmit(content)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms an IME composition.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <VisuallyHidden as="label" htmlFor={id}>
        {label}
      </VisuallyHidden>
      <Box
        id={id}
        ref={boxRef}
        rows={1}
        maxLength={MOST}
        placeholder="Write a message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {onCancel && (
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" icon aria-label={action}>
        <Send aria-hidden />
      </Button>
    </Form>
  )
}
