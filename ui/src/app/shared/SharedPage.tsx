import { Share2 } from 'lucide-react'
import { Fragment, useEffect, useId, useState } from 'react'
import { styled } from 'styled-components'
import type { SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { ApiError } from '../../api/http.ts'
import { closingText } from '../../features/fixtures/time.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import type { Session } from '../../features/session/api.ts'
import { entryQuery } from '../../features/session/model.ts'
import { Act, Acts } from '../../features/sharing/actions.ts'
import { CallRow, Calls } from '../../features/sharing/Calls.tsx'
import { Comments } from '../../features/sharing/Comments.tsx'
import { CouponBackdrop, CouponHead, CouponIn } from '../../features/sharing/Coupon.tsx'
import { LikeButton } from '../../features/sharing/LikeButton.tsx'
import { type Call, IN_POST, nameOf, summaryOf } from '../../features/sharing/model.ts'
import { Slip } from '../../features/sharing/Slip.tsx'
import { useComments, useShare } from '../../features/sharing/shareReads.ts'
import { Tally } from '../../features/sharing/Tally.tsx'
import { useShareLink } from '../../features/sharing/useShareLink.tsx'
import { HOME } from '../../lib/paths.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Small, Stack, Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { OpenFrame } from '../../ui/OpenBar.tsx'
import { PanelBox, PanelFoot } from '../../ui/Panel.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { WhenNear } from '../../ui/WhenNear.tsx'
import { callsOf } from '../sharing/calls.ts'
import { InvitationPanel } from './InvitationPanel.tsx'
import { SlimBar } from './SlimBar.tsx'

/** Number of calls shown at first: below a slip, and without one. */
const BELOW_SLIP = 2
const AT_FIRST = 10

const LiveReads = lazyComponent<{ shareUrl: string }>(
  () => import('./LiveReads.tsx').then((module) => module.LiveReads),
  null,
)
const Invitation = lazyComponent(() => import('./Invitation.tsx').then((module) => module.Invitation), null)
const NotFound = lazyComponent(() => import('./ShareNotFound.tsx').then((module) => module.ShareNotFound), null)
const MemberActions = lazyComponent(() => import('./Member.tsx').then((module) => module.MemberActions), null)
const MemberComments = lazyComponent(() => import('./Member.tsx').then((module) => module.MemberComments), null)

const Page = styled(Wrap)`
  display: grid;
  gap: var(--s4-5);
  align-items: start;
  max-width: 1180px;
  padding-block: var(--s4-5);
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 23.5rem;
  }
`

const Column = styled(Stack)`
  gap: var(--s4-5);
`

const Tear = styled.div`
  margin: 0 var(--s4);
  border-top: 2px dashed var(--line-strong);
`

const SlipBox = styled.div`
  padding: var(--s3) var(--s4);
  border-bottom: 1px solid var(--line);
`

const DayHead = styled.h2`
  padding: 12px var(--s4) 4px;
  font: var(--b3);
  color: var(--muted);

  ul + & {
    border-top: 1px solid var(--line);
  }
`

const Bones = styled(Stack)`
  padding: var(--s4);
`

const tokenOf = (pathname: string): string => pathname.split('/')[2] ?? ''

export function SharedPage({ session }: { session: Session }) {
  const token = tokenOf(location.pathname)
  return (
    <OpenFrame bar={<SlimBar session={session} />}>
      <Page>{token === '' ? <NotFound /> : <Share key={token} token={token} session={session} />}</Page>
    </OpenFrame>
  )
}

function Share({ token, session }: { token: string; session: Session }) {
  const read = useShare(token)
  const { mutate } = read
  const readerId = session.status === 'signed-in' ? session.user.id : null
  // The response for strangers does not include the player's own likes.
  const [readAs, setReadAs] = useState(readerId)
  useEffect(() => {
    if (readAs === readerId) return
    setReadAs(readerId)
    if (readAs === null && readerId !== null) void mutate()
  }, [readAs, readerId, mutate])
  if (read.error instanceof ApiError && [400, 404].includes(read.error.status)) return <NotFound />
  if (!read.data)
    return (
      <>
        {read.error !== undefined && <VisuallyHidden as="h1">Shared prediction</VisuallyHidden>}
        <Missing read={read} failed="Failed to load the shared prediction" isAlone waiting={<Waiting />} />
      </>
    )
  return (
    <>
      <Found share={read.data} session={session} />
      {/* Not the token of the address: the server cuts the connection of a page that watches anything but a token. */}
      {session.status === 'signed-in' && <LiveReads shareUrl={read.data.shareUrl} />}
    </>
  )
}

function Waiting() {
  return (
    <PanelBox as="div" aria-busy>
      <CouponBackdrop>
        <CouponIn>
          <p role="status">Loading shared prediction...</p>
        </CouponIn>
      </CouponBackdrop>
      <Bones>
        <Skeleton height="56px" />
        <Skeleton height="56px" />
        <Skeleton height="56px" />
      </Bones>
    </PanelBox>
  )
}

function Found({ share, session }: { share: SharedPrediction; session: Session }) {
  const id = useId()
  const user = session.status === 'signed-in' ? session.user : null
  const now = useMatchClock(share.predictionIds.map(({ fixture }) => fixture))
  const calls = callsOf(share, now)
  usePageTitle(share.title)
  return (
    <>
      <PanelBox as="article" aria-labelledby={id}>
        <CouponHead id={id} share={share} summary={summaryOf(calls, (at) => closingText(at, now))} />
        <Picks calls={calls} isGameweek={share.shareType === 'gameweek'} />
        <Tear aria-hidden />
        {user ? <MemberActions share={share} user={user} /> : <Actions share={share} session={session} />}
      </PanelBox>
      <Column>
        {session.status === 'signed-out' && (
          <InvitationPanel>
            <WhenNear waiting={<Skeleton height="192px" />} ahead={null}>
              <Invitation name={nameOf(share.user)} open={nextOpen(share, calls)} now={now} />
            </WhenNear>
          </InvitationPanel>
        )}
        {user ? <MemberComments share={share} user={user} now={now} /> : <Read share={share} now={now} />}
      </Column>
    </>
  )
}

function nextOpen(share: SharedPrediction, calls: readonly Call[]) {
  const [next] = calls.filter(({ closesAt }) => closesAt !== null).sort((a, b) => a.closesAt! - b.closesAt!)
  return share.predictionIds.find(({ id }) => id === next?.id)
}

/** A gameweek starts as a slip. A long list is cut until the reader expands it. */
function Picks({ calls, isGameweek }: { calls: readonly Call[]; isGameweek: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const isSlip = isGameweek && calls.length > IN_POST
  const shown = isWhole ? calls : calls.slice(0, isSlip ? BELOW_SLIP : AT_FIRST)
  return (
    <>
      {isSlip && (
        <SlipBox>
          <Slip calls={calls} />
        </SlipBox>
      )}
      {[...daysOf(shown, isSlip)].map(([heading, calls]) => (
        <Fragment key={heading}>
          {heading !== null && <DayHead>{heading}</DayHead>}
          <Calls>
            {calls.map((call) => (
              <CallRow key={call.id} call={call} />
            ))}
          </Calls>
        </Fragment>
      ))}
      {shown.length < calls.length && (
        <PanelFoot>
          <Button ref={passFocus} block size="sm" onClick={() => setWhole(true)}>
            Show all {calls.length}
          </Button>
        </PanelFoot>
      )}
    </>
  )
}

/** Groups the calls of a gameweek by day; other shares are one list. */
function daysOf(calls: readonly Call[], byDay: boolean): Map<string | null, Call[]> {
  const days = new Map<string | null, Call[]>()
  for (const call of calls) {
    const heading = byDay ? (call.day ?? 'Date to be confirmed') : null
    days.set(heading, [...(days.get(heading) ?? []), call])
  }
  return days
}

function Actions({ share, session }: { share: SharedPrediction; session: Session }) {
  const { sendLink, dialog } = useShareLink(share)
  return (
    <Act>
      <Tally {...share} />
      <Acts>
        <LikeButton isLiked={false} disabled />
        <Button onClick={() => void sendLink()}>
          <Share2 aria-hidden />
          Share
        </Button>
        <ButtonAnchor href={HOME.to}>View on PLP</ButtonAnchor>
      </Acts>
      {session.status === 'signed-out' && (
        <Small as="p">
          <a href={entryQuery('login')}>Sign In</a> to like and comment.
        </Small>
      )}
      {dialog}
    </Act>
  )
}

function Read({ share, now }: { share: SharedPrediction; now: number }) {
  return <Comments share={share} comments={useComments(share.shareUrl)} readerId={null} now={now} />
}
