import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { LayerHead } from './LayerHead.tsx'
import { room } from './layout.ts'
import { cutCorner } from './Panel.tsx'
import { Scrim } from './Scrim.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useFocusReturn } from './useFocusReturn.ts'

const Window = styled(Radix.Content)`
  position: fixed;
  z-index: 21;
  inset: 0;
  margin: auto;
  width: min(28.75rem, calc(100% - 24px));
  height: fit-content;
  max-height: calc(100dvh - 24px);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--surface);
  border: 1px solid var(--line);
  /* Really cut: what lies behind a dialog has no one colour. */
  --under: transparent;
  clip-path: polygon(0 0, calc(100% - var(--cut)) 0, 100% var(--cut), 100% 100%, 0 100%);
  animation: plp-rise var(--slow) var(--ease);

  &[data-width='wide'] {
    width: min(45rem, calc(100% - 24px));
  }
  ${cutCorner}

  & > * {
    --under: var(--surface);
  }
`

const Inner = styled.div`
  ${room}
  display: grid;
  gap: var(--s4);
  padding: var(--s5);
  grid-template-columns: minmax(0, 1fr);
`

const Head = styled(LayerHead)`
  align-items: start;

  h2 {
    font-size: var(--t4);
    padding-top: 5px;
  }
`

const Description = styled(Radix.Description)`
  color: var(--muted);
`

/** The buttons at a dialog's end: the safe one first, the one that acts last. */
export const DialogActions = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: var(--s2);
  flex-wrap: wrap;
`

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  width?: 'normal' | 'wide'
  children: ReactNode
}

/** Keeps the focus inside, gives it back when closed; Escape and the scrim close. */
export function Dialog({ open, onOpenChange, title, description, width = 'normal', children }: DialogProps) {
  const focusReturn = useFocusReturn()
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Window data-width={width} {...focusReturn} {...(description ? {} : { 'aria-describedby': undefined })}>
          <Inner>
            <Head>{title}</Head>
            {description && <Description>{description}</Description>}
            {children}
          </Inner>
        </Window>
      </Radix.Portal>
    </Radix.Root>
  )
}
