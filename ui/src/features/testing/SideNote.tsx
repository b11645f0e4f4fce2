import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'

const Box = styled.p`
  display: flex;
  gap: var(--s2);
  align-items: flex-start;
  padding: 10px var(--s4);
  font-size: var(--t1);
  background: var(--surface-2);

  svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 1px;
  }
  &[data-tone='warn'] {
    background: var(--warn-tint);
  }
  &[data-tone='warn'] svg {
    color: var(--warn);
  }
`

/** A remark beside the panels of a page. */
export function SideNote({ icon: Icon, tone, children }: { icon: LucideIcon; tone?: 'warn'; children: ReactNode }) {
  return (
    <Box data-tone={tone} role={tone && 'status'}>
      <Icon aria-hidden />
      <span>{children}</span>
    </Box>
  )
}
