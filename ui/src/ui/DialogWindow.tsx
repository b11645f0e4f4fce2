import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.tsx'
import { room } from './layout.ts'
import { cutCorner } from './Panel.tsx'
import { focusOrList, listOf } from './passFocus.ts'
import { useBackCloses } from './useBackCloses.ts'

const Scrim = styled(Radix.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 20;
  background: var(--scrim);
  animation: plp-appear var(--slow) var(--ease);
`

const Content = styled(Radix.Content)`
  position: fixed;
  z-index: 21;
  animation: plp-rise var(--slow) var(--ease);
`

const Window = styled(Content)`
  inset: 0;
  margin: auto;
  width: min(28.75rem, calc(100% - 24px));
  height: fit-content;
  max-height: calc(100dvh - 24px);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--surface);
  border: 1px solid var(--line);
  /* Clipped instead of painted over, since the page under a dialog has no single colour. */
  --under: transparent;
  clip-path: polygon(0 0, calc(100% - var(--cut)) 0, 100% var(--cut), 100% 100%, 0 100%);
  ${cutCorner}

  & > * {
    --under: var(--surface);
  }
`

const Side = styled(Content)`
  display: grid;

  &[data-side='right'] {
    inset: 0 0 0 auto;
    width: min(27.5rem, 100%);
    grid-template-rows: auto minmax(0, 1fr);
    background: var(--surface);
    border-left: 1px solid var(--line);
  }
  &[data-side='right'] > header {
    padding: calc(var(--s3) + env(safe-area-inset-top)) var(--s4) var(--s3);
    border-bottom: 1px solid var(--line);

    h2 {
      font-size: var(--t4);
    }
  }
  &[data-side='bottom'] {
    inset: auto 0 0;
    max-height: 85dvh;
    overflow: auto;
    gap: var(--s3);
    padding: var(--s3) var(--s4) calc(var(--s5) + env(safe-area-inset-bottom));
    background: var(--header);
    color: var(--on-header);
    border-top: 3px solid var(--accent);
    --focus: var(--accent);
  }
`

const Inner = styled.div`
  ${room}
  display: grid;
  gap: var(--s4);
  padding: var(--s5);
  grid-template-columns: minmax(0, 1fr);

  & > header {
    align-items: start;
  }
  & > header h2 {
    font-size: var(--t4);
    padding-top: 5px;
  }
`

const Body = styled.div`
  overflow: auto;
  overscroll-behavior: contain;
  padding-bottom: env(safe-area-inset-bottom);
`

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s3);

  h2 {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

const Description = styled(Radix.Description)`
  color: var(--muted);
`

interface OverlayProps extends ComponentProps<typeof Content> {
  as: typeof Window | typeof Side
  onClose: () => void
}

/** Traps the focus and returns it to the opener on close, or to its list. Escape, Back and a click on the scrim close it. */
function Overlay({ as: Frame, onClose, ...content }: OverlayProps) {
  const opener = useRef<readonly [Element | null, HTMLElement | null]>([null, null])
  useBackCloses(true, onClose)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Frame
          {...content}
          onOpenAutoFocus={(event) => {
            opener.current = [document.activeElement, listOf(document.activeElement)]
            // A form begins at its first field, not at the button that closes it.
            const field = (event.currentTarget as Element).querySelector<HTMLElement>(
              'form :is(input, textarea, select):not([disabled], [type="hidden"])',
            )
            if (!field) return
            event.preventDefault()
            field.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const [control, list] = opener.current
            if (control instanceof HTMLElement) focusOrList(control, list)
          }}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

function Header({ title, onDark }: { title: ReactNode; onDark?: boolean }) {
  return (
    <Head>
      <Radix.Title>{title}</Radix.Title>
      <Radix.Close asChild>
        <Button icon size={onDark ? 'md' : 'sm'} onDark={onDark} aria-label="Close">
          <X aria-hidden />
        </Button>
      </Radix.Close>
    </Head>
  )
}

export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function DialogWindow({ title, description, onClose, children }: DialogProps) {
  return (
    <Overlay as={Window} onClose={onClose} {...(!description && { 'aria-describedby': undefined })}>
      <Inner>
        <Header title={title} />
        {description && <Description>{description}</Description>}
        {children}
      </Inner>
    </Overlay>
  )
}

interface LayerProps {
  /** `right`: at the right edge, full screen on a phone. `bottom`: at the bottom edge of a phone, dark. */
  side: 'right' | 'bottom'
  title: string
  onClose: () => void
  children: ReactNode
}

/** A panel at an edge of the page, open while rendered. */
export function Layer({ side, title, onClose, children }: LayerProps) {
  return (
    <Overlay as={Side} onClose={onClose} data-side={side} aria-describedby={undefined}>
      <Header title={title} onDark={side === 'bottom'} />
      {side === 'right' ? <Body>{children}</Body> : children}
    </Overlay>
  )
}
