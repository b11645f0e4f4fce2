import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Competition } from '../../../../src/contracts/competitions.ts'
import { count } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Num, Row, Small } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Dates, Participants, StatusBadge } from './CompetitionParts.tsx'
import { JoinButton } from './JoinButton.tsx'
import { ranksOf, TYPE_WORDS } from './model.ts'

export const Cards = styled.ul`
  display: grid;
  gap: var(--s3);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 270px), 1fr));

  @media (min-width: 600px) {
    gap: var(--s4);
  }
`

const Card = styled(PanelBox)`
  display: flex;
  flex-direction: column;
  gap: var(--s3);
  padding: var(--s4);

  h2 {
    font-size: var(--t4);
    overflow-wrap: anywhere;
    padding-right: var(--s3);
  }
  h2 a {
    color: inherit;
    text-decoration-color: transparent;
  }
  h2 a:hover {
    text-decoration-color: currentColor;
  }
  & > button {
    align-self: start;
    margin-top: auto;
    min-width: 50%;
  }
`

const Description = styled.p`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  overflow-wrap: anywhere;
`

const Pool = styled.p`
  ${Num} {
    font-size: var(--t6);
    line-height: 1;
  }
`

const Facts = styled(Small)`
  display: grid;
  gap: 2px;
`

const Top = styled.ol`
  display: grid;
  gap: var(--s1);
  padding-top: var(--s3);
  border-top: 1px solid var(--line);

  li {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }
  li > span:nth-child(2) {
    flex: 1 1 auto;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  li[data-you] {
    font-weight: 600;
  }
`

interface CompetitionCardProps {
  competition: Competition
  userId: number
}

/** A competition with its prize pool, who leads it and the way in. */
export function CompetitionCard({ competition, userId }: CompetitionCardProps) {
  const { id, name, description, type, status, isParticipant, participants } = competition
  const ranks = ranksOf(participants)
  return (
    <Card as="li">
      <h2>
        <Link to={`/competitions/${id}`}>{name}</Link>
      </h2>
      <Row>
        <StatusBadge status={status} />
        <Badge>{TYPE_WORDS[type]}</Badge>
        {status === 'ended' && isParticipant && <Badge tone="ok">You took part</Badge>}
      </Row>
      {description && <Description>{description}</Description>}
      <Pool>
        <Num>{count(competition.prizePool)}</Num> <Small>points in the pool</Small>
      </Pool>
      <Facts>
        <Dates startDate={competition.startDate} endDate={competition.endDate} />
        <Participants participantCount={competition.participantCount} maxParticipants={competition.maxParticipants} />
      </Facts>
      {participants.length > 0 && (
        <Top aria-label={`Top ${participants.length} of ${name}`}>
          {participants.map((participant, index) => (
            <li key={participant.id} data-you={participant.id === userId || undefined}>
              <Rank ranking={ranks[index]!} noMedal={participant.totalPoints === 0} />
              <span>{participant.id === userId ? 'You' : participant.user.username}</span>
              <Num>
                {count(participant.totalPoints)}
                <VisuallyHidden> points</VisuallyHidden>
              </Num>
            </li>
          ))}
        </Top>
      )}
      <JoinButton competition={competition} />
    </Card>
  )
}
