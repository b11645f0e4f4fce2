import type { Analytics } from '../../../../src/contracts/analytics.ts'
import { linesOf, weekTicks } from '../../lib/plane.ts'
import { Figure, Grid, Legend, Weeks } from '../../ui/Figure.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { BarFigure, ColumnFigure, GapFigure, Without } from './Charts.tsx'
import { percentScale } from './charts.ts'
import {
  crowd,
  crowdSay,
  errs,
  errsSay,
  gap,
  OUTCOME_NAMES,
  percent,
  predictable,
  predictableSay,
  said,
  saidSay,
  trust,
  upsetShort,
  upsetsSay,
  upsetText,
  wholePercent,
  wrongShare,
} from './model.ts'

/** How well the crowd knows the clubs, where it errs, and which results it did not expect. */
export function TeamPerformance({ analytics: { users, teams } }: { analytics: Analytics }) {
  return (
    <>
      <Predictable clubs={teams.clubs} />
      <Errs clubs={teams.clubs} />
      <Overrated users={users} />
      <Upsets upsets={teams.upsets} />
      <Crowd users={users} />
    </>
  )
}

type Clubs = Analytics['teams']['clubs']

const PREDICTABLE = 'Most and least predictable clubs'

function Predictable({ clubs }: { clubs: Clubs }) {
  const say = predictableSay(clubs)
  if (say === null) return <Without title={PREDICTABLE}>Nobody has picked a match that counts.</Without>
  return (
    <BarFigure
      title={PREDICTABLE}
      {...say}
      label="Bars: accuracy of all picks by club, the five easiest and the five hardest"
      columns={['Club', { name: 'Accuracy', shown: percent }, 'Correct', 'Picks']}
      rows={clubs.map((club) => [
        club.name,
        club.settledPredictions === 0 ? null : club.accuracy,
        club.correctPredictions,
        club.settledPredictions,
      ])}
      file="clubs.csv"
      bars={predictable(clubs).map((club) => ({
        ...{ key: club.id, name: club.shortName, value: club.accuracy, text: percent(club.accuracy) },
      }))}
    />
  )
}

const ERRS = 'Where the crowd errs'
const twoDecimals = (value: number) => value.toFixed(2)
const signedDecimals = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`

function Errs({ clubs }: { clubs: Clubs }) {
  const say = errsSay(clubs)
  if (say === null) return <Without title={ERRS}>Nobody has picked a match that counts.</Without>
  return (
    <GapFigure
      title={ERRS}
      {...say}
      legend={
        <Legend>
          <span>■ Said to win</span>
          <span>● Won</span>
          <span>Plus: overrated. Minus: underrated.</span>
        </Legend>
      }
      label="Share of picks for a win and share of wins by club"
      columns={[
        'Club',
        { name: 'Said to win', shown: percent },
        { name: 'Won', shown: percent },
        { name: 'Gap', shown: gap },
        { name: 'Points a match, said', shown: twoDecimals },
        { name: 'Points a match', shown: twoDecimals },
        { name: 'Points too many', shown: signedDecimals },
        { name: 'Goals a match, said', shown: twoDecimals },
        { name: 'Goals a match', shown: twoDecimals },
        { name: 'Goals too many', shown: signedDecimals },
      ]}
      rows={clubs
        .filter(({ settledPredictions }) => settledPredictions > 0)
        .map(trust)
        .sort((a, b) => b.gap - a.gap)
        .map(({ club, said: share, won, gap: points }) => [
          ...[club.name, share, won, points, club.saidPoints, club.points, club.pointsBias],
          ...[club.saidGoals, club.goals, club.goalsBias],
        ])}
      file="bias.csv"
      gaps={errs(clubs).map(({ club, said: share, won, gap: points }) => ({
        ...{ key: club.id, name: club.shortName, said: share, happened: won, text: gap(points) },
      }))}
    />
  )
}

const OVERRATED = 'Which results are overrated'

function Overrated({ users }: { users: Analytics['users'] }) {
  const say = saidSay(users)
  if (say === null) return <Without title={OVERRATED}>Nobody has picked a match that counts.</Without>
  const rows = said(users)
  return (
    <ColumnFigure
      title={OVERRATED}
      {...say}
      legend={
        <Legend>
          <span>
            <i aria-hidden />
            Said
          </span>
          <span>
            <i aria-hidden data-line />
            Happened
          </span>
        </Legend>
      }
      label="Columns: share of picks by result, the share of matches that ended so as a line"
      columns={[
        'Result',
        { name: 'Said', shown: percent },
        { name: 'Happened', shown: percent },
        { name: 'Gap', shown: gap },
      ]}
      rows={rows.map((row) => [OUTCOME_NAMES[row.result], row.said, row.happened, row.gap])}
      file="overrated.csv"
      names={rows.map(({ result }) => OUTCOME_NAMES[result])}
      values={rows.map((row) => row.said)}
      others={rows.map(({ happened }) => happened)}
      shown={wholePercent}
      tick={(value) => `${value}%`}
    />
  )
}

const UPSETS = 'Results that most did not expect'

function Upsets({ upsets }: { upsets: Analytics['teams']['upsets'] }) {
  const say = upsetsSay(upsets)
  if (say === null) return <Without title={UPSETS}>So far every match ended as most had said.</Without>
  return (
    <BarFigure
      title={UPSETS}
      {...say}
      label="Bars: share of wrong picks by match"
      columns={['Match', 'Gameweek', 'Said most', { name: 'Wrong', shown: percent }, 'Picks']}
      rows={upsets.map((upset) => [
        ...[upsetText(upset), upset.gameweek, OUTCOME_NAMES[upset.said], wrongShare(upset), upset.settledPredictions],
      ])}
      file="surprises.csv"
      bars={upsets.map((upset) => ({
        ...{ key: upset.fixtureId, name: upsetShort(upset), value: wrongShare(upset) },
        text: percent(wrongShare(upset)),
      }))}
    />
  )
}

const CROWD = 'The crowd, gameweek by gameweek'

function Crowd({ users }: { users: Analytics['users'] }) {
  const say = crowdSay(users.gameweeks)
  if (say === null) return <Without title={CROWD}>Nobody has picked a match that counts.</Without>
  const weeks = crowd(users.gameweeks)
  const { heightOf, ticks } = percentScale(weeks.flatMap((week) => [week.crowd, week.home]))
  return (
    <Figure
      title={CROWD}
      {...say}
      label="Lines: accuracy of all picks by gameweek, and of always saying home win"
      columns={['Gameweek', { name: 'Crowd', shown: percent }, { name: 'Always home', shown: percent }]}
      rows={weeks.map((week) => [week.gameweek, week.crowd, week.home])}
      file="crowd.csv"
    >
      <Grid lines={ticks} from={46} to={296} />
      <Weeks weeks={weekTicks(weeks.map(({ gameweek }) => gameweek))} />
      <Lines
        isOthers
        lines={linesOf(
          [
            { id: 'crowd', name: 'Crowd', values: weeks.map((week) => week.crowd) },
            { id: 'home', name: 'Always home', values: weeks.map(({ home }) => home) },
          ],
          heightOf,
        )}
      />
    </Figure>
  )
}
