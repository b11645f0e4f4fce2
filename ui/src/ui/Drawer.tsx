import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.tsx'
import { Scrim } from './Scrim.ts'
import { useFocusReturn } from './useFocusReturn.ts'

const Side = styled(Radix.Content)`
  position: fixed;
  z-index: 21;
  inset: 0 0 0 auto;
  width: min(440px, 100%);
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  background: var(--surface);
  border-left: 1px solid var(--line);
  animation: plp-rise var(--slow) var(--ease);

  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s3);
    padding: var(--s3) var(--s4);
    padding-top: calc(var(--s3) + env(safe-area-inset-top));
    border-bottom: 1px solid var(--line);
  }
  h2 {
    font-size: var(--t4);
  }
`

const Body = styled.div`
  overflow: auto;
  overscroll-behavior: contain;
  padding-bottom: env(safe-area-inset-bottom);
`

export interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

/** A panel along the right edge, all of a phone's screen. Keeps the focus inside, gives it back when closed. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Side aria-describedby={undefined} {...focusReturn}>
          <header>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <Button icon size="sm" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          <Body>{children}</Body>
        </Side>
      </Radix.Portal>
    </Radix.Root>
  )
}
