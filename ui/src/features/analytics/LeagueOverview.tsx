import { styled } from 'styled-components'
import type { Analytics, AnalyticsLeague } from '../../../../src/areas/analytics/contract.ts'
import { count } from '../../lib/numbers.ts'
import { Figure } from '../../ui/Figure.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import {
  activitySummary,
  byAccuracy,
  byAccuracySummary,
  LEAGUES,
  percent,
  sizeShort,
  sizesSummary,
  sizeText,
} from './model.ts'

const Whole = styled.div`
  grid-column: 1 / -1;
`

/** Activity, accuracy and size of public leagues and the reader's own. */
export function LeagueOverview({ analytics: { users, leagues } }: { analytics: Analytics }) {
  return (
    <>
      <Whole>
        <StatTiles>
          <StatTile label="Leagues" value={count(leagues.total)} note="public and your own" />
          <StatTile label="Median league size" value={count(leagues.medianMembers)} />
          <StatTile label="Your leagues" value={count(leagues.leagues.filter(({ isMember }) => isMember).length)} />
          <StatTile
            label="Average Accuracy"
            value={users.settledPredictions === 0 ? '–' : percent(users.accuracy)}
            note="of all settled picks"
          />
        </StatTiles>
      </Whole>
      <Activity leagues={leagues} />
      <Accuracy leagues={leagues} all={users.accuracy} />
      <Sizes leagues={leagues} />
    </>
  )
}

type Leagues = Analytics['leagues']

const marksOf = (leagues: readonly AnalyticsLeague[], value: (league: AnalyticsLeague) => number) =>
  leagues.slice(0, LEAGUES).map((league) => ({ name: league.name, values: [value(league)], isLit: league.isMember }))

function Activity({ leagues: { leagues, gameweek, gameweekBefore } }: { leagues: Leagues }) {
  return (
    <Figure
      title="Leagues by activity"
      {...activitySummary(leagues, gameweek)}
      empty="Starts with the first settled gameweek."
      plot={{
        kind: 'bars',
        label: `Bars: settled picks in gameweek ${gameweek} by league`,
        series: ['Picks'],
        lit: 'Yours',
        marks: marksOf(leagues, ({ predictions }) => predictions),
      }}
      columns={[
        'League',
        `Gameweek ${gameweek}`,
        gameweekBefore ? `Gameweek ${gameweekBefore}` : 'Before',
        'Activity Trend',
      ]}
      rows={leagues.map((league) => [
        ...[league.name, league.predictions, gameweekBefore === null ? null : league.predictionsBefore],
        gameweekBefore === null ? null : league.activityTrend,
      ])}
      file="league-activity.csv"
    />
  )
}

function Accuracy({ leagues: { leagues }, all }: { leagues: Leagues; all: number }) {
  const rows = byAccuracy(leagues)
  return (
    <Figure
      title="Average accuracy by league"
      {...byAccuracySummary(rows)}
      empty="Appears once a league has five members with settled picks."
      plot={{
        kind: 'bars',
        label: 'Bars: average accuracy by league',
        series: ['Average Accuracy'],
        lit: 'Yours',
        marks: marksOf(rows, ({ averageAccuracy }) => averageAccuracy),
        reference: { value: all, text: `All players ${percent(all)}` },
      }}
      columns={['League', { name: 'Average Accuracy', shown: percent }, 'Members']}
      rows={rows.map(({ name, averageAccuracy, memberCount }) => [name, averageAccuracy, memberCount])}
      file="league-accuracy.csv"
    />
  )
}

function Sizes({ leagues: { sizes, total } }: { leagues: Leagues }) {
  return (
    <Figure
      title="League sizes"
      {...sizesSummary(sizes, total)}
      empty="No public leagues yet, and none of your own."
      plot={{
        kind: 'columns',
        label: 'Columns: leagues by members',
        series: ['Leagues'],
        marks: sizes.map((size) => ({ name: sizeShort(size), values: [size.leagues] })),
      }}
      columns={['Members', 'Leagues']}
      rows={sizes.map((size) => [sizeText(size), size.leagues])}
      file="league-sizes.csv"
    />
  )
}
