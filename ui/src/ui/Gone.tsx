import { type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/usePageTitle.ts'
import { ButtonLink } from './ButtonLink.tsx'
import { Page } from './Page.ts'
import { PanelBox } from './Panel.tsx'
import { EmptyState } from './State.tsx'

export interface GoneProps {
  title: string
  icon?: LucideIcon
  to: string
  label: string
  children: ReactNode
}

export function Gone({ title, icon = SearchX, to, label, children }: GoneProps) {
  usePageTitle(title)
  const action = (
    <ButtonLink to={to} kind="primary">
      {label}
    </ButtonLink>
  )
  return (
    <Page>
      <PanelBox as="div">
        <EmptyState icon={icon} title={title} isPage action={action}>
          {children}
        </EmptyState>
      </PanelBox>
    </Page>
  )
}
