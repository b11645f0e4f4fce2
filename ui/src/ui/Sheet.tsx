import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { LayerHead } from './LayerHead.tsx'
import { Scrim } from './Scrim.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useFocusReturn } from './useFocusReturn.ts'

const Bottom = styled(Radix.Content)`
  position: fixed;
  z-index: 21;
  inset: auto 0 0;
  max-height: 85dvh;
  overflow: auto;
  display: grid;
  gap: var(--s3);
  padding: var(--s3) var(--s4) calc(var(--s5) + env(safe-area-inset-bottom));
  background: var(--header);
  color: var(--on-header);
  border-top: 3px solid var(--accent);
  --focus: var(--accent);
  animation: plp-rise var(--slow) var(--ease);
`

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

/** A dark sheet at the bottom edge of a phone. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const focusReturn = useFocusReturn()
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Bottom aria-describedby={undefined} {...focusReturn}>
          <LayerHead onDark>{title}</LayerHead>
          {children}
        </Bottom>
      </Radix.Portal>
    </Radix.Root>
  )
}
