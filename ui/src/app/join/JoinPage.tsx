import { Link2Off, UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { League, LeagueInvitation } from '../../../../src/areas/leagues/contract.ts'
import { ApiError, http } from '../../api/http.ts'
import { accepted, codeOf, joinPath } from '../../features/leagues/invitation.ts'
import { reads } from '../../features/leagues/reads.ts'
import type { Session } from '../../features/session/api.ts'
import { entryQuery, type Mode } from '../../features/session/model.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { HOME } from '../../lib/paths.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { OpenFrame } from '../../ui/OpenBar.tsx'
import { Page } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useAction } from '../../ui/useAction.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { SlimBar } from '../shared/SlimBar.tsx'

const Narrow = styled(Page)`
  max-width: 36rem;
  padding-block: var(--s5);
`

const Inside = styled.div`
  display: grid;
  gap: var(--s4);
  grid-template-columns: minmax(0, 1fr);
  padding: var(--s4);

  h1 {
    /* Keeps the longest word whole in enlarged text. */
    font-size: min(var(--t6), 14cqi);
    line-height: 1;
    overflow-wrap: anywhere;
  }
  @container page (min-width: 30rem) {
    padding: var(--s5);
  }
`

/** Target of an invitation link to a league, open to everyone. */
export function JoinPage({ session }: { session: Session }) {
  const code = codeOf(location.pathname)
  return (
    <OpenFrame bar={<SlimBar session={session} />}>
      <Narrow>
        {/* A member gets another answer than the stranger they were before signing in. */}
        <Invited key={session.status} code={code} session={session} />
      </Narrow>
    </OpenFrame>
  )
}

function Invited({ code, session }: { code: string; session: Session }) {
  const read = useSWR<LeagueInvitation>(
    code === '' || session.status === 'loading' ? null : reads.invitation.key(code),
    reads.invitation.fresh,
  )
  const isWrong = code === '' || (read.error instanceof ApiError && [400, 404].includes(read.error.status))
  if (isWrong) return <WrongCode />
  if (!read.data)
    return (
      <>
        {read.error !== undefined && <VisuallyHidden as="h1">Invitation</VisuallyHidden>}
        <Missing read={read} failed="Failed to load the invitation" isAlone waiting={<Waiting />} />
      </>
    )
  return <Invitation code={code} invitation={read.data} session={session} />
}

function WrongCode() {
  usePageTitle('Invitation Not Found')
  return (
    <PanelBox as="div">
      <EmptyState
        isPage
        icon={Link2Off}
        title="Invitation Not Found"
        action={
          <ButtonAnchor kind="primary" href={HOME.to}>
            Go to PLP
          </ButtonAnchor>
        }
      >
        The league may have closed or has a new code. Ask for a new link.
      </EmptyState>
    </PanelBox>
  )
}

function Waiting() {
  return (
    <PanelBox as="div" aria-busy>
      <Inside>
        <VisuallyHidden role="status">Loading the invitation</VisuallyHidden>
        <Skeleton height="48px" />
        <Skeleton height="80px" />
        <Skeleton height="44px" />
      </Inside>
    </PanelBox>
  )
}

interface InvitationProps {
  readonly code: string
  readonly invitation: LeagueInvitation
  readonly session: Session
}

function Invitation({ code, invitation, session }: InvitationProps) {
  const { name, memberCount, founder } = invitation
  usePageTitle(`Join ${name}`)
  return (
    <PanelBox as="section" aria-labelledby="invitation">
      <Inside>
        <Small as="p">You’re invited to a league</Small>
        <h1 id="invitation">{name}</h1>
        <Facts>
          <Fact label={wordFor(memberCount, 'Member')}>{count(memberCount)}</Fact>
          {founder !== null && <Fact label="Founder">{founder}</Fact>}
        </Facts>
        {session.status === 'signed-in' ? (
          <Joining code={code} {...invitation} />
        ) : (
          <>
            <p>Predict the scores of the Premier League and see who of you knows best.</p>
            <Row>
              <Enter code={code} mode="register" word="Create Account" />
              <Enter code={code} mode="login" word="Sign In" />
            </Row>
            <Small as="p">You join as soon as you’re in. Free to play. Points only, no money.</Small>
          </>
        )}
      </Inside>
    </PanelBox>
  )
}

/** Leads to the form and back here, where the accepted invitation is completed. */
function Enter({ code, mode, word }: { code: string; mode: Mode; word: string }) {
  return (
    <ButtonAnchor
      {...(mode === 'register' && { kind: 'primary' })}
      href={joinPath(encodeURIComponent(code)) + entryQuery(mode)}
      onClick={() => accepted.remember(code)}
    >
      {word}
    </ButtonAnchor>
  )
}

function Joining({ code, leagueId }: { code: string } & Pick<LeagueInvitation, 'leagueId'>) {
  const { isBusy, run } = useAction()
  const join = async () => {
    const joined = await run(
      () => http<League>('/api/leagues/join-code', { method: 'POST', body: { joinCode: code } }),
      { failed: 'Failed to join league' },
    )
    if (joined.isDone) location.assign(`/leagues/${joined.answer.id}`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an accepted invitation is completed once
  useEffect(() => {
    if (accepted.take(code) && leagueId === null) void join()
  }, [code])
  if (leagueId !== null)
    return (
      <Row>
        <ButtonAnchor kind="primary" href={`/leagues/${leagueId}`}>
          Open League
        </ButtonAnchor>
        <Small>You’re a member already.</Small>
      </Row>
    )
  return (
    <Row>
      <Button kind="primary" busy={isBusy} onClick={() => void join()}>
        <UserPlus aria-hidden />
        Join League
      </Button>
    </Row>
  )
}
