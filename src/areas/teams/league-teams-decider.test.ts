import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { LeagueTeamEvent } from './events.ts'
import { type LeagueTeamRole, type LeagueTeamsCommand, leagueTeamsDecider, teamOf } from './league-teams-decider.ts'

const ANNA = 1
const BOB = 2
const CAT = 3
const DAN = 4
const team = { name: 'Wingers', description: null, maxMembers: 3, teamColor: '#3b82f6' }
const founded = (teamId = 5, captainId = ANNA): LeagueTeamEvent => ({
  type: 'LeagueTeamCreated',
  data: { leagueId: 7, teamId, captainId, ...team },
})
const joined = (userId: number, teamId = 5): LeagueTeamEvent => ({
  type: 'LeagueTeamJoined',
  data: { leagueId: 7, teamId, userId },
})
const left = (userId: number, how: 'left' | 'removed' | 'league-left' = 'left'): LeagueTeamEvent => ({
  type: 'LeagueTeamLeft',
  data: { leagueId: 7, teamId: 5, userId, how },
})
const role = (userId: number, to: LeagueTeamRole): LeagueTeamEvent => ({
  type: 'LeagueTeamRoleChanged',
  data: { leagueId: 7, teamId: 5, userId, role: to },
})
const disbanded: LeagueTeamEvent = { type: 'LeagueTeamDisbanded', data: { leagueId: 7, teamId: 5 } }
const three = [founded(), joined(BOB), joined(CAT)]
const teams = (...events: LeagueTeamEvent[]) => given(leagueTeamsDecider, events)

const join = (userId: number, teamId = 5): LeagueTeamsCommand => ({ type: 'join', teamId, userId })
const leave = (userId: number): LeagueTeamsCommand => ({ type: 'leave', teamId: 5, userId })
const remove = (userId: number, by: number, asModerator = false): LeagueTeamsCommand => ({
  type: 'remove',
  teamId: 5,
  userId,
  by,
  asModerator,
})
const change = (userId: number, to: LeagueTeamRole, by = ANNA): LeagueTeamsCommand => ({
  type: 'change-role',
  teamId: 5,
  userId,
  role: to,
  by,
})

describe('founding and joining', () => {
  test('the founder is the captain', () => {
    const state = teams().when({ type: 'create', leagueId: 7, teamId: 5, captainId: ANNA, team }).thenState()
    expect(teamOf(state, ANNA)?.members).toEqual([{ userId: ANNA, role: 'captain' }])
  })
  test.each([
    ['Οfficial', 'name-reserved'],
    ['\u3164', 'name-invisible'],
  ] as const)('T91: a team cannot be called %j', (name, refusal) => {
    const create: LeagueTeamsCommand = {
      type: 'create',
      leagueId: 7,
      teamId: 5,
      captainId: ANNA,
      team: { ...team, name },
    }
    teams().when(create).then(rejected(refusal))
  })
  test('a user has at most one team per league', () => {
    const create: LeagueTeamsCommand = { type: 'create', leagueId: 7, teamId: 6, captainId: BOB, team }
    teams(...three)
      .when(create)
      .then(rejected('already-in-a-team'))
    teams(...three, founded(6, DAN))
      .when(join(BOB, 6))
      .then(rejected('already-in-a-team'))
    teams(...three)
      .when(join(BOB))
      .then(rejected('already-in-this-team'))
  })
  test('a full team rejects further members', () => {
    teams(founded(), joined(BOB))
      .when(join(CAT))
      .then([joined(CAT)])
    teams(...three)
      .when(join(DAN))
      .then(rejected('team-full'))
    teams(...three, left(CAT))
      .when(join(DAN))
      .then([joined(DAN)])
  })
  test('an unknown or disbanded team cannot be joined', () => {
    teams().when(join(BOB)).then(rejected('team-not-found'))
    teams(founded(), left(ANNA), disbanded).when(join(BOB)).then(rejected('team-not-found'))
  })
})

describe('leaving', () => {
  test('a member leaves', () =>
    teams(...three)
      .when(leave(BOB))
      .then([left(BOB)]))
  test('the others stay', () => {
    teams(...three, left(BOB))
      .when(leave(CAT))
      .then([left(CAT)])
    teams(...three, left(BOB))
      .when(leave(BOB))
      .then(rejected('team-member-not-found'))
  })
  test('when the captain leaves, the vice-captain becomes captain', () =>
    teams(...three, role(CAT, 'vice-captain'))
      .when(leave(ANNA))
      .then([left(ANNA), role(CAT, 'captain')]))
  test('without a vice-captain, the longest-standing member becomes captain', () =>
    teams(...three)
      .when(leave(ANNA))
      .then([left(ANNA), role(BOB, 'captain')]))
  test('when the last member leaves, the team is disbanded', () =>
    teams(founded())
      .when(leave(ANNA))
      .then([left(ANNA), disbanded]))
  test('a non-member cannot leave', () =>
    teams(...three)
      .when(leave(DAN))
      .then(rejected('team-member-not-found')))
  test('a player who leaves the league leaves their team, with succession; without a team, nothing changes', () => {
    teams(...three)
      .when({ type: 'leave-league', userId: ANNA })
      .then([left(ANNA, 'league-left'), role(BOB, 'captain')])
    teams(...three)
      .when({ type: 'leave-league', userId: DAN })
      .then([])
  })
})

describe('the captain', () => {
  test('removes members, and so does a moderator, but no other player', () => {
    teams(...three)
      .when(remove(BOB, ANNA))
      .then([left(BOB, 'removed')])
    teams(...three)
      .when(remove(ANNA, DAN, true))
      .then([left(ANNA, 'removed'), role(BOB, 'captain')])
    teams(...three)
      .when(remove(CAT, BOB))
      .then(rejected('not-the-captain'))
    teams(...three)
      .when(remove(DAN, ANNA))
      .then(rejected('team-member-not-found'))
  })
  test('appoints one vice-captain at a time', () => {
    teams(...three)
      .when(change(BOB, 'vice-captain'))
      .then([role(BOB, 'vice-captain')])
    teams(...three, role(BOB, 'vice-captain'))
      .when(change(CAT, 'vice-captain'))
      .then([role(BOB, 'member'), role(CAT, 'vice-captain')])
    teams(...three, role(BOB, 'vice-captain'))
      .when(change(BOB, 'member'))
      .then([role(BOB, 'member')])
    teams(...three)
      .when(change(BOB, 'member'))
      .then([])
  })
  test('can hand the team over, but cannot step down without a successor', () => {
    teams(...three)
      .when(change(CAT, 'captain'))
      .then([role(ANNA, 'member'), role(CAT, 'captain')])
    teams(...three)
      .when(change(ANNA, 'member'))
      .then(rejected('captain-must-hand-over'))
  })
  test('is the only one to change roles, and of members only', () => {
    teams(...three)
      .when(change(CAT, 'captain', BOB))
      .then(rejected('not-the-captain'))
    teams(...three)
      .when(change(DAN, 'vice-captain'))
      .then(rejected('team-member-not-found'))
  })
})
