import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { styled } from 'styled-components'
import { useLeagueStatistics } from '../../features/leagues/api.ts'
import { Statistics } from '../../features/leagues/Statistics.tsx'
import type { PageProps } from '../../lib/area.ts'
import { idOf } from '../../lib/numbers.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Intro, Page } from '../../ui/Page.ts'
import { isGone } from '../../ui/PageOf.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatTiles } from '../../ui/Stat.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { tapTarget } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Written } from '../../ui/Written.ts'

const Back = styled(Link)`
  ${tapTarget}
  justify-self: start;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 32px;
  margin-bottom: calc(var(--s3) * -1);

  svg {
    width: 1.1em;
    height: 1.1em;
  }
`

const FAILED = 'Failed to load league statistics'

const waiting = (
  <Loading label="Loading league statistics">
    <Skeleton width="min(60%, 420px)" height="32px" />
    <StatTiles>
      {['a', 'b', 'c', 'd'].map((tile) => (
        <div key={tile}>
          <Skeleton height="92px" />
        </div>
      ))}
    </StatTiles>
    <Skeleton height="320px" />
  </Loading>
)

export function StatisticsPage({ user }: PageProps) {
  const id = idOf(useParams().id)
  const answer = useLeagueStatistics(id)
  // Not the numbers of before, once the league has closed or has removed the reader.
  const read = isGone(answer.error) ? { ...answer, data: undefined } : answer
  const { data } = read
  usePageTitle(data ? `${data.name} Statistics` : 'League Statistics')
  return (
    <Page>
      <Back to="/leagues">
        <ArrowLeft aria-hidden />
        Back to Leagues
      </Back>
      {!data && <VisuallyHidden as="h1">League Statistics</VisuallyHidden>}
      {id === null ? (
        <PanelBox as="div">
          <ErrorState title={FAILED}>League ID is missing or invalid.</ErrorState>
        </PanelBox>
      ) : (
        <Loaded read={read} failed={FAILED} isAlone waiting={waiting}>
          {(statistics) => (
            <>
              <div>
                <h1>{statistics.name} Statistics</h1>
                {statistics.description && (
                  <Intro>
                    <Written>{statistics.description}</Written>
                  </Intro>
                )}
              </div>
              <Statistics statistics={statistics} username={user.username} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}
