import { Check, Gift, Pencil, Plus, Swords } from 'lucide-react'
import { styled } from 'styled-components'
import type { Player } from '../../../../src/areas/players/contract.ts'
import { accuracyText, rightText } from '../../lib/accuracy.ts'
import { count, counted, ordinal, wordFor } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row } from '../../ui/layout.ts'
import { written } from '../../ui/Written.ts'

const Identity = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s2) var(--s4);
  align-items: start;

  @container page (width < 18rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const About = styled(BandAbout)`
  h1 {
    @container page (width < 37.5rem) {
      font-size: var(--t5);
    }
  }
`

const Bio = styled.p`
  ${written}
  max-width: 66ch;
`

interface PlayerBandProps {
  player: Player
  isOwn: boolean
  /** Path of the duel with the reader. */
  duel: string
  busy: boolean
  onFollow: () => void
}

export function PlayerBand({ player, isOwn, duel, busy, onFollow }: PlayerBandProps) {
  const { username, displayName, isFollowing } = player
  return (
    <Band labelledBy="player">
      <Identity>
        <Avatar username={username} image={player.profileImage} size="lg" />
        <About>
          <h1 id="player">{displayName}</h1>
          <p data-small>{aboutWords(player, isOwn)}</p>
          {player.bio && <Bio>{player.bio}</Bio>}
          <Row>
            {isOwn ? (
              <>
                <ButtonLink size="sm" onDark to="/profile">
                  <Pencil aria-hidden />
                  Edit profile
                </ButtonLink>
                <ButtonLink size="sm" onDark to="/wrap">
                  <Gift aria-hidden />
                  Season wrap
                </ButtonLink>
              </>
            ) : (
              <>
                <Button size="sm" onDark aria-pressed={isFollowing} busy={busy} onClick={onFollow}>
                  {isFollowing ? <Check aria-hidden /> : <Plus aria-hidden />}
                  {isFollowing ? 'Following' : 'Follow'}
                </Button>
                <ButtonLink size="sm" onDark to={duel}>
                  <Swords aria-hidden />
                  Compare
                </ButtonLink>
              </>
            )}
          </Row>
        </About>
      </Identity>
      <BandStats>
        <BandStat label="Rank" value={player.rank === null ? '–' : ordinal(player.rank)} />
        <BandStat label={wordFor(player.totalPoints, 'Point')} value={count(player.totalPoints)} />
        <BandStat label={wordFor(player.totalPredictions, 'Prediction')} value={count(player.totalPredictions)} />
        <BandStat label="Accuracy" value={accuracyText(player)} note={rightText(player)} />
      </BandStats>
    </Band>
  )
}

/** `@ada · Arsenal · Leeds · with us since 3 Aug 2025 · 12 followers` */
function aboutWords(player: Player, isOwn: boolean): string {
  const { username, displayName, favoriteTeam, location, joinedAt, followers } = player
  const first = [
    ...(displayName === username ? [] : [`@${username}`]),
    ...(favoriteTeam ? [favoriteTeam.name] : []),
    ...(location === null ? [] : [location]),
  ]
  const since = `${first.length === 0 ? 'With' : 'with'} us since ${dateText(joinedAt)}`
  const rest = [since, counted(followers, 'follower'), ...(isOwn ? ['this is how others see you'] : [])]
  return [...first, ...rest].join(' · ')
}
