import { styled } from 'styled-components'
import { HelpLink } from '../ui/HelpLink.tsx'
import { Wrap } from '../ui/layout.ts'

const Foot = styled(Wrap)`
  padding-block: var(--s4) 0;
  text-align: end;

  /* Hidden while content above is loading, since it would be pushed down. */
  main:has([role='status'][aria-busy='true']) & {
    visibility: hidden;
  }
  /* Above the chat's button. */
  main:has([data-chat]) & {
    padding-bottom: 56px;
  }
`

export function HelpFoot({ to, label }: { to?: string; label?: string }) {
  if (!to) return null
  return (
    <Foot>
      <HelpLink to={to}>{label}</HelpLink>
    </Foot>
  )
}
