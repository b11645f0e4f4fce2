import { Eye, Heart, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { count } from '../../lib/numbers.ts'
import { reachable } from '../../ui/finger.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useRecentShares } from './api.ts'
import { nameOf, sharePath } from './model.ts'
import { RECENT_SHARES } from './offers.ts'

const Heading = styled.h3`
  padding: 0 var(--s4) var(--s2);
  font: var(--b3);
`

/* The name below the title keeps clear of it: both are links. */
const Title = styled(RowText)`
  display: grid;
  gap: var(--s2);
  justify-items: start;

  & > a {
    ${reachable}
  }
`

const Counts = styled(Row)`
  color: var(--muted);
  font-size: var(--t1);

  span {
    display: inline-flex;
    align-items: center;
    gap: 5px;
  }
  svg {
    width: 1.2em;
    height: 1.2em;
  }
`

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

const None = styled.p`
  padding: 0 var(--s4) var(--s4);
  color: var(--muted);
`

/** The latest shares. */
export function RecentShares() {
  return (
    <>
      <Heading>Recent shares</Heading>
      <Loaded
        read={useRecentShares()}
        failed="Unable to load recent shares"
        isBrief
        waiting={<Waiting label="Loading recent shares" rows={RECENT_SHARES} />}
        empty={<None>Nothing has been shared yet.</None>}
      >
        {(shares) => (
          <Rows>
            {shares.slice(0, RECENT_SHARES).map(({ id, shareUrl, title, user, isMine, isPublic, views, likes }) => (
              <li key={id}>
                <Title>
                  <Link to={sharePath(shareUrl)}>{title}</Link>
                  <Small as="div">
                    <PlayerName id={user?.id ?? null} image={user?.profileImage} name={nameOf(user)} isYou={isMine} />
                  </Small>
                </Title>
                <Counts data-nowrap>
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
