import type { Outcome } from '../../src/areas/fixtures/events.ts'
import type { Story } from '../../src/areas/news/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { NaivePlay } from './naive-play.ts'

interface Match {
  readonly fixtureId: number
  readonly gameweek: number
  readonly homeTeamId: number
  readonly awayTeamId: number
  score: { home: number; away: number } | null
}

const resultOf = ({ home, away }: { home: number; away: number }): Outcome =>
  home > away ? 'home' : home < away ? 'away' : 'draw'

/**
 * The expected news of a fully played season, counted with plain arrays, by slug. News of the leader is left out, as it
 * depends on more than matches.
 */
export function naiveNews(events: readonly RecordedEvent[], season: string): ReadonlyMap<string, Story> {
  const play = new NaivePlay()
  const matches: Match[] = []
  const slugs = new Map<number, string>()
  const picks = new Map<string, { fixtureId: number; result: Outcome; score: { home: number; away: number } | null }>()
  const settled: number[] = []
  for (const event of events) {
    const data = event.data as any
    if (/^(Fixture|Match|Prediction|GameweekSettled)/.test(event.type)) play.apply(event)
    if (event.type === 'TeamRegistered') slugs.set(data.teamId, data.slug)
    if (event.type === 'FixtureScheduled') matches.push({ ...data, score: null })
    if (event.type === 'MatchFinished')
      matches.find(({ fixtureId }) => fixtureId === data.fixtureId)!.score = {
        home: data.homeScore,
        away: data.awayScore,
      }
    if (event.type === 'PredictionSubmitted' || event.type === 'PredictionUpdated')
      picks.set(`${data.userId} ${data.fixtureId}`, { fixtureId: data.fixtureId, ...data.pick })
    if (event.type === 'GameweekSettled') settled.push(data.gameweek)
  }
  const weeks = settled.sort((a, b) => a - b)
  const stories = new Map<string, Story>()
  const tell = (slug: string, story: Story | null) => story && stories.set(`${season}-${slug}`, story)
  const reports = matches.map((match) =>
    reportOf(
      match,
      [...picks.values()].filter((pick) => pick.fixtureId === match.fixtureId),
    ),
  )
  for (const [index, match] of matches.entries())
    tell(`${slugs.get(match.homeTeamId)}-v-${slugs.get(match.awayTeamId)}`, reports[index]!)
  const boards = new Map(
    weeks.map((week) => [week, play.board(season, week).sort((a, b) => b.points - a.points || b.exact - a.exact)]),
  )
  const meanOf = (week: number) => {
    const board = boards.get(week)!
    return board.length === 0 ? null : Math.round((10 * board.reduce((sum, row) => sum + row.points, 0)) / board.length)
  }
  for (const week of weeks) {
    const board = boards.get(week)!
    const earlier = weeks.filter((other) => other < week && boards.get(other)!.length > 0)
    const top = board[0]?.points ?? 0
    const winners = board.filter(({ points }) => points === top).length
    if (top > 0)
      tell(`gameweek-${week}-winner`, {
        ...{ kind: 'winner', points: top, exact: board[0]!.exact, winners, next: board[winners]?.points ?? null },
        ...{ players: board.length, sum: board.reduce((sum, row) => sum + row.points, 0) },
      })
    const best = earlier.toSorted((a, b) => boards.get(b)![0]!.points - boards.get(a)![0]!.points || a - b)[0]
    if (best !== undefined && top > boards.get(best)![0]!.points)
      tell(`gameweek-${week}-best-score`, {
        ...{
          kind: 'best-score',
          points: top,
          winners,
          before: { gameweek: best, points: boards.get(best)![0]!.points },
        },
      })
    const richest = earlier.toSorted((a, b) => meanOf(b)! - meanOf(a)! || a - b)[0]
    if (richest !== undefined && (meanOf(week) ?? 0) > meanOf(richest)!)
      tell(`gameweek-${week}-best-mean`, {
        ...{ kind: 'best-mean', tenths: meanOf(week)!, players: board.length },
        before: { gameweek: richest, tenths: meanOf(richest)! },
      })
    const own = matches.filter(({ gameweek }) => gameweek === week)
    tell(`gameweek-${week}-round-up`, roundUpOf(own))
    tell(`gameweek-${week}-upset`, upsetOf(matches, reports, week))
    tell(`gameweek-${week}-table`, tableOf(matches, week))
  }
  return stories
}

type Report = Extract<Story, { kind: 'report' }>

function reportOf(
  { fixtureId, homeTeamId, awayTeamId, score }: Match,
  picks: readonly { result: Outcome; score: { home: number; away: number } | null }[],
): Report | null {
  if (score === null || picks.length === 0) return null
  const result = resultOf(score)
  const said = (outcome: Outcome) => picks.filter((pick) => pick.result === outcome).length
  const exact = picks.filter((pick) => pick.score?.home === score.home && pick.score.away === score.away).length
  const counts: [number, number, number][] = []
  for (let home = 0; home <= 4; home++)
    for (let away = 0; away <= 4; away++) {
      const players = picks.filter((pick) => pick.score?.home === home && pick.score.away === away).length
      if (players > 0) counts.push([home, away, players])
    }
  return {
    kind: 'report',
    match: { fixtureId, homeTeamId, awayTeamId, result, score },
    crowd: { picks: picks.length, home: said('home'), draw: said('draw'), away: said('away') },
    exact,
    paid: 15 * exact + 5 * (said(result) - exact),
    scores: counts.sort((a, b) => b[2] - a[2]),
  }
}

function upsetOf(matches: readonly Match[], reports: readonly (Report | null)[], week: number): Story | null {
  let least: Report | null = null
  const share = ({ crowd, match }: Report) => crowd[match.result] / crowd.picks
  for (const [index, report] of reports.entries()) {
    if (matches[index]!.gameweek !== week || report === null || report.crowd.picks < 5 || share(report) > 0.2) continue
    if (least === null || share(report) < share(least)) least = report
    else if (share(report) === share(least) && report.crowd.picks > least.crowd.picks) least = report
  }
  return least && { kind: 'upset', match: least.match, crowd: least.crowd, exact: least.exact }
}

function roundUpOf(own: readonly Match[]): Story {
  const goals = own.map(({ score }) => score!.home + score!.away)
  const most = own.filter((_, index) => goals[index] === Math.max(...goals))
  const ended = (outcome: Outcome) => own.filter(({ score }) => resultOf(score!) === outcome).length
  const [wildest] = most
  return {
    kind: 'round-up',
    matches: own.length,
    goals: goals.reduce((a, b) => a + b, 0),
    ...{ home: ended('home'), draw: ended('draw'), away: ended('away') },
    most:
      most.length > 1 || !wildest?.score
        ? null
        : {
            ...{ fixtureId: wildest.fixtureId, homeTeamId: wildest.homeTeamId, awayTeamId: wildest.awayTeamId },
            ...{ result: resultOf(wildest.score), score: wildest.score },
          },
  }
}

interface Row {
  readonly id: number
  readonly points: number
  readonly difference: number
  readonly goals: number
  place: number
}

function standings(matches: readonly Match[], upTo: number): Row[] {
  const rows = [...new Set(matches.map(({ homeTeamId }) => homeTeamId))].map((id): Row => {
    const own = matches
      .filter(({ gameweek, homeTeamId, awayTeamId }) => gameweek <= upTo && [homeTeamId, awayTeamId].includes(id))
      .map(
        ({ homeTeamId, score }) =>
          (homeTeamId === id ? [score!.home, score!.away] : [score!.away, score!.home]) as [number, number],
      )
    const points = own.reduce((sum, [scored, against]) => sum + (scored > against ? 3 : scored === against ? 1 : 0), 0)
    const difference = own.reduce((sum, [scored, against]) => sum + scored - against, 0)
    return { id, points, difference, goals: own.reduce((sum, [scored]) => sum + scored, 0), place: 0 }
  })
  const isBefore = (a: Row, b: Row) =>
    a.points !== b.points
      ? a.points > b.points
      : a.difference !== b.difference
        ? a.difference > b.difference
        : a.goals > b.goals
  for (const row of rows) row.place = 1 + rows.filter((other) => isBefore(other, row)).length
  return rows
}

function tableOf(matches: readonly Match[], week: number): Story {
  const after = standings(matches, week)
  const before = week === 1 ? [] : standings(matches, week - 1)
  const leadersOf = (rows: readonly Row[]) => rows.filter(({ place }) => place === 1).map(({ id }) => id)
  const behind = after.filter(({ place }) => place > 1).map(({ points }) => points)
  const moves = after.flatMap(({ id, place, points }) => {
    const from = before.find((row) => row.id === id)?.place ?? place
    return from === place ? [] : [{ teamId: id, from, to: place, points }]
  })
  const points = after.find(({ place }) => place === 1)!.points
  return {
    ...{ kind: 'table', leaders: leadersOf(after), leadersBefore: leadersOf(before), points },
    ahead: behind.length === 0 ? null : points - Math.max(...behind),
    moves: moves
      .sort((a, b) => Math.abs(b.from - b.to) - Math.abs(a.from - a.to) || a.to - b.to || a.teamId - b.teamId)
      .slice(0, 6),
  }
}
