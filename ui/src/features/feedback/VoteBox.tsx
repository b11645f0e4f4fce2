import { ArrowUp } from 'lucide-react'
import { css, styled } from 'styled-components'
import type { Feedback } from '../../../../src/areas/feedback/contract.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { useSend } from '../../ui/useSend.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const box = css`
  --fill: var(--surface-2);
  align-self: start;
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 1px;
  min-height: 62px;
  padding: 4px 2px;
  font-size: var(--t1);
  line-height: 1.15;
  color: var(--muted);
  text-align: center;
  background: linear-gradient(225deg, transparent 6px, var(--fill) 6.4px);

  b {
    font: var(--b4);
    color: var(--ink);
  }
  svg {
    width: 15px;
    height: 15px;
  }
  @container page (width < 16rem) {
    grid-auto-flow: column;
    justify-content: start;
    align-items: center;
    gap: 6px;
    min-height: 44px;
    padding-inline: var(--s3);
  }
`

const Shown = styled.span`
  ${box}
`

const VoteButton = styled.button`
  ${box}

  &:hover {
    --fill: var(--line);
    color: var(--ink);
  }
  &[aria-pressed='true'] {
    --fill: var(--lit);
    color: var(--on-lit);

    b,
    svg {
      color: var(--lit-num);
    }
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  @media (forced-colors: active) {
    border: 1px solid;

    &[aria-pressed='true'] {
      border-width: 3px;
    }
  }
`

export function VoteBox({ feedback }: { feedback: Feedback }) {
  const { isBusy, send } = useSend('feedback')
  const { id, votes, hasVoted, isMine, title } = feedback
  const toggle = () =>
    send(`/api/feedback/${id}/vote`, {
      method: hasVoted ? 'DELETE' : 'POST',
      failed: hasVoted ? 'Failed to remove your vote' : 'Failed to vote',
    })
  const shown = (
    <>
      <ArrowUp aria-hidden />
      <b>{count(votes)}</b> {hasVoted ? 'You voted' : wordFor(votes, 'vote')}
    </>
  )
  if (isMine) return <Shown>{shown}</Shown>
  return (
    <VoteButton
      type="button"
      aria-pressed={hasVoted}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && void toggle()}
    >
      {shown}
      <VisuallyHidden> for {title}</VisuallyHidden>
    </VoteButton>
  )
}
