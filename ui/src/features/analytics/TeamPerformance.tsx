import type { Analytics } from '../../../../src/areas/analytics/contract.ts'
import { signed } from '../../lib/numbers.ts'
import { Figure } from '../../ui/Figure.tsx'
import {
  crowd,
  crowdErrors,
  crowdSummary,
  errorsSummary,
  OUTCOME_NAMES,
  percent,
  predictable,
  predictableSummary,
  predictedShares,
  predictedSummary,
  trust,
  upsetShort,
  upsetsSummary,
  upsetText,
  wholePercent,
  wrongShare,
} from './model.ts'

/** The crowd's accuracy by club, its biggest errors, and upsets. */
export function TeamPerformance({ analytics: { users, teams } }: { analytics: Analytics }) {
  return (
    <>
      <Predictable clubs={teams.clubs} />
      <CrowdErrors clubs={teams.clubs} />
      <Overrated users={users} />
      <Upsets upsets={teams.upsets} />
      <Crowd users={users} />
    </>
  )
}

type Clubs = Analytics['teams']['clubs']

function Predictable({ clubs }: { clubs: Clubs }) {
  return (
    <Figure
      title="Most and least predictable clubs"
      {...predictableSummary(clubs)}
      empty="No settled picks yet."
      plot={{
        kind: 'bars',
        label: 'Bars: accuracy of all picks by club, the five easiest and the five hardest',
        series: ['Accuracy'],
        marks: predictable(clubs).map(({ shortName, accuracy }) => ({ name: shortName, values: [accuracy] })),
      }}
      columns={['Club', { name: 'Accuracy', shown: percent }, 'Correct', 'Picks']}
      rows={clubs.map((club) => [
        club.name,
        club.settledPredictions === 0 ? null : club.accuracy,
        club.correctPredictions,
        club.settledPredictions,
      ])}
      file="clubs.csv"
    />
  )
}

const twoDecimals = (value: number) => value.toFixed(2)
const signedDecimals = (value: number) => signed(value, twoDecimals)

function CrowdErrors({ clubs }: { clubs: Clubs }) {
  const summary = errorsSummary(clubs)
  return (
    <Figure
      title="Where the crowd gets it wrong"
      lead={summary?.lead}
      text={`${summary?.text} Plus: overrated. Minus: underrated.`}
      empty="No settled picks yet."
      plot={{
        kind: 'gaps',
        label: 'Share of picks for a win and share of wins by club',
        series: ['Backed to win', 'Won'],
        marks: crowdErrors(clubs).map(({ club, predicted: share, won, gap: points }) => ({
          name: club.shortName,
          values: [share, won],
          text: signed(points),
        })),
      }}
      columns={[
        'Club',
        { name: 'Backed to win', shown: percent },
        { name: 'Won', shown: percent },
        { name: 'Gap', shown: signed },
        { name: 'Points per match, predicted', shown: twoDecimals },
        { name: 'Points per match, actual', shown: twoDecimals },
        { name: 'Points gap', shown: signedDecimals },
        { name: 'Goals per match, predicted', shown: twoDecimals },
        { name: 'Goals per match, actual', shown: twoDecimals },
        { name: 'Goals gap', shown: signedDecimals },
      ]}
      rows={clubs
        .filter(({ settledPredictions }) => settledPredictions > 0)
        .map(trust)
        .sort((a, b) => b.gap - a.gap)
        .map(({ club, predicted: share, won, gap: points }) => [
          ...[club.name, share, won, points, club.saidPoints, club.points, club.pointsBias],
          ...[club.saidGoals, club.goals, club.goalsBias],
        ])}
      file="bias.csv"
    />
  )
}

function Overrated({ users }: { users: Analytics['users'] }) {
  const rows = predictedShares(users)
  return (
    <Figure
      title="Which results are overrated"
      {...predictedSummary(users)}
      empty="No settled picks yet."
      plot={{
        kind: 'columns',
        label: 'Columns: share of picks by result, with its share of matches as a line',
        series: ['Picked', 'Actual'],
        shown: wholePercent,
      }}
      columns={[
        'Result',
        { name: 'Picked', shown: percent },
        { name: 'Actual', shown: percent },
        { name: 'Gap', shown: signed },
      ]}
      rows={rows.map((row) => [OUTCOME_NAMES[row.result], row.predicted, row.happened, row.gap])}
      file="overrated.csv"
    />
  )
}

function Upsets({ upsets }: { upsets: Analytics['teams']['upsets'] }) {
  return (
    <Figure
      title="Biggest upsets"
      {...upsetsSummary(upsets)}
      empty="No upsets yet: the crowd has called every match."
      plot={{
        kind: 'bars',
        label: 'Bars: share of wrong picks by match',
        series: ['Wrong'],
        marks: upsets.map((upset) => ({ name: upsetShort(upset), values: [wrongShare(upset)] })),
        shown: percent,
      }}
      columns={['Match', 'Gameweek', 'Crowd’s pick', { name: 'Wrong', shown: percent }, 'Picks']}
      rows={upsets.map((upset) => [
        ...[upsetText(upset), upset.gameweek, OUTCOME_NAMES[upset.said], wrongShare(upset), upset.settledPredictions],
      ])}
      file="surprises.csv"
    />
  )
}

function Crowd({ users }: { users: Analytics['users'] }) {
  const weeks = crowd(users.gameweeks)
  return (
    <Figure
      title="The crowd, gameweek by gameweek"
      {...crowdSummary(users.gameweeks)}
      empty="No settled picks yet."
      plot={{
        kind: 'lines',
        label: 'Lines: accuracy of all picks by gameweek, and of always picking a home win',
        series: ['Crowd', 'Always home'],
      }}
      columns={['Gameweek', { name: 'Crowd', shown: percent }, { name: 'Always home', shown: percent }]}
      rows={weeks.map((week) => [week.gameweek, week.crowd, week.home])}
      file="crowd.csv"
    />
  )
}
