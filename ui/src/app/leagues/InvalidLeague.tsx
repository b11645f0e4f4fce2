import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Wrap } from '../../ui/layout.ts'

const Box = styled(Wrap)`
  display: grid;
  justify-items: center;
  gap: var(--s3);
  padding-block: clamp(48px, 14vh, 140px);
  text-align: center;
  color: var(--muted);

  h1 {
    color: var(--ink);
  }
  & > svg {
    width: 32px;
    height: 32px;
  }
`

function NoLeague({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <Box>
      <SearchX aria-hidden />
      <h1>{title}</h1>
      <p>{children}</p>
      <ButtonLink to="/leagues" kind="primary">
        Back to Leagues
      </ButtonLink>
    </Box>
  )
}

/** The path names no league (docs/rules.md R73). */
export function InvalidLeague() {
  return <NoLeague title="Invalid League">League ID is missing or invalid.</NoLeague>
}

/** Not there, or private and not the reader's: the same answer. */
export function LeagueNotFound() {
  return <NoLeague title="League not found">It may be closed, or private and joined by its code only.</NoLeague>
}
