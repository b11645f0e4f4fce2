import { screen } from '@testing-library/react'
import * as z from 'zod/mini'
import type { CurrentUser } from '../../src/areas/accounts/contract.ts'
import { LeaderboardEntry, LeaderboardPage } from '../../src/areas/boards/contract.ts'
import { Fixture, TableRow } from '../../src/areas/fixtures/contract.ts'
import { League } from '../../src/areas/leagues/contract.ts'
import { LiveDay } from '../../src/areas/matches/contract.ts'
import { Prediction } from '../../src/areas/predictions/contract.ts'
import { ProfileStats } from '../../src/areas/profiles/contract.ts'
import { shared } from '../../ui/src/api/shared.ts'
import { DashboardPage } from '../../ui/src/app/dashboard/DashboardPage.tsx'
import { reads as boards } from '../../ui/src/features/boards/reads.ts'
import { reads as fixtureReads } from '../../ui/src/features/fixtures/reads.ts'
import { reads as matches } from '../../ui/src/features/matches/reads.ts'
import { reads as predictions } from '../../ui/src/features/predictions/reads.ts'
import { reads as profile } from '../../ui/src/features/profile/reads.ts'
import { reads as reminders } from '../../ui/src/features/reminders/reads.ts'
import { draw, ok } from './components.tsx'
import {
  boardRowSample,
  fixtureSample,
  predictionSample,
  profileStatsSample,
  readerSample,
  tableRowSample,
  teamSample,
} from './samples.ts'

/** The home page, for component tests. */

export const fixtures = z.array(Fixture)
export const picks = z.array(Prediction)

/** Two and a half hours before the kickoff of an open match. */
export const NOW = '2025-11-29T15:00:00.000Z'
/** Changes for a match that has ended. */
export const played = { status: 'FINISHED', isOpen: false, kickoffTime: '2025-11-29T12:30:00.000Z' } as const

const CLUBS = [
  'Arsenal',
  'Bees',
  'Colts',
  'Deer',
  'Eagles',
  'Foxes',
  'Gulls',
  'Hornets',
  'Irons',
  'Jets',
  'Kites',
  'Lions',
]

/** A match of gameweek 13: Arsenal v Bees (1), Colts v Deer (2), Eagles v Foxes (3) and so on to 6. */
export function match(id: number, changes: Partial<Fixture> = {}): Fixture {
  const [homeTeam, awayTeam] = [2 * id - 2, 2 * id - 1].map((index) => teamSample(index + 1, CLUBS[index]!)) as [
    Fixture['homeTeam'],
    Fixture['awayTeam'],
  ]
  return fixtureSample({ id, homeTeamId: homeTeam.id, awayTeamId: awayTeam.id, homeTeam, awayTeam, ...changes })
}

/** A saved pick of 2-1, unless it is changed. */
export const pick = (fixture: Fixture, changes: Partial<Prediction> = {}) => predictionSample({ fixture, ...changes })

/** The page at its address, as the app shows it. */
function Routed({ userId, changes }: { userId: number; changes: Partial<CurrentUser> }) {
  const user = readerSample({
    id: userId,
    totalPoints: 25,
    totalPredictions: 8,
    correctPredictions: 3,
    settledPredictions: 4,
    accuracy: 75,
    ...changes,
  })
  return <DashboardPage user={user} />
}

// Unsaved picks live in the module, by player: each page has its own.
let players = 100
export const nextPlayer = () => players + 1

/** The mean of all players in the gameweek before. */
const average = { week: 12, accuracy: 50, points: 15, field: { accuracy: 40, points: 11.5 } }

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>

/** Draws the home page. Its current gameweek is the 13th, and its player leads the board. */
export function openDashboard({
  season,
  picks: saved = [],
  at = '/',
  answers = {},
  user = {},
}: {
  season: readonly Fixture[]
  picks?: readonly Prediction[]
  at?: string
  answers?: Answers
  user?: Partial<CurrentUser>
}) {
  players += 1
  const me = boardRowSample({ id: players })
  const of = (gameweek: number) => season.filter((each) => each.gameweek === gameweek)
  const ofGameweeks = [...new Set(season.map(({ gameweek }) => gameweek))].flatMap((gameweek) => [
    [fixtureReads.gameweek.key(gameweek), ok(fixtures, of(gameweek))] as const,
    [boards.gameweek.key(gameweek), ok(z.array(LeaderboardEntry), [])] as const,
  ])
  return draw(<Routed userId={players} changes={user} />, {
    at,
    answers: {
      [shared.fixtures.key]: ok(fixtures, [...season]),
      [shared.currentFixtures.key]: ok(fixtures, of(13)),
      ...Object.fromEntries(ofGameweeks),
      [predictions.mine.key]: ok(picks, [...saved]),
      [boards.page.key(100, 0)]: ok(LeaderboardPage, { entries: [me], total: 1, me }),
      [shared.myLeagues.key]: ok(z.array(League), []),
      [shared.clubs.key]: ok(z.array(TableRow), [tableRowSample()]),
      [matches.live.key]: ok(LiveDay, { fixtures: [], goals: [], provisional: null }),
      [profile.stats.key]: ok(ProfileStats, profileStatsSample({ recentPerformance: [average] })),
      // A saved pick leads to the question about push, which has tests of its own.
      [reminders.reminders.key]: 'pending',
      ...answers,
    },
  })
}

/** The row of a match, by its name. */
export const row = (name: string): HTMLElement => screen.getByText(name, { selector: 'h4' }).closest('li')!
/** The text of an element, on one line. */
export const textOf = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()
/** Waits until the first match is shown. */
export const loaded = () => screen.findByText('Arsenal v Bees', { selector: 'h4' })
