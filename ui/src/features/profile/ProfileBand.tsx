import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { accuracyText, rightText } from '../../lib/accuracy.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { rankText } from './model.ts'

const Who = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s2) var(--s4);
  align-items: center;

  @container page (width < 15rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Face = styled(Avatar)`
  &[data-you] {
    background: var(--header-2);
  }
  @container page (width < 37.5rem) {
    &[data-size] {
      --w: 3.75rem;
    }
  }
`

export function ProfileBand({ user, profile }: { user: CurrentUser; profile: Profile | undefined }) {
  const { username, profileImage, rank, totalPoints, totalPredictions } = user
  const first = [profile && profile.displayName !== username ? profile.displayName : null, profile?.location].filter(
    Boolean,
  )
  const about = [...first, `${first.length === 0 ? 'With' : 'with'} us since ${dateText(user.createdAt)}`]
  return (
    <Band labelledBy="profile">
      <Who>
        <Face username={username} image={profileImage} isYou size="xl" />
        <BandAbout>
          <p data-small>
            <Link to="/">Home</Link>
          </p>
          <h1 id="profile">{username}</h1>
          <p data-small>{about.join(' · ')}</p>
        </BandAbout>
      </Who>
      <BandStats>
        <BandStat label={rank === null ? 'No rank yet' : 'Rank'} value={rankText(rank)} />
        <BandStat label={wordFor(totalPoints, 'Point')} value={count(totalPoints)} />
        <BandStat label={wordFor(totalPredictions, 'Prediction')} value={count(totalPredictions)} />
        <BandStat label="Accuracy" value={accuracyText(user)} note={rightText(user)} />
      </BandStats>
    </Band>
  )
}
