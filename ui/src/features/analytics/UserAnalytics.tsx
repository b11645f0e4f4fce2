import type { Analytics } from '../../../../src/areas/analytics/contract.ts'
import { Figure } from '../../ui/Figure.tsx'
import {
  accurate,
  accurateSummary,
  charted,
  OUTCOME_NAMES,
  percent,
  pointsPerPick,
  pointsSummary,
  savedBars,
  savedName,
  savedSummary,
  scoresSummary,
  scoreText,
  shareOf,
  soFar,
  soFarSummary,
} from './model.ts'

type Users = Analytics['users']

/** The reader's results compared with all players, the most accurate players and the favourite scores. */
export function UserAnalytics({ analytics: { users }, userId }: { analytics: Analytics; userId: number }) {
  return (
    <>
      <SoFar users={users} />
      <Accurate users={users} userId={userId} />
      <Points users={users} />
      <Saved users={users} />
      <Scores users={users} />
    </>
  )
}

function SoFar({ users }: { users: Users }) {
  const weeks = soFar(users.gameweeks)
  return (
    <Figure
      title="Your accuracy, and everyone’s"
      {...soFarSummary(weeks)}
      plot={{
        kind: 'lines',
        label: 'Lines: your accuracy so far after each gameweek and that of all players',
        series: ['You', 'Everyone'],
      }}
      columns={['After gameweek', { name: 'You', shown: percent }, { name: 'Everyone', shown: percent }]}
      rows={weeks.map(({ gameweek, own, all }) => [gameweek, own, all])}
      file="accuracy.csv"
    />
  )
}

function Accurate({ users, userId }: { users: Users; userId: number }) {
  const rows = accurate(users, userId)
  return (
    <Figure
      title="The five most accurate"
      {...accurateSummary(users, userId)}
      empty={`You need ${users.rankedFrom} settled picks to be listed. Nobody has that many yet.`}
      plot={{
        kind: 'bars',
        label: 'Bars: accuracy of the five most accurate players and you',
        series: ['Accuracy'],
        marks: rows.map(({ username, accuracy, isYou }) => ({
          name: isYou ? 'You' : username,
          values: [accuracy],
          isLit: isYou,
        })),
      }}
      columns={['Player', { name: 'Accuracy', shown: percent }, 'Correct', 'Picks']}
      rows={rows.map((row) => [
        row.isYou ? 'You' : row.username,
        row.accuracy,
        row.correctPredictions,
        row.settledPredictions,
      ])}
      file="most-accurate.csv"
    />
  )
}

const oneDecimal = (value: number) => value.toFixed(1)

function Points({ users: { outcomes } }: { users: Users }) {
  const rows = charted(outcomes)
  return (
    <Figure
      title="Where your points came from"
      {...pointsSummary(outcomes)}
      empty="Starts with your first settled pick."
      plot={{
        kind: 'columns',
        label: 'Columns: your points per match by your pick, everyone’s as a line',
        series: ['You', 'Everyone'],
        marks: rows.map((row) => ({
          name: OUTCOME_NAMES[row.result],
          values: [pointsPerPick(row.own), pointsPerPick(row)],
        })),
        shown: oneDecimal,
      }}
      columns={[
        'Your pick',
        'Picks',
        { name: 'Points per match', shown: oneDecimal },
        { name: 'Everyone', shown: oneDecimal },
      ]}
      rows={rows.map((row) => [
        OUTCOME_NAMES[row.result],
        row.own.settledPredictions,
        pointsPerPick(row.own),
        pointsPerPick(row),
      ])}
      file="points.csv"
    />
  )
}

function Saved({ users: { saved } }: { users: Users }) {
  const bars = savedBars(saved)
  return (
    <Figure
      title="Early or late: when your picks pay off"
      {...savedSummary(saved)}
      empty="Starts with your first settled pick."
      plot={{
        kind: 'columns',
        label: 'Columns: your accuracy by time between saving and cutoff',
        series: ['Accuracy'],
        marks: bars.map(({ days, accuracy }) => ({ name: savedName(days), values: [accuracy] })),
        shown: percent,
      }}
      columns={['Saved before the cutoff', 'Picks', { name: 'Accuracy', shown: percent }]}
      rows={bars.map(({ days, settledPredictions, accuracy }) => [savedName(days), settledPredictions, accuracy])}
      file="saved.csv"
    />
  )
}

function Scores({ users }: { users: Users }) {
  const { scores, totalPredictions, settledMatches } = users
  const rows = scores.map((score) => ({
    ...score,
    share: shareOf(score.totalPredictions, totalPredictions),
    cameTrue: score.settledPredictions === 0 ? null : shareOf(score.exactScores, score.settledPredictions),
    ended: settledMatches === 0 ? null : shareOf(score.matches, settledMatches),
  }))
  return (
    <Figure
      title="Favourite scores, and how often they come true"
      {...scoresSummary(scores, users)}
      empty="No scores predicted yet."
      plot={{
        kind: 'bars',
        label: 'Bars: share of picks and share of matches by score',
        series: ['Picked', 'Share of matches'],
        marks: rows.map((row) => ({ name: scoreText(row), values: [row.share, row.ended] })),
        shown: percent,
      }}
      columns={[
        'Score',
        'Picks',
        { name: 'Share of picks', shown: percent },
        { name: 'Came true', shown: percent },
        { name: 'Share of matches', shown: percent },
      ]}
      rows={rows.map((row) => [scoreText(row), row.totalPredictions, row.share, row.cameTrue, row.ended])}
      file="scores.csv"
    />
  )
}
