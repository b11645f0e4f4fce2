import { Check, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Actions } from '../../ui/layout.ts'
import { SideNote } from '../../ui/SideNote.ts'
import { EmptyState } from '../../ui/State.tsx'
import { reachable } from '../../ui/tapTarget.ts'

export const LOGIN = '/auth'

export const Elsewhere = styled.a`
  ${reachable}
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--muted);
`

export const Note = styled(SideNote)`
  padding: 8px 10px;

  strong {
    display: block;
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

/** Focuses an element that replaces a form with its result. */
export function useFocused<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}

export function Done({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div ref={useFocused<HTMLDivElement>()} tabIndex={-1}>
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
    </div>
  )
}

/**
 * The server accepts no attempts for a while. `offersMail`: on pages with other recovery methods (docs/threats.md T90).
 */
export function TooMany({ children, offersMail = false }: { children: string; offersMail?: boolean }) {
  return (
    <EmptyState
      icon={Lock}
      title="Too many attempts"
      action={
        <Actions>
          {offersMail && (
            <ButtonAnchor kind="primary" href="/forgot-password">
              Get a link by mail
            </ButtonAnchor>
          )}
          <ButtonAnchor href={LOGIN}>Back to Login</ButtonAnchor>
        </Actions>
      }
    >
      {offersMail ? `${children} Get a link by mail, or choose Admin Help.` : children}
    </EmptyState>
  )
}
