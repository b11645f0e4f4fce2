import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { messageOf } from '../../api/http.ts'
import { useLeagueStatistics } from '../../features/leagues/api.ts'
import { Statistics } from '../../features/leagues/Statistics.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { finger } from '../../ui/finger.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatTiles } from '../../ui/Stat.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Intro, Page } from './Page.ts'

const Back = styled(Link)`
  ${finger}
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

/** A league in numbers; null: the path names no league. */
export function StatisticsPage({ id, username }: { id: number | null; username: string }) {
  const { data, error, mutate } = useLeagueStatistics(id)
  usePageTitle(data ? `${data.name} Statistics` : 'League Statistics')
  const content = () => {
    if (data)
      return (
        <>
          <div>
            <h1>{data.name} Statistics</h1>
            {data.description && <Intro>{data.description}</Intro>}
          </div>
          <Statistics statistics={data} username={username} />
        </>
      )
    if (error || id === null)
      return (
        <PanelBox as="div">
          <VisuallyHidden as="h1">League Statistics</VisuallyHidden>
          <ErrorState
            title="Failed to load league statistics"
            {...(id === null ? {} : { onRetry: () => void mutate() })}
          >
            {id === null ? 'League ID is missing or invalid.' : messageOf(error, 'The server did not answer.')}
          </ErrorState>
        </PanelBox>
      )
    return (
      <>
        <VisuallyHidden as="h1">League Statistics</VisuallyHidden>
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
      </>
    )
  }
  return (
    <Page>
      <Back to="/leagues">
        <ArrowLeft aria-hidden />
        Back to Leagues
      </Back>
      {content()}
    </Page>
  )
}
