import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import { styled } from 'styled-components'

export interface TooltipProps {
  /** Repeats the name of an icon button; never the only place of a fact. */
  label: string
  children: ReactElement
}

const DELAY = 700
/** So soon after one has closed the next opens at once. */
const SKIP = 300

const Bubble = styled(Radix.Content)`
  z-index: 25;
  padding: 5px 10px;
  font-size: var(--t1);
  font-weight: 600;
  background: var(--lit);
  color: var(--on-lit);
  animation: plp-appear var(--fast) var(--ease);
`

let closedAt = Number.NEGATIVE_INFINITY

/** Opens after 700 ms, at once for the next within 300 ms (docs/rules.md R70). */
export function TooltipParts({ label, children }: TooltipProps) {
  const [delay, setDelay] = useState(DELAY)
  return (
    <Radix.Provider delayDuration={delay} skipDelayDuration={0}>
      <Radix.Root
        onOpenChange={(isOpen) => {
          if (!isOpen) closedAt = performance.now()
        }}
      >
        <Radix.Trigger asChild onPointerEnter={() => setDelay(performance.now() - closedAt < SKIP ? 0 : DELAY)}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Bubble sideOffset={6} collisionPadding={8}>
            {label}
          </Bubble>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
