import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import { reads } from '../../features/boards/reads.ts'
import { useMyLeagues } from '../../features/leagues/api.ts'
import { count, ordinal } from '../../lib/numbers.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Num, Small } from '../../ui/layout.ts'
import { movementOf } from '../../ui/movement.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { reachable } from '../../ui/tapTarget.ts'

const LEAGUES = 5

const RankList = styled(Rows)`
  li {
    padding-block: 8px;
  }
  a {
    ${reachable}
    font: var(--b3);
    color: inherit;
  }
`

const RankText = styled(Num)`
  font-size: var(--t4);
`

export function Standing({ isSeasonOver }: { isSeasonOver: boolean }) {
  const board = useSWR<LeaderboardPage>(reads.page.key(1, 0))
  const { data: leagues = [] } = useMyLeagues()
  const ranked = leagues.flatMap(({ standing, ...league }) => (standing ? { ...league, ...standing } : []))
  return (
    <Panel title="Where you stand">
      <Loaded
        read={board}
        failed="Unable to load your ranks"
        waiting={
          <PanelBody>
            <Loading label="Loading your ranks" rows={2} rowHeight="32px" />
          </PanelBody>
        }
      >
        {({ total, me }) => (
          <RankList>
            <li>
              <RowText>
                <Link to="/leaderboard">Everyone</Link>
              </RowText>
              <Small>
                {me
                  ? `of ${count(total)}, ${movementOf(me.movement).words}`
                  : isSeasonOver
                    ? 'No picks this season'
                    : 'Make a pick to get ranked'}
              </Small>
              {me && <RankText>{ordinal(me.ranking)}</RankText>}
            </li>
            {ranked.slice(0, LEAGUES).map(({ id, name, memberCount, ranking }) => (
              <li key={id}>
                <RowText>
                  <Link to={`/leagues/${id}`}>{name}</Link>
                </RowText>
                <Small>of {count(memberCount)}</Small>
                <RankText>{ordinal(ranking)}</RankText>
              </li>
            ))}
          </RankList>
        )}
      </Loaded>
    </Panel>
  )
}
