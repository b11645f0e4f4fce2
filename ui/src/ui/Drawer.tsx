import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { LayerHead } from './LayerHead.tsx'
import { Scrim } from './Scrim.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useFocusReturn } from './useFocusReturn.ts'

const Side = styled(Radix.Content)`
  position: fixed;
  z-index: 21;
  inset: 0 0 0 auto;
  width: min(27.5rem, 100%);
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  background: var(--surface);
  border-left: 1px solid var(--line);
  animation: plp-rise var(--slow) var(--ease);
`

const Head = styled(LayerHead)`
  padding: calc(var(--s3) + env(safe-area-inset-top)) var(--s4) var(--s3);
  border-bottom: 1px solid var(--line);

  h2 {
    font-size: var(--t4);
  }
`

const Body = styled.div`
  overflow: auto;
  overscroll-behavior: contain;
  padding-bottom: env(safe-area-inset-bottom);
`

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

/** A panel along the right edge, all of a phone's screen. Keeps the focus inside, gives it back when closed. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const focusReturn = useFocusReturn()
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Side aria-describedby={undefined} {...focusReturn}>
          <Head>{title}</Head>
          <Body>{children}</Body>
        </Side>
      </Radix.Portal>
    </Radix.Root>
  )
}
