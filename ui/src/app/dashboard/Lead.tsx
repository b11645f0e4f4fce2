import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Spread } from '../../ui/layout.ts'

const Strip = styled(Spread)`
  padding: 10px var(--s3-4);
  background: var(--surface-2);

  p {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }
  svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    color: var(--muted);
  }
`

/** A strip with a link from this gameweek to another page. */
export function Lead({ icon: Icon, action, children }: { icon: LucideIcon; action: ReactNode; children: ReactNode }) {
  return (
    <Strip>
      <p>
        <Icon aria-hidden />
        <span>{children}</span>
      </p>
      {action}
    </Strip>
  )
}
