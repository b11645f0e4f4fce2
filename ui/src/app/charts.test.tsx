import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Analytics, AnalyticsClub } from '../../../src/areas/analytics/contract.ts'
import { GameweekWinner, RankHistory } from '../../../src/areas/boards/contract.ts'
import type { Outcome } from '../../../src/areas/fixtures/contract.ts'
import { componentTests, draw, ok } from '../../../test/support/components.tsx'
import { named } from '../../../test/support/named.ts'
import { teamSample } from '../../../test/support/samples.ts'
import { LeagueOverview } from '../features/analytics/LeagueOverview.tsx'
import { TeamPerformance } from '../features/analytics/TeamPerformance.tsx'
import { UserAnalytics } from '../features/analytics/UserAnalytics.tsx'
import { RankChart } from '../features/boards/RankChart.tsx'
import { reads as boards } from '../features/boards/reads.ts'
import { Winners } from '../features/boards/Winners.tsx'
import { GameweekPoints } from '../features/players/GameweekPoints.tsx'
import { AccuracyByWeek, PointsByWeek } from '../features/profile/Weeks.tsx'
// Loaded before the tests, so that a figure does not wait for its code.
import '../ui/Chart.tsx'

componentTests()

/** Every figure is near the window. */
class AlwaysNear {
  private readonly changed: (entries: readonly { isIntersecting: boolean }[]) => void
  constructor(changed: AlwaysNear['changed']) {
    this.changed = changed
  }
  observe() {
    this.changed([{ isIntersecting: true }])
  }
  disconnect() {}
}

const [WIDTH, HEIGHT] = [480, 300]

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', AlwaysNear)
  // Charts take their size from their box, and that of a text from a hidden element.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const isText = this.id === 'recharts_measurement_span'
    return new DOMRect(0, 0, isText ? 7 * this.textContent.length : WIDTH, isText ? 14 : HEIGHT)
  })
})

// recharts keeps it in the page.
afterEach(() => document.getElementById('recharts_measurement_span')?.remove())

const numberIn = (text: string) => Number.parseFloat(text.replace('−', '-').replace(/[^\d.-]/g, ''))
const numberOf = (element: Element, attribute: string) => Number(element.getAttribute(attribute))
/** Position of a text: recharts writes that of its axes into a `tspan`. */
const placeOf = (text: Element) => ({ x: numberOf(text, 'x'), y: numberOf(text, 'y') })

interface Drawn {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
const rectOf = (rect: Element): Drawn => ({
  ...placeOf(rect),
  ...{ width: numberOf(rect, 'width'), height: numberOf(rect, 'height') },
})

/** Whether a cell of a table's row has a number as the chart prints it: rounded as the chart does. */
function isIn(row: readonly string[], printed: string): boolean {
  const decimals = printed.split('.')[1]?.replace(/\D/g, '').length ?? 0
  return row.slice(1).some((cell) => numberIn(cell).toFixed(decimals) === numberIn(printed).toFixed(decimals))
}

/** The chart and the table of a figure, with the numbers that both print. */
async function read(title: string) {
  const region = screen.getByRole('region', { name: title })
  const chart = await within(region).findByRole('application')
  within(region)
    .getByRole('button', { name: /^Show as table/ })
    .click()
  const table = await within(region).findByRole('table')
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
  const texts = (selector: string) =>
    [...chart.querySelectorAll(selector)].map((text) => ({ text: text.textContent, ...placeOf(text) }))
  return {
    rows,
    chart,
    rects: [...chart.querySelectorAll('.recharts-bar-rectangle rect')].map(rectOf),
    numbers: texts('text.names:not([data-other])'),
    others: texts('text.names[data-other]'),
    lines: [...chart.querySelectorAll('.recharts-bar-rectangle path')].map((path) => {
      const [, x, y, width] = /^M([\d.-]+) ([\d.-]+)h([\d.-]+)$/.exec(path.getAttribute('d')!)!
      return { x: Number(x), y: Number(y), width: Number(width) }
    }),
    names: texts('text.labels'),
  }
}

/** All lengths are in the same proportion to their printed numbers, which may be rounded. */
function expectProportional(lengths: readonly { readonly printed: number; readonly length: number }[]) {
  const longest = lengths.reduce((a, b) => (a.printed >= b.printed ? a : b))
  for (const { printed, length } of lengths)
    expect(Math.abs(length - (printed * longest.length) / longest.printed)).toBeLessThan(0.02 * longest.length + 1)
}

async function expectBars(title: string) {
  const { rows, rects, numbers, others, names } = await read(title)
  const printed = [...numbers, ...others].filter(({ text }) => text !== '–')
  expect(printed.length).toBe(rects.length)
  const lengths = printed.map(({ text, x, y }) => {
    // The number is level with its own bar, and behind its end.
    const rect = rects.find((each) => y >= each.y && y <= each.y + each.height)!
    expect(x).toBeGreaterThanOrEqual(rect.x + rect.width)
    const name = names.find((each) => Math.abs(each.y - y) <= rect.height + 2)!
    const row = rows.find(([head]) => head === name.text) ?? rows[names.indexOf(name)]!
    expect(isIn(row, text), `${title}: ${text} in ${row.join()}`).toBe(true)
    return { printed: numberIn(text), length: rect.width }
  })
  expectProportional(lengths)
}

async function expectColumns(title: string) {
  const { rows, rects, numbers, others, lines } = await read(title)
  expect(rects.length).toBe(rows.length)
  const bottom = Math.max(...rects.map(({ y, height }) => y + height))
  const middle = ({ x, width }: { x: number; width: number }) => x + width / 2
  const under = (label: { x: number }) => rects.findIndex((each) => Math.abs(middle(each) - label.x) < 1)
  const lineAt = (label: { x: number }) => lines.find((each) => Math.abs(middle(each) - label.x) < 1)
  const lengths = [
    ...numbers.map((label) => ({ label, length: rects[under(label)]!.height })),
    ...others.map((label) => ({ label, length: bottom - lineAt(label)!.y })),
  ].filter(({ label }) => label.text !== '–')
  expect(lengths.length).toBeGreaterThan(0)
  for (const { label } of lengths) {
    const row = rows[under(label)]!
    expect(isIn(row, label.text), `${title}: ${label.text} in ${row.join()}`).toBe(true)
    // No line runs through a label, which is 11 px high.
    const line = lineAt(label)?.y ?? 0
    expect(line < label.y - 11 || line > label.y).toBe(true)
  }
  expectProportional(lengths.map(({ label, length }) => ({ printed: numberIn(label.text), length })))
}

/** The names at the ends of the lines are in the order of the lines' last values; `isRanked`: the least is at the top. */
async function expectLines(title: string, series: readonly string[], isRanked = false) {
  const { rows, numbers } = await read(title)
  const ends = series.map((name, nth) => {
    const cells = rows.map((row) => row[nth + 1]!).filter((cell) => cell !== '–')
    return { name, end: numberIn(cells.at(-1)!) }
  })
  const expected = ends.toSorted((a, b) => (isRanked ? a.end - b.end : b.end - a.end)).map(({ name }) => name)
  expect(numbers.toSorted((a, b) => a.y - b.y).map(({ text }) => text)).toEqual(expected)
}

const counted = (settledPredictions: number, correctPredictions: number, points = 5 * correctPredictions) => ({
  ...{ settledPredictions, correctPredictions, points },
  accuracy: Math.round((1000 * correctPredictions) / settledPredictions) / 10 || 0,
})
const club = (id: number): AnalyticsClub => {
  const name = `Club ${id}`
  return {
    ...teamSample(id, name),
    ...{ name, shortName: name, matches: 10, won: id, drawn: 0, lost: 10 - id },
    ...counted(100, 90 - 5 * id),
    ...{ saidWin: 50 - id, saidDraw: 20, saidLoss: 30 + id },
    ...{ saidPoints: 1.7, points: 1.2, pointsBias: 0.5, saidGoals: 1.5, goals: 1.1, goalsBias: 0.4 },
  }
}
const outcome = (result: Outcome, matches: number, all: [number, number], own: [number, number]) => ({
  ...{ result, matches, ...counted(...all), own: counted(...own) },
})
const score = (homeScore: number, awayScore: number, totalPredictions: number, matches: number) => ({
  ...{ homeScore, awayScore, totalPredictions, settledPredictions: totalPredictions, exactScores: 1, matches },
})
const league = (id: number, name: string, predictions: number, averageAccuracy: number) => ({
  ...{ id, name, type: 'public' as const, isMember: id === 1, memberCount: 8, countedMembers: 8 },
  ...{ predictions, predictionsBefore: 90, activityTrend: 'stable' as const, averageAccuracy },
})
const upset = (fixtureId: number, right: number) => ({
  ...{ fixtureId, gameweek: 13, homeTeam: 'Leeds', awayTeam: 'Burnley', homeCode: 'LEE', awayCode: 'BUR' },
  ...{ homeScore: 0, awayScore: 2, result: 'away' as const, said: 'home' as const, saidPredictions: 30 },
  ...counted(40, right),
})
const player = (id: number, correct: number) => ({ id, username: `player${id}`, ranking: id, ...counted(100, correct) })

const analytics: Analytics = {
  users: {
    ...{ season: '2025-26', seasons: ['2025-26'], totalPredictions: 400, matches: 60, settledMatches: 50, players: 9 },
    ...counted(350, 147),
    gameweeks: [1, 2, 3].map((gameweek) => ({
      ...{ gameweek, matches: 10, homeWins: 3 + gameweek, ...counted(100, 30 + 7 * gameweek) },
      own: counted(10, 3 + gameweek),
    })),
    outcomes: [
      outcome('home', 20, [200, 110], [12, 7]),
      outcome('draw', 12, [50, 10], [0, 0]),
      outcome('away', 18, [100, 43], [9, 4]),
    ],
    saved: [0, 1, 2].map((days) => ({ days, ...counted(10, 2 + 3 * days) })),
    scores: [score(1, 1, 51, 5), score(2, 1, 40, 7), score(0, 1, 12, 10)],
    ...{ rankedFrom: 20, ranked: 9, topUsers: [61, 57, 55, 50, 48].map((correct, nth) => player(nth + 2, correct)) },
    me: { ranking: 8, ...counted(90, 30) },
  },
  teams: { clubs: Array.from({ length: 12 }, (_, nth) => club(nth + 1)), upsets: [upset(1, 4), upset(2, 11)] },
  leagues: {
    ...{ total: 3, medianMembers: 8, gameweek: 13, gameweekBefore: 12 },
    sizes: [
      { from: 1, to: 1, leagues: 1 },
      { from: 2, to: 4, leagues: 4 },
      { from: 5, to: null, leagues: 2 },
    ],
    leagues: [
      league(1, 'Saturday at Three', 120, 42.3),
      league(2, 'Away Days', 64, 39.7),
      league(3, 'Nil-Nil Appreciation', 11, 41.5),
    ],
  },
}

const weeks = [1, 2, 3, 4, 5, 6, 7, 8].map((week) => ({
  ...{ week, accuracy: 10 * week, points: 5 * ((3 * week) % 8) },
  field: { accuracy: 45, points: 11.5 },
}))
const gameweeks = (of: number) =>
  weeks.slice(0, of).map(({ week, points }) => ({ gameweek: week, theirs: points, yours: 40 - points }))

test.each<[string, ReactNode, readonly (() => Promise<void>)[]]>([
  [
    'analytics of users',
    <UserAnalytics key="" analytics={analytics} userId={1} />,
    [
      () => expectLines('Your accuracy, and everyone’s', ['You', 'Everyone']),
      () => expectBars('The five most accurate'),
      () => expectColumns('Where your points came from'),
      () => expectColumns('Early or late: when your picks pay off'),
      () => expectBars('Favourite scores, and how often they come true'),
    ],
  ],
  [
    'analytics of teams',
    <TeamPerformance key="" analytics={analytics} />,
    [
      () => expectBars('Most and least predictable clubs'),
      () => expectColumns('Which results are overrated'),
      () => expectBars('Biggest upsets'),
      () => expectLines('The crowd, gameweek by gameweek', ['Crowd', 'Always home']),
    ],
  ],
  [
    'analytics of leagues',
    <LeagueOverview key="" analytics={analytics} />,
    [
      () => expectBars('Leagues by activity'),
      () => expectBars('Average accuracy by league'),
      () => expectColumns('League sizes'),
    ],
  ],
  [
    'weeks of the profile',
    <div key="">
      <PointsByWeek weeks={weeks} current={8} />
      <AccuracyByWeek title="Accuracy by week" weeks={weeks} accuracy={45} />
    </div>,
    [() => expectColumns('Points by week'), () => expectLines('Accuracy by week', ['You', 'Field'])],
  ],
  [
    'many gameweeks of a player',
    <GameweekPoints key="" weeks={gameweeks(8)} name="nia" isOwn={false} />,
    [() => expectColumns('Points by gameweek')],
  ],
  [
    'few gameweeks of a player',
    <GameweekPoints key="" weeks={gameweeks(4)} name="nia" isOwn={false} />,
    [() => expectColumns('Points by gameweek')],
  ],
])('charts print the numbers of their tables, each beside its own series: %s', async (_, figures, checks) => {
  draw(figures)
  for (const check of checks) await check()
})

test('the chart of gaps prints the gaps of its table beside squares and dots of the same size', async () => {
  draw(<TeamPerformance analytics={analytics} />)
  const { rows, lines, numbers, names } = await read('Where the crowd gets it wrong')
  expect(numbers.length).toBe(names.length)
  const gaps = numbers.map(({ text, y }) => {
    const row = rows.find(([head]) => head === names.find((name) => Math.abs(name.y - y) < 2)!.text)!
    expect(row[3]).toBe(text)
    return {
      printed: Math.abs(numberIn(text)),
      length: Math.abs(lines.find((each) => Math.abs(each.y - y) < 2)!.width),
    }
  })
  expectProportional(gaps)
})

test('charts of boards print the numbers of their tables', async () => {
  const winner = (gameweek: number, points: number, ownPoints: number | null) => ({
    ...{ gameweek, points, ownPoints, winners: 1, winner: { id: 2, ...named('nia') } },
  })
  const ranks = {
    gameweeks: [12, 13],
    players: [1, 2, 3].map((id) => ({ id, ...named(`p${id}`), ranks: [id, 4 - id] })),
  }
  draw(
    <>
      <Winners own={null} />
      <RankChart userId={1} rivals={[2, 3]} />
    </>,
    {
      answers: {
        [boards.winners.key]: ok(z.array(GameweekWinner), [
          winner(13, 70, 35),
          winner(12, 85, 85),
          winner(11, 60, null),
        ]),
        [boards.ranks.key([2, 3])]: ok(RankHistory, ranks),
      },
    },
  )
  await waitFor(() => screen.getByRole('region', { name: 'What it takes to win a gameweek' }))
  await expectColumns('What it takes to win a gameweek')
  await expectLines('Your rank, and your rivals’', ['You', 'p2', 'p3'], true)
})
