import { type FormEvent, useId, useRef } from 'react'
import { styled } from 'styled-components'
import { characters } from '../../lib/characters.ts'
import { useTyped } from '../../lib/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'
import { Row } from '../../ui/layout.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { COMMENT_MAX } from './model.ts'

const CommentBox = styled.form`
  display: grid;
  gap: 6px;
  padding: 0 var(--s4) var(--s4);

  input {
    min-width: 0;
  }
`

const Count = styled.p`
  display: flex;
  justify-content: space-between;
  gap: var(--s3);
  font-size: var(--t1);
  color: var(--muted);

  &[data-over] {
    color: var(--danger);
    font-weight: 600;
  }
`

interface CommentFormProps {
  readonly userId: number
  readonly shareId: number
  readonly isBusy: boolean
  post(content: string): Promise<{ readonly isDone: boolean }>
}

/** One-line comment form. The length counter appears once text is typed. */
export function CommentForm({ userId, shareId, isBusy, post }: CommentFormProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText, clear] = useTyped(userId, `share ${shareId}`, '')
  const length = characters(text.trim())
  const isOver = length > COMMENT_MAX

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || length === 0 || isOver) return
    if (!(await post(text.trim())).isDone) return
    clear(text)
    // The button, disabled without text, would lose the focus.
    field.current?.focus()
  }

  return (
    <CommentBox onSubmit={send} aria-label="Add a comment">
      <VisuallyHidden as="label" htmlFor={id}>
        Add a comment
      </VisuallyHidden>
      <Row data-nowrap>
        <Input
          id={id}
          ref={field}
          placeholder="Add a comment"
          autoComplete="off"
          aria-invalid={isOver || undefined}
          aria-describedby={length > 0 ? `${id}-count` : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={length === 0 || isOver} busy={isBusy}>
          Post
        </Button>
      </Row>
      {length > 0 && (
        <Count id={`${id}-count`} data-over={isOver || undefined}>
          <span>{isOver && `At most ${COMMENT_MAX} characters`}</span>
          <span>
            {length} of {COMMENT_MAX}
          </span>
        </Count>
      )}
    </CommentBox>
  )
}
