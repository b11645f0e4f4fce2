import { expect, test } from 'vitest'
import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { hubCompetitions, hubFeatured, hubLeagues } from './model.ts'

const competition = (id: number, status: Competition['status'], day: number): Competition => ({
  id,
  season: 'demo',
  name: `Competition ${id}`,
  description: null,
  type: 'weekly',
  status,
  startDate: `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`,
  endDate: `2026-12-${String(day).padStart(2, '0')}T12:00:00.000Z`,
  firstGameweek: null,
  lastGameweek: null,
  prizePool: 50,
  maxParticipants: null,
  participantCount: 0,
  isDrawn: false,
  isParticipant: false,
  participants: [],
})

test('the hub shows the 2 active competitions that end first, then the upcoming one that starts first', () => {
  const all = [
    competition(1, 'ended', 1),
    competition(2, 'upcoming', 9),
    competition(3, 'active', 8),
    competition(4, 'active', 2),
    competition(5, 'upcoming', 4),
    competition(6, 'active', 5),
  ]
  expect(hubCompetitions(all).map(({ id }) => id)).toEqual([4, 6, 5])
})

test('the upcoming one is a cup or knockout that the reader can join, if there is any', () => {
  const cup = { ...competition(2, 'upcoming', 9), type: 'cup' } as const
  const first = (changes: Partial<Competition>) =>
    hubCompetitions([competition(1, 'upcoming', 4), { ...cup, ...changes }])[0]!.id
  expect(first({})).toBe(2)
  for (const changes of [{ isParticipant: true }, { isDrawn: true }, { maxParticipants: 2, participantCount: 2 }])
    expect(first(changes)).toBe(1)
})

test('the hub shows 3 leagues and 3 featured ones', () => {
  const leagues = [1, 2, 3, 4].map((id) => ({ id }) as League)
  expect(hubLeagues(leagues).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(hubFeatured(leagues).map(({ id }) => id)).toEqual([1, 2, 3])
})
