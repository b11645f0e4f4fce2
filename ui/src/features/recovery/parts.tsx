import { Check, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { reachable } from '../../ui/finger.ts'
import { EmptyState } from '../../ui/State.tsx'

/** Where signing in is. */
export const LOGIN = '/auth'

/** A way to another of these pages. */
export const Elsewhere = styled.a`
  ${reachable}
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--muted);
`

/** What one reads beside a form, with an icon. */
export const Note = styled.p`
  display: flex;
  gap: var(--s2);
  padding: 8px 10px;
  background: var(--surface-2);
  font-size: var(--t1);

  svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 1px;
  }
  strong {
    display: block;
  }
  &[data-tone='warn'] {
    background: var(--warn-tint);
  }
  &[data-tone='warn'] svg {
    color: var(--warn);
  }
`

interface UsernameProps {
  value: string
  error?: string | undefined
  onChange: (username: string) => void
}

export function Username({ value, error, onChange }: UsernameProps) {
  return (
    <Field label="Username" error={error}>
      <UsernameInput value={value} onChange={onChange} />
    </Field>
  )
}

export function UsernameInput({ value, onChange }: Omit<UsernameProps, 'error'>) {
  return (
    <Input
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The end of a way that went well. */
export function Done({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      icon={Check}
      title={title}
      action={
        <ButtonAnchor kind="primary" href="/">
          Continue to Login
        </ButtonAnchor>
      }
    >
      {children}
    </EmptyState>
  )
}

/** Nothing is looked at for a while. */
export function TooMany({ children }: { children: string }) {
  return (
    <EmptyState icon={Lock} title="Too many attempts" action={<ButtonAnchor href={LOGIN}>Back to Login</ButtonAnchor>}>
      {children}
    </EmptyState>
  )
}
