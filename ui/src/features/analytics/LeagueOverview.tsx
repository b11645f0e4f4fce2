import { styled } from 'styled-components'
import type { Analytics } from '../../../../src/contracts/analytics.ts'
import { count } from '../../lib/numbers.ts'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { BarFigure, ColumnFigure, Without } from './Charts.tsx'
import { activitySay, byAccuracy, byAccuracySay, LEAGUES, percent, sizeShort, sizesSay, sizeText } from './model.ts'

const Whole = styled.div`
  grid-column: 1 / -1;
`

/** Public leagues and the reader's own: how active they are, how accurate, how large. */
export function LeagueOverview({ analytics: { users, leagues } }: { analytics: Analytics }) {
  return (
    <>
      <Whole>
        <StatTiles>
          <StatTile label="Leagues" value={count(leagues.total)} note="public ones, and yours" />
          <StatTile label="Members, the middle league" value={count(leagues.medianMembers)} />
          <StatTile label="Your leagues" value={count(leagues.leagues.filter(({ isMember }) => isMember).length)} />
          <StatTile label="Average Accuracy" value={percent(users.accuracy)} note="of all players" />
        </StatTiles>
      </Whole>
      <Activity leagues={leagues} />
      <Accuracy leagues={leagues} all={users.accuracy} />
      <Sizes leagues={leagues} />
    </>
  )
}

type Leagues = Analytics['leagues']

const ACTIVITY = 'Leagues by activity'

function Activity({ leagues: { leagues, gameweek, gameweekBefore } }: { leagues: Leagues }) {
  const say = activitySay(leagues, gameweek)
  if (say === null) return <Without title={ACTIVITY}>It begins with the first gameweek that settles.</Without>
  return (
    <BarFigure
      title={ACTIVITY}
      {...say}
      label={`Bars: picks that counted in gameweek ${gameweek} by league`}
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
      bars={leagues.slice(0, LEAGUES).map(({ id, name, predictions, isMember }) => ({
        ...{ key: id, name, value: predictions, text: count(predictions), isYou: isMember },
      }))}
    />
  )
}

const ACCURACY = 'Average accuracy by league'

function Accuracy({ leagues: { leagues }, all }: { leagues: Leagues; all: number }) {
  const rows = byAccuracy(leagues)
  const say = byAccuracySay(rows)
  if (say === null)
    return <Without title={ACCURACY}>It needs a league in which five members have a pick that counts.</Without>
  return (
    <BarFigure
      title={ACCURACY}
      {...say}
      label="Bars: average accuracy by league"
      columns={['League', { name: 'Average Accuracy', shown: percent }, 'Members']}
      rows={rows.map(({ name, averageAccuracy, memberCount }) => [name, averageAccuracy, memberCount])}
      file="league-accuracy.csv"
      bars={rows.slice(0, LEAGUES).map(({ id, name, averageAccuracy, isMember }) => ({
        ...{ key: id, name, value: averageAccuracy, text: percent(averageAccuracy), isYou: isMember },
      }))}
      reference={{ value: all, text: `All players ${percent(all)}` }}
    />
  )
}

const SIZES = 'How big leagues are'

function Sizes({ leagues: { sizes, total } }: { leagues: Leagues }) {
  const say = sizesSay(sizes, total)
  if (say === null) return <Without title={SIZES}>There is no public league yet, and none of yours.</Without>
  return (
    <ColumnFigure
      title={SIZES}
      {...say}
      label="Columns: leagues by members"
      columns={['Members', 'Leagues']}
      rows={sizes.map((size) => [sizeText(size), size.leagues])}
      file="league-sizes.csv"
      names={sizes.map(sizeShort)}
      values={sizes.map((size) => size.leagues)}
      shown={count}
      tick={count}
    />
  )
}
