import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { styled } from 'styled-components'

const Bubble = styled(Radix.Content)`
  z-index: 25;
  padding: 5px 10px;
  font-size: var(--t1);
  font-weight: 600;
  background: var(--lit);
  color: var(--on-lit);
  animation: plp-appear var(--fast) var(--ease);
`

/** Once around the app: opens after 700 ms, at once for the next within 300 ms (docs/rules.md R70). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** Repeats the name of an icon button; never the only place of a fact. */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Bubble sideOffset={6} collisionPadding={8}>
          {label}
        </Bubble>
      </Radix.Portal>
    </Radix.Root>
  )
}
