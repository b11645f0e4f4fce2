import { Copy, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.tsx'
import { Row, Spread } from './layout.ts'
import { PanelBox } from './Panel.tsx'
import { attempt } from './useAction.ts'

const Notice = styled(PanelBox)`
  --cut-line: var(--ink);
  display: grid;
  gap: var(--s3);
  padding: var(--s4);
  border-color: var(--ink);

  h2 {
    font-size: var(--t4);
  }
  p {
    overflow-wrap: anywhere;
  }
`

const Secret = styled.code`
  padding: 10px 14px;
  font: 600 var(--t5) / 1.1 var(--board);
  letter-spacing: 0.1em;
  background: var(--surface-2);
  overflow-wrap: anywhere;
`

/** A password set by an administrator, which the server returns once. */
export interface NewCredentials {
  readonly username: string
  readonly newPassword: string
}

export function NewPasswordNotice({
  credentials: { username, newPassword },
  onClose,
}: {
  credentials: NewCredentials
  onClose: () => void
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // The notice may be above the fold. The focus is set after the dialog has restored it.
  useEffect(() => {
    const timer = setTimeout(() => heading.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const copy = () =>
    attempt(() => navigator.clipboard.writeText(newPassword), {
      done: { title: 'Password copied' },
      failed: 'Failed to copy password',
      otherwise: 'Select it and copy it.',
    })
  return (
    <Notice aria-labelledby={id}>
      <Spread>
        <h2 id={id} ref={heading} tabIndex={-1}>
          Password reset successfully
        </h2>
        <Button icon size="sm" kind="plain" aria-label="Close: new password" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </Spread>
      <p>
        New password for <b>{username}</b>. You’ll only see it once: pass it on securely. We’ve signed {username} out
        everywhere.
      </p>
      <Row>
        <Secret>{newPassword}</Secret>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </Button>
      </Row>
    </Notice>
  )
}
