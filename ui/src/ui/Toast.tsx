import { Check, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { styled } from 'styled-components'
import { createSignal } from '../lib/signal.ts'
import { Button } from './Button.tsx'
import { room, unprinted } from './layout.ts'

export interface ToastMessage {
  title: string
  description?: string
  /** A `Button` with `onDark`. */
  action?: ReactNode
  /** `notice`: neither a success, the default, nor a failure. */
  variant?: 'notice' | 'destructive'
  icon?: ReactNode
  /** Lifetime in ms. */
  lifetime?: number
}

/** Default lifetime of a toast in ms. A destructive toast stays until it is closed. */
const LIFETIME = 5000

let shown: (ToastMessage & { id: number }) | null = null
let count = 0
const changes = createSignal()

/** Whether a toast is shown, which another one would replace. */
export const isToastShown = (): boolean => shown !== null

/** Replaces the current toast: only one is shown at a time (docs/rules.md R70). Null closes it. */
export function toast(next: ToastMessage | null): void {
  shown = next && { ...next, id: ++count }
  changes.emit()
}

const Frame = styled.div`
  ${room}
  ${unprinted}
  position: fixed;
  z-index: 30;
  inset: 0;
  pointer-events: none;
`

/* On phones at the top of the landing page, where it covers no button. In the app above the bottom bar, and above
   the save bar if there is one (`--bar-rise`). At the top while a panel needs its foot, such as an open chat. */
const Corner = styled.div`
  position: absolute;
  inset: calc(var(--s3) + env(safe-area-inset-top)) var(--s3) auto;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;

  [data-shell] ~ * > & {
    inset: auto var(--s3) calc(var(--bar-height) + var(--s3) + var(--bar-rise, 0px) + env(safe-area-inset-bottom));
  }
  @container page (min-width: 64rem) {
    &,
    [data-shell] ~ * > & {
      inset: auto var(--s5) calc(var(--s5) + var(--bar-rise, 0px)) auto;
    }
  }
  :root:has([data-needs-foot]) & {
    inset-block: calc(var(--s3) + env(safe-area-inset-top)) auto;
  }
`

const Card = styled.div`
  position: relative;
  pointer-events: auto;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 2px var(--s3);
  align-items: start;
  width: min(26.25rem, 100%);
  overflow-wrap: anywhere;
  padding: var(--s3) var(--s3) var(--s3) var(--s4);
  background: var(--header);
  color: var(--on-header);
  border: 1px solid var(--header-line);
  --focus: var(--accent);
  animation: plp-rise var(--slow) var(--ease);

  @container page (min-width: 64rem) {
    width: 26.25rem;
  }
  & > svg {
    width: 18px;
    height: 18px;
    margin-top: 2px;
    color: var(--accent);
  }
  strong {
    display: block;
  }
  p {
    color: var(--header-muted);
    font-size: var(--t1);
  }
  & > button {
    margin: -4px -4px -4px 0;
  }
  &[data-variant='destructive'] {
    background: var(--danger);
    color: var(--on-danger);
    border-color: var(--danger);
    --focus: var(--on-danger);
    --header-2: var(--danger-hover);
    --on-header: var(--on-danger);
  }
  &[data-variant='destructive'] :is(p, svg) {
    color: inherit;
  }
`

export function Toaster() {
  const message = useSyncExternalStore(changes.listen, () => shown)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (!message || held || message.variant === 'destructive') return
    const timer = setTimeout(toast, message.lifetime ?? LIFETIME, null)
    return () => clearTimeout(timer)
  }, [message, held])

  return (
    <Frame>
      <Corner
        role="status"
        // `aria-live` of its own, so that an open dialog does not hide it from assistive technology.
        aria-live="polite"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {message && (
          <Card key={message.id} data-variant={message.variant}>
            {message.icon ?? (message.variant ? <TriangleAlert aria-hidden /> : <Check aria-hidden />)}
            <div>
              <strong>{message.title}</strong>
              {message.description && <p>{message.description}</p>}
              {message.action}
            </div>
            <Button
              icon
              size="sm"
              kind="plain"
              onDark
              aria-label="Close"
              onClick={() => {
                setHeld(false)
                toast(null)
              }}
            >
              <X aria-hidden />
            </Button>
          </Card>
        )}
      </Corner>
    </Frame>
  )
}
