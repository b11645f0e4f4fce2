import { Check, Clock, CloudOff, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { useSWRConfig } from 'swr'
import { connectionIsBack, onConnectionBack, useIsOffline, useStoredAt } from '../../api/connection.ts'
import { useDrafts, type Waiting } from '../../features/predictions/drafts.ts'
import { updateOutbox, useOutbox } from '../../features/predictions/outbox.ts'
import { useSendOutbox } from '../../features/predictions/useSendOutbox.ts'
import { counted } from '../../lib/numbers.ts'
import { HOME, isAt } from '../../lib/paths.ts'
import { timeText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row } from '../../ui/layout.ts'
import { NEW_VERSION } from '../../ui/reload.ts'
import { toast } from '../../ui/Toast.tsx'
import { useAction } from '../../ui/useAction.ts'
import { GoalToasts } from '../matches/GoalToasts.tsx'
import { asOfText } from './asOf.ts'
// Signing out needs it, after a deployment, too.
import '../../api/device.ts'
import { storeReads } from './storeReads.ts'
import { useRepeatedReads } from './useRepeatedReads.ts'
import { startWorker } from './worker.ts'

const Bar = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 6px var(--s3);
  align-items: center;
  padding: 10px var(--s4);
  background: var(--warn-tint);
  border-left: 4px solid var(--warn);

  & > svg {
    width: 22px;
    height: 22px;
    color: var(--warn);
  }
  &[data-tone='ok'] {
    background: var(--ok-tint);
    border-color: var(--ok);
  }
  &[data-tone='ok'] > svg {
    color: var(--ok);
  }
  @container page (width < 30rem) {
    & > :is(a, button, div) {
      grid-column: 2;
      justify-self: start;
    }
  }
`

/** Time after which a request that is on its way is called slow, in ms. */
const SLOW = 4_000

/** On every page, loaded after its first view: the connection, picks that wait for one, new versions, and goals. */
export function Offline({ userId }: { userId: number }) {
  useSendOutbox(userId)
  useNewVersions()
  useReadAgain()
  useRepeatedReads()
  useEffect(() => void storeReads(), [])
  return (
    <>
      <div role="status">
        <Message userId={userId} />
      </div>
      <GoalToasts />
    </>
  )
}

function Message({ userId }: { userId: number }) {
  const { waiting, store } = useDrafts(userId)
  const { sending, sent } = useOutbox()
  const isOffline = useIsOffline()
  const storedAt = useStoredAt()
  const isSlow = useIsSlow(sending > 0)
  const { isBusy, run } = useAction()
  const { pathname } = useLocation()
  const list: readonly Waiting[] = Object.values(waiting)
  const refused = list.filter((each) => each.refused)
  const tryNow = (
    <Button size="sm" busy={isBusy} onClick={() => run(tryConnection)}>
      <RefreshCw aria-hidden />
      Try now
    </Button>
  )
  const toPicks = (
    <ButtonLink size="sm" to={HOME.to}>
      To your picks
    </ButtonLink>
  )
  if (sending > 0)
    return isSlow ? (
      <Line
        icon={Clock}
        title="Slow connection."
        text={`Your ${sending === 1 ? 'pick is' : 'picks are'} safe and on the way.`}
      />
    ) : (
      <Line icon={Clock} title={`Sending ${counted(sending, 'pick')}.`} />
    )
  if (store.isFull())
    return (
      <Line
        icon={TriangleAlert}
        title="This device is full,"
        text="so your last pick could not be kept. Free up some space, or pick again when you’re online."
      />
    )
  if (isOffline)
    return (
      <Line
        icon={CloudOff}
        title={navigator.onLine ? 'We can’t reach PLP.' : 'You’re offline.'}
        text={`Pick as usual. We’ll send it when you’re back.${storedAt ? ` As of ${asOfText(storedAt)}, the last time you were online.` : ''}`}
        action={
          isAt(HOME, pathname) ? (
            tryNow
          ) : (
            <Row>
              {toPicks}
              {tryNow}
            </Row>
          )
        }
      />
    )
  const sentText = sent.length > 0 ? `${counted(sent.length, 'pick')} sent at ${timeText(sent.at(-1)!.at)}.` : ''
  if (refused.length > 0)
    return (
      <Line
        icon={TriangleAlert}
        title="You are back."
        text={`${sentText} ${counted(refused.length, 'pick')} not saved.`.trim()}
        action={toPicks}
      />
    )
  if (sent.length === 0) return null
  return (
    <Line
      icon={Check}
      tone="ok"
      title="You are back."
      text={sentText}
      action={
        <Button size="sm" onClick={() => updateOutbox({ sent: [] })}>
          OK
        </Button>
      }
    />
  )
}

interface LineProps {
  icon: LucideIcon
  title: string
  text?: string
  action?: ReactNode
  tone?: 'ok'
}

function Line({ icon: Icon, title, text, action, tone }: LineProps) {
  return (
    <Bar data-tone={tone}>
      <Icon aria-hidden />
      <p>
        <b>{title}</b> {text}
      </p>
      {action}
    </Bar>
  )
}

function useIsSlow(isSending: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSending) return
    const timer = setTimeout(setSlow, SLOW, true)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSending])
  return isSlow
}

async function tryConnection(): Promise<void> {
  try {
    if ((await fetch('/healthz', { cache: 'no-store' })).ok) connectionIsBack()
  } catch {
    // Still no connection.
  }
}

/** Once the connection is back, stored reads are read again: the server does not report changes from before the page. */
function useReadAgain(): void {
  const { mutate } = useSWRConfig()
  const storedAt = useStoredAt()
  const readAgain = useEffectEvent(() => {
    if (storedAt !== null) void mutate(() => true)
  })
  useEffect(() => onConnectionBack(readAgain), [])
}

/** Starts the service worker, and offers a new version. */
function useNewVersions(): void {
  useEffect(() => {
    let over = false
    let ignore = () => {}
    void startWorker((reload) => {
      toast({
        variant: 'notice',
        title: NEW_VERSION,
        description: 'Your picks stay as they are.',
        lifetime: 60_000,
        action: (
          <Button size="sm" onDark onClick={reload}>
            Reload
          </Button>
        ),
      })
    }).then((look) => {
      // A deployment interrupts the connection.
      if (!over) ignore = onConnectionBack(look)
    })
    return () => {
      over = true
      ignore()
    }
  }, [])
}
