import type { Analytics } from '../../../../src/contracts/analytics.ts'
import { linesOf, weekTicks } from '../../lib/plane.ts'
import { Figure, Grid, Legend, Weeks } from '../../ui/Figure.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { BarFigure, ColumnFigure, Without } from './Charts.tsx'
import { percentScale } from './charts.ts'
import {
  accurate,
  accurateSay,
  charted,
  OUTCOME_NAMES,
  percent,
  pointsPerPick,
  pointsSay,
  savedBars,
  savedName,
  savedSay,
  scoresSay,
  scoreText,
  shareOf,
  soFar,
  soFarSay,
} from './model.ts'

interface UsersProps {
  users: Analytics['users']
  userId: number
}

/** What picks came to: the reader's beside everybody's, the most accurate, and the scores that are said most. */
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

function SoFar({ users }: { users: UsersProps['users'] }) {
  const weeks = soFar(users.gameweeks)
  const { heightOf, ticks } = percentScale(weeks.flatMap(({ own, all }) => [own, all]))
  const lines = linesOf(
    [
      { id: 'you', name: 'You', values: weeks.map(({ own }) => own) },
      { id: 'all', name: 'Everybody', values: weeks.map(({ all }) => all) },
    ],
    heightOf,
  )
  return (
    <Figure
      title="Your accuracy, and everybody’s"
      {...soFarSay(weeks)}
      label="Lines: your accuracy so far after each gameweek and that of all players"
      columns={['After gameweek', { name: 'You', shown: percent }, { name: 'Everybody', shown: percent }]}
      rows={weeks.map(({ gameweek, own, all }) => [gameweek, own, all])}
      file="accuracy.csv"
    >
      <Grid lines={ticks} from={46} to={296} />
      <Weeks weeks={weekTicks(weeks.map(({ gameweek }) => gameweek))} />
      <Lines lines={lines} isOthers={lines[0]?.id !== 'you'} />
    </Figure>
  )
}

const ACCURATE = 'The five most accurate'

function Accurate({ users, userId }: UsersProps) {
  const say = accurateSay(users, userId)
  if (say === null)
    return <Without title={ACCURATE}>{`Nobody has the ${users.rankedFrom} picks yet that a place needs.`}</Without>
  const rows = accurate(users, userId)
  return (
    <BarFigure
      title={ACCURATE}
      {...say}
      label="Bars: accuracy of the five most accurate players and you"
      columns={['Player', { name: 'Accuracy', shown: percent }, 'Correct', 'Picks']}
      rows={rows.map((row) => [
        row.isYou ? 'You' : row.username,
        row.accuracy,
        row.correctPredictions,
        row.settledPredictions,
      ])}
      file="most-accurate.csv"
      bars={rows.map(({ id, username, accuracy, isYou }) => ({
        ...{ key: id, name: isYou ? 'You' : username, value: accuracy, text: percent(accuracy), isYou },
      }))}
    />
  )
}

const POINTS = 'Where your points came from'
const oneDecimal = (value: number) => value.toFixed(1)

function Points({ users: { outcomes } }: { users: UsersProps['users'] }) {
  const say = pointsSay(outcomes)
  if (say === null) return <Without title={POINTS}>They begin with your first pick that counts.</Without>
  const rows = charted(outcomes)
  return (
    <ColumnFigure
      title={POINTS}
      {...say}
      legend={
        <Legend>
          <span>
            <i aria-hidden />
            You
          </span>
          <span>
            <i aria-hidden data-line />
            Everybody
          </span>
        </Legend>
      }
      label="Columns: your points a match by what you said, everybody’s as a line"
      columns={[
        'You said',
        'Picks',
        { name: 'Points a match', shown: oneDecimal },
        { name: 'Everybody', shown: oneDecimal },
      ]}
      rows={rows.map((row) => [
        OUTCOME_NAMES[row.result],
        row.own.settledPredictions,
        pointsPerPick(row.own),
        pointsPerPick(row),
      ])}
      file="points.csv"
      names={rows.map(({ result }) => OUTCOME_NAMES[result])}
      values={rows.map(({ own }) => pointsPerPick(own) ?? 0)}
      others={rows.map(pointsPerPick)}
      shown={oneDecimal}
      tick={String}
    />
  )
}

const SAVED = 'When you save, and what it pays'

function Saved({ users: { saved } }: { users: UsersProps['users'] }) {
  const say = savedSay(saved)
  if (say === null) return <Without title={SAVED}>It begins with your first pick that counts.</Without>
  const bars = savedBars(saved)
  return (
    <ColumnFigure
      title={SAVED}
      {...say}
      label="Columns: your accuracy by time between saving and cutoff"
      columns={['Saved before the cutoff', 'Picks', { name: 'Accuracy', shown: percent }]}
      rows={bars.map(({ days, settledPredictions, accuracy }) => [savedName(days), settledPredictions, accuracy])}
      file="saved.csv"
      names={bars.map(({ days }) => savedName(days))}
      values={bars.map(({ accuracy }) => accuracy)}
      shown={percent}
      tick={(value) => `${value}%`}
    />
  )
}

const SCORES = 'Favourite scores, and how often they come true'

function Scores({ users }: { users: UsersProps['users'] }) {
  const { scores, totalPredictions, settledMatches } = users
  const say = scoresSay(scores, users)
  if (say === null) return <Without title={SCORES}>Nobody has said a score yet.</Without>
  const rows = scores.map((score) => ({
    ...score,
    share: shareOf(score.totalPredictions, totalPredictions),
    came: score.settledPredictions === 0 ? null : shareOf(score.exactScores, score.settledPredictions),
    ended: settledMatches === 0 ? null : shareOf(score.matches, settledMatches),
  }))
  return (
    <BarFigure
      title={SCORES}
      {...say}
      legend={
        <Legend>
          <span>
            <i aria-hidden />
            Said
          </span>
          <span>
            <i aria-hidden data-line />
            Matches that ended so
          </span>
        </Legend>
      }
      label="Bars: share of picks by score, the share of matches that ended so as a line"
      columns={[
        'Score',
        'Picks',
        { name: 'Share of picks', shown: percent },
        { name: 'Came true', shown: percent },
        { name: 'Matches ended so', shown: percent },
      ]}
      rows={rows.map((row) => [scoreText(row), row.totalPredictions, row.share, row.came, row.ended])}
      file="scores.csv"
      bars={rows.map((row) => ({
        ...{ key: scoreText(row), name: scoreText(row), value: row.share, text: percent(row.share) },
        ...(row.ended === null ? {} : { other: row.ended }),
      }))}
    />
  )
}
