import { BarChart3, Share2, UserPlus, Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { count, ordinal, wordFor } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Whole } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Written } from '../../ui/Written.ts'
import { LeagueTypeBadge } from './LeagueCard.tsx'
import { invite, useJoin } from './useLeagueActions.ts'

interface LeagueBandProps {
  league: LeagueDetail
  /** Points of the league's first place. */
  first: number
}

export function LeagueBand({ league, first }: LeagueBandProps) {
  const { id, me, joinCode, latestGameweek } = league
  const gained = me?.recent?.at(-1)
  const { isBusy, join } = useJoin(league)
  return (
    <Band labelledBy="league-name">
      <BandAbout>
        <p data-small>
          <Link to="/leagues">Leagues</Link>
        </p>
        <h1 id="league-name">{league.name}</h1>
        {league.description && <Written as="p">{league.description}</Written>}
        <Row>
          <LeagueTypeBadge type={league.type} />
          <p data-small>
            Created by{' '}
            <PlayerName
              id={league.creatorId}
              image={league.creator.profileImage}
              name={league.creator.username}
              inText
            />
            , <Whole>{dateText(league.createdAt)}</Whole>
          </p>
        </Row>
        <Row>
          {!league.isMember && (
            <Button ref={passFocus} size="sm" kind="accent" onDark busy={isBusy} onClick={join}>
              <UserPlus aria-hidden />
              Join League
            </Button>
          )}
          <ButtonLink size="sm" onDark to={`/leagues/${id}/statistics`}>
            <BarChart3 aria-hidden />
            Stats
          </ButtonLink>
          <ButtonLink size="sm" onDark to={`/leagues/${id}/rules`}>
            Rules
          </ButtonLink>
          <ButtonLink size="sm" onDark to={`/team-management/${id}`}>
            <Users aria-hidden />
            Teams
          </ButtonLink>
          {joinCode && (
            <Button size="sm" onDark onClick={() => invite({ name: league.name, joinCode })}>
              <Share2 aria-hidden />
              Invite
            </Button>
          )}
        </Row>
      </BandAbout>
      <BandStats>
        {me && <BandStat label="Your rank" value={ordinal(me.ranking)} />}
        {me && <BandStat label="Behind first" value={count(Math.max(0, first - me.totalPoints))} />}
        {gained !== undefined && <BandStat label={`Gameweek ${latestGameweek}`} value={`+${count(gained)}`} />}
        <BandStat label={wordFor(league.memberCount, 'Member')} value={count(league.memberCount)} />
      </BandStats>
    </Band>
  )
}
