import { Flame } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { counted } from '../../lib/numbers.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useFeedPage } from './api.ts'
import { TRENDING } from './feed.ts'
import { namesOf, sharePath } from './model.ts'
import { Tally } from './Tally.tsx'

const List = styled(Rows)`
  li {
    align-items: flex-start;
    justify-content: flex-start;
  }
`

const Place = styled.span`
  flex: none;
  min-width: 2.25rem;
  font: 600 var(--t6) / 0.9 var(--board);
  text-align: center;
`

const About = styled(RowText)`
  flex: 1 1 12rem;
  display: grid;
  gap: 4px;

  a {
    ${reachable}
    font: 600 var(--t4) / 1.1 var(--board);
  }
`

const CHOICE = { sort: 'trending', type: 'all', isFollowing: false } as const

/** Shares with most likes, comments, shares and views in the last seven days. */
export function Trending() {
  const { data, error, mutate } = useFeedPage(CHOICE, TRENDING)
  return (
    <Panel title="Trending This Week" actions={<Small>Last 7 days, newest counts most</Small>}>
      <Loaded
        read={{ data: data?.list, error, mutate }}
        failed="Failed to fetch social feed"
        loading={{ label: 'Loading trending shares', rows: 5, rowHeight: '56px' }}
        empty={
          <EmptyState icon={Flame} title="Nothing trending" action={null}>
            No shares in the last 7 days.
          </EmptyState>
        }
      >
        {(shares) => (
          <List as="ol">
            {shares.map(({ id, title, shareUrl, user, isMine, predictionCount, ...counts }, index) => (
              <li key={id}>
                <Place>
                  <VisuallyHidden>Place </VisuallyHidden>
                  {index + 1}
                </Place>
                <About>
                  <Link to={sharePath(shareUrl)}>{title}</Link>
                  <Small>
                    by{' '}
                    <PlayerName
                      {...(isMine && user ? { id: user.id, name: 'you' } : namesOf(user))}
                      image={user?.profileImage}
                      inText
                    />{' '}
                    · {counted(predictionCount, 'prediction')}
                  </Small>
                  <Tally {...counts} />
                </About>
                <ButtonLink size="sm" to={sharePath(shareUrl)} target="_blank" rel="noopener">
                  View Prediction<VisuallyHidden>: {title} (new tab)</VisuallyHidden>
                </ButtonLink>
              </li>
            ))}
          </List>
        )}
      </Loaded>
    </Panel>
  )
}
