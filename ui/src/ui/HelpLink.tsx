import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const Quiet = styled(Link)`
  position: relative;
  display: inline-block;
  padding-block: 4px;
  font-size: var(--t1);
`

interface HelpLinkProps {
  /** Id of a help topic or entry. */
  to: string
  children: ReactNode
}

export function HelpLink({ to, children }: HelpLinkProps) {
  return (
    <Quiet to={`/help#${to}`}>
      <VisuallyHidden>Help: </VisuallyHidden>
      {children}
    </Quiet>
  )
}
