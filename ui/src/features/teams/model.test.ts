import { expect, test } from 'vitest'
import type { LeagueTeam } from '../../../../src/areas/teams/contract.ts'
import { named } from '../../../../test/support/named.ts'
import { membershipOf, recordWords } from './model.ts'

const team = (id: number, userIds: number[], maxMembers = 3): LeagueTeam => ({
  id,
  leagueId: 1,
  name: `Team ${id}`,
  description: null,
  captainId: userIds[0] ?? 0,
  maxMembers,
  teamColor: '#3b82f6',
  memberCount: userIds.length,
  wins: 0,
  draws: 0,
  losses: 0,
  totalPoints: 0,
  averageAccuracy: 0,
  correctPredictions: 0,
  settledPredictions: 0,
  members: userIds.map((userId) => ({
    id: userId,
    userId,
    role: 'member',
    contributedPoints: 0,
    joinedAt: '2026-08-03T10:00:00.000Z',
    user: named(`player${userId}`),
  })),
})

test('a member of the league without a team may join a team with room', () => {
  const teams = [team(1, [1, 2]), team(2, [3, 4, 5])]
  expect(membershipOf(teams[0]!, teams, 9, true)).toBe('join')
  expect(membershipOf(teams[1]!, teams, 9, true)).toBe('full')
})

test('one team per user and league: a member can leave it and cannot join another', () => {
  const teams = [team(1, [1, 2]), team(2, [3])]
  expect(membershipOf(teams[0]!, teams, 2, true)).toBe('leave')
  expect(membershipOf(teams[1]!, teams, 2, true)).toBe('elsewhere')
})

test('a full team is left like any other', () => {
  const teams = [team(1, [1, 2, 3])]
  expect(membershipOf(teams[0]!, teams, 3, true)).toBe('leave')
})

test('a player outside the league cannot join a team', () => {
  const teams = [team(1, [1])]
  expect(membershipOf(teams[0]!, teams, 9, false)).toBe('none')
})

test('the record in words', () => {
  expect(recordWords({ wins: 6, draws: 1, losses: 5 })).toBe('6 won, 1 drawn, 5 lost')
  expect(recordWords({ wins: 0, draws: 0, losses: 0 })).toBe('No results yet')
})
