import { ChartColumn } from 'lucide-react'
import { styled } from 'styled-components'
import { count, wordFor } from '../../lib/numbers.ts'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useProfileStats } from './api.ts'
import { AccuracyByWeek, PointsByWeek } from './Weeks.tsx'

const Charts = styled.div`
  display: grid;
  gap: var(--s4);
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

interface StatisticsProps {
  /** The gameweek in play; null: none. */
  readonly current: number | null
  readonly isSeasonOver: boolean
}

/** The reader's season in figures and by gameweek. */
export function Statistics({ current, isSeasonOver }: StatisticsProps) {
  const stats = useProfileStats()
  return (
    <Loaded
      read={stats}
      failed="Unable to load your statistics"
      isAlone
      loading={{ label: 'Loading your statistics', rowHeight: '76px' }}
    >
      {(data) => (
        <Stack data-gap="wide">
          <StatTiles>
            <StatTile label="Current streak" value={count(data.currentStreak)} />
            <StatTile label="Best streak" value={count(data.bestStreak)} />
            <StatTile label={wordFor(data.exactScores, 'Exact score')} value={count(data.exactScores)} />
            <StatTile
              label="Correct"
              value={count(data.correctPredictions)}
              note={`of ${count(data.settledPredictions)}`}
            />
            <StatTile
              label={`${wordFor(data.weeklyPredictions, 'Pick')} this week`}
              value={count(data.weeklyPredictions)}
            />
            <StatTile
              label={`${wordFor(data.monthlyPredictions, 'Pick')} this month`}
              value={count(data.monthlyPredictions)}
            />
          </StatTiles>
          {data.recentPerformance.length === 0 ? (
            <PanelBox as="div">
              <EmptyState icon={ChartColumn} title="No statistics yet" action={!isSeasonOver && <PlayLink />}>
                {isSeasonOver
                  ? 'You made no picks this season.'
                  : 'Your weeks appear here after your first finished match.'}
              </EmptyState>
            </PanelBox>
          ) : (
            <Charts>
              <PointsByWeek weeks={data.recentPerformance} current={current} />
              <AccuracyByWeek title="Accuracy by week" weeks={data.recentPerformance} accuracy={data.averageAccuracy} />
            </Charts>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

export function WeeklyPerformance() {
  const stats = useProfileStats()
  return (
    <Loaded
      read={stats}
      failed="Unable to load your statistics"
      isAlone
      loading={{ label: 'Loading your statistics', rows: 1, rowHeight: '220px' }}
    >
      {({ recentPerformance, averageAccuracy }) =>
        recentPerformance.length > 0 && (
          <AccuracyByWeek title="Weekly Performance" weeks={recentPerformance} accuracy={averageAccuracy} />
        )
      }
    </Loaded>
  )
}
