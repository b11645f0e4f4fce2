import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { matchPath } from '../../../src/contracts/paths.ts'
import { reachable } from './tapTarget.ts'

const Name = styled(Link)`
  ${reachable}
  color: inherit;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`

interface MatchLinkProps {
  id: number
  /** Accessible name if the content does not name the match; begins or ends with the visible text. */
  label?: string
  children: ReactNode
}

/** Links the name of a match, its score or its time to the page of the match. */
export function MatchLink({ id, label, children }: MatchLinkProps) {
  return (
    <Name to={matchPath(id)} aria-label={label}>
      {children}
    </Name>
  )
}
