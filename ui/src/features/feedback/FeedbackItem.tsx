import { styled } from 'styled-components'
import type { Feedback } from '../../../../src/areas/feedback/contract.ts'
import { fullTime } from '../../lib/when.ts'
import { AdminBadge } from '../../ui/AdminBadge.tsx'
import { Row, Small, Spread } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Written } from '../../ui/Written.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { CategoryMark, PriorityMark, StatusBadge } from './Marks.tsx'
import { whenText } from './model.ts'
import { VoteBox } from './VoteBox.tsx'

export const Entries = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: 3.5rem minmax(0, 1fr);
    gap: 6px var(--s3);
    padding: var(--s4);
    border-top: 1px solid var(--line);
  }
  /* Enlarged text needs the whole width: the votes move above it. */
  @container page (width < 16rem) {
    & > li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  & > li[data-you] {
    background: var(--you-tint);
    box-shadow: var(--you-mark);
  }
`

export const Content = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
  align-content: start;
  overflow-wrap: anywhere;

  h3 {
    line-height: 1.12;
  }
`

const About = styled(Row)`
  gap: var(--s1) var(--s3);
  font-size: var(--t1);
  color: var(--muted);
`

const Answer = styled.div`
  position: relative;
  display: grid;
  gap: 2px;
  padding: 10px 12px;
  background: var(--surface-2);
`

const Who = styled(Row)`
  gap: 6px;
  font-size: var(--t1);
`

interface FeedbackItemProps {
  feedback: Feedback
  isAdmin: boolean
  /** Current time in ms. */
  now: number
}

export function FeedbackItem({ feedback, isAdmin, now }: FeedbackItemProps) {
  const { category, priority, status, title, description, isMine } = feedback
  return (
    <li data-you={isMine || undefined}>
      <VoteBox feedback={feedback} />
      <Content>
        <Spread>
          <About>
            <CategoryMark category={category} />
            <PriorityMark priority={priority} />
          </About>
          <StatusBadge status={status} />
        </Spread>
        <h3>{title}</h3>
        <Written as="p">{description}</Written>
        <Small as="p">
          <Author feedback={feedback} />, <Time iso={feedback.createdAt} now={now} />
        </Small>
        {isAdmin ? <AnswerForm feedback={feedback} /> : <AnswerText feedback={feedback} now={now} />}
      </Content>
    </li>
  )
}

function Author({ feedback: { isMine, user } }: { feedback: Feedback }) {
  if (user.id === null) return <i>{user.username}</i>
  return (
    <PlayerName
      id={user.id}
      image={user.profileImage}
      name={user.username}
      also={user.displayName}
      isYou={isMine}
      inText
    />
  )
}

function AnswerText({ feedback, now }: { feedback: Feedback; now: number }) {
  const { adminResponse, respondedBy, respondedAt } = feedback
  if (adminResponse === null || respondedAt === null) return null
  return (
    <Answer>
      <Who>
        <AdminBadge />
        <b>
          {respondedBy && (
            <PlayerName id={respondedBy.id} image={respondedBy.profileImage} name={respondedBy.username} />
          )}
        </b>
        <Small>
          <Time iso={respondedAt} now={now} />
        </Small>
      </Who>
      <Written as="p">{adminResponse}</Written>
    </Answer>
  )
}

function Time({ iso, now }: { iso: string; now: number }) {
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {whenText(iso, now)}
    </time>
  )
}
