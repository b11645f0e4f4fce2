import { Eye, Heart, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { count } from '../../lib/numbers.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useRecentShares } from './api.ts'
import { namesOf, sharePath } from './model.ts'
import { RECENT_SHARES } from './offers.ts'
import { TallyLine } from './Tally.tsx'

const Heading = styled.h3`
  padding: 0 var(--s4) var(--s2);
  font: var(--b3);
`

/* Keeps the name below clear of the title: both are links. */
const Title = styled(RowText)`
  display: grid;
  gap: var(--s2);
  justify-items: start;

  & > a {
    ${reachable}
  }
`

const Counts = styled(TallyLine)`
  flex-wrap: nowrap;
  align-items: center;
  gap: var(--s2);
  color: var(--muted);
`

const None = styled.p`
  padding: 0 var(--s4) var(--s4);
  color: var(--muted);
`

export function RecentShares() {
  return (
    <>
      <Heading>Recent shares</Heading>
      <Loaded
        read={useRecentShares()}
        failed="Unable to load recent shares"
        isBrief
        loading={{ label: 'Loading recent shares', rows: RECENT_SHARES }}
        empty={<None>No shares yet.</None>}
      >
        {(shares) => (
          <Rows>
            {shares.slice(0, RECENT_SHARES).map(({ id, shareUrl, title, user, isMine, isPublic, views, likes }) => (
              <li key={id}>
                <Title>
                  <Link to={sharePath(shareUrl)}>{title}</Link>
                  <Small as="div">
                    <PlayerName {...namesOf(user)} image={user?.profileImage} isYou={isMine} />
                  </Small>
                </Title>
                <Counts>
                  {!isPublic && (
                    <span>
                      <Lock aria-hidden />
                      <VisuallyHidden>Private</VisuallyHidden>
                    </span>
                  )}
                  <span>
                    <Eye aria-hidden />
                    <VisuallyHidden>views </VisuallyHidden>
                    {count(views)}
                  </span>
                  <span>
                    <Heart aria-hidden />
                    <VisuallyHidden>likes </VisuallyHidden>
                    {count(likes)}
                  </span>
                </Counts>
              </li>
            ))}
          </Rows>
        )}
      </Loaded>
    </>
  )
}
