import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { ranksOf } from '../../lib/ranksOf.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardFacts, Cards, CardText } from '../../ui/Card.tsx'
import { Num, Row, Small } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { Dates, Participants, StatusBadge } from './CompetitionParts.tsx'
import { JoinButton } from './JoinButton.tsx'
import { hasPoints, isCalledOff, TYPE_WORDS } from './model.ts'
import { PointsFigure } from './PointsFigure.tsx'
import { Standing } from './Standing.tsx'

export const CompetitionCards = styled(Cards)`
  --least: 16.875rem;

  &[data-large] {
    --least: 25rem;
  }
`

const CompetitionBox = styled(Card)`
  --lines: 2;

  & > button {
    align-self: start;
    min-width: 50%;
  }
`

const Pool = styled.p`
  ${Num} {
    font-size: var(--t6);
    line-height: 1;
  }
`

const Own = styled.p`
  font: var(--b3);

  &:empty {
    display: none;
  }
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
  level?: 2 | 3
  /** Server time. */
  now: number
}

export function CompetitionCard({ competition, userId, level = 2, now }: CompetitionCardProps) {
  const Heading = `h${level}` as const
  const { id, name, description, type, status, isParticipant, participants } = competition
  const ranks = ranksOf(participants)
  const isOff = isCalledOff(competition)
  return (
    <CompetitionBox as="li">
      <Heading>
        <Link to={`/competitions/${id}`}>{name}</Link>
      </Heading>
      <Row>
        <StatusBadge competition={competition} />
        <Badge>{TYPE_WORDS[type]}</Badge>
        {status === 'ended' && isParticipant && !isOff && <Badge tone="ok">You took part</Badge>}
      </Row>
      {description && <CardText>{description}</CardText>}
      {isOff ? (
        <Small as="p">Too few players joined, so there are no prizes.</Small>
      ) : (
        <Pool>
          <Num>{count(competition.prizePool)}</Num> <Small>{wordFor(competition.prizePool, 'point')} in the pool</Small>
        </Pool>
      )}
      <CardFacts>
        <Dates competition={competition} />
        <Participants participantCount={competition.participantCount} maxParticipants={competition.maxParticipants} />
      </CardFacts>
      {status !== 'ended' && (
        <Own>
          <Standing competition={competition} userId={userId} now={now} />
        </Own>
      )}
      {hasPoints(competition) && !isOff && (
        <Top aria-label={`Top ${participants.length} of ${name}`}>
          {participants.map((participant, index) => (
            <li key={participant.id} data-you={participant.id === userId || undefined}>
              <Rank ranking={ranks[index]!} noMedal={participant.totalPoints === 0} />
              <span>
                <PlayerName
                  id={participant.id}
                  image={participant.user.profileImage}
                  name={participant.user.username}
                  isYou={participant.id === userId}
                />
              </span>
              <PointsFigure points={participant.totalPoints} />
            </li>
          ))}
        </Top>
      )}
      <JoinButton competition={competition} />
    </CompetitionBox>
  )
}
