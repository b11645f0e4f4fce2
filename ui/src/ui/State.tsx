import { CircleAlert, Inbox, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.tsx'

const StateBox = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--s2);
  padding: var(--s6) var(--s4);
  text-align: center;
  color: var(--muted);

  strong,
  h1 {
    font: 600 var(--t4) / 1.1 var(--board);
    color: var(--ink);
    overflow-wrap: anywhere;
  }
  p {
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  & > svg {
    width: 28px;
    height: 28px;
  }
  &[data-tone='bad'] > svg {
    color: var(--danger);
  }
  button,
  a {
    margin-top: var(--s2);
  }
`

interface EmptyStateProps {
  title: ReactNode
  /** Renders the title as the page's heading. */
  isPage?: boolean
  icon?: LucideIcon
  children?: ReactNode
  /** The next step: one button or link. null: its control is beside the empty state, or there is none. */
  action: ReactNode
}

export function EmptyState({ title, isPage, icon: Icon = Inbox, children, action }: EmptyStateProps) {
  return (
    <StateBox>
      <Icon aria-hidden />
      {isPage ? <h1>{title}</h1> : <strong>{title}</strong>}
      {children && <p>{children}</p>}
      {action}
    </StateBox>
  )
}

interface ErrorStateProps {
  title: ReactNode
  children?: ReactNode
  action?: string
  onRetry?: () => void
}

export function ErrorState({ title, children, action = 'Try again', onRetry }: ErrorStateProps) {
  return (
    <StateBox data-tone="bad" role="alert">
      <CircleAlert aria-hidden />
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCw aria-hidden />
          {action}
        </Button>
      )}
    </StateBox>
  )
}
