import { Trophy } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { count, counted, ordinal, wordFor } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { Row } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Written } from '../../ui/Written.ts'
import { Dates, StatusBadge } from './CompetitionParts.tsx'
import { JoinButton } from './JoinButton.tsx'
import { isCalledOff, isOfRounds, TYPE_WORDS } from './model.ts'

const Winner = styled.p`
  display: flex;
  align-items: center;
  gap: var(--s2);
  font: var(--b4);
  line-height: 1.2;

  svg {
    flex: none;
    width: 22px;
    height: 22px;
    color: var(--gold);
  }
  ${BandAbout} && {
    color: var(--on-header);
  }
`

interface CompetitionBandProps {
  competition: CompetitionDetail
  userId: number
}

export function CompetitionBand({ competition, userId }: CompetitionBandProps) {
  const { winner, type } = competition
  const isOff = isCalledOff(competition)
  const me = isOff ? undefined : competition.standings.find(({ id }) => id === userId)
  return (
    <Band labelledBy="competition-name">
      <BandAbout>
        <p data-small>
          <Link to="/competitions">Competitions</Link>
        </p>
        <h1 id="competition-name">{competition.name}</h1>
        {competition.description && <Written as="p">{competition.description}</Written>}
        <Row>
          <StatusBadge competition={competition} />
          <Badge>{TYPE_WORDS[type]}</Badge>
          <p data-small>
            <Dates competition={competition} />
            {gameweeks(competition)}
          </p>
        </Row>
        {winner && (
          <Winner>
            <Trophy aria-hidden />
            <span>
              {winner.id === userId ? (
                'You won'
              ) : (
                <>
                  Winner: <PlayerName id={winner.id} image={winner.profileImage} name={winner.username} inText />
                </>
              )}
            </span>
          </Winner>
        )}
        <Row>
          <JoinButton competition={competition} onDark />
        </Row>
      </BandAbout>
      <BandStats>
        {!isOff && <BandStat label="Prize pool" value={count(competition.prizePool)} />}
        <BandStat
          label={
            competition.maxParticipants !== null
              ? `of ${counted(competition.maxParticipants, 'player')}`
              : wordFor(competition.participantCount, 'Player')
          }
          value={count(competition.participantCount)}
        />
        {me && !isOfRounds(type) && <BandStat label="Your rank" value={ordinal(me.ranking)} />}
        {me && <BandStat label={`Your ${wordFor(me.totalPoints, 'point')}`} value={count(me.totalPoints)} />}
      </BandStats>
    </Band>
  )
}

function gameweeks(competition: CompetitionDetail): string {
  const { firstGameweek: first, lastGameweek: last } = competition
  if (first === null || isCalledOff(competition)) return ''
  return last === null || last === first ? `, gameweek ${first}` : `, gameweeks ${first} to ${last}`
}
