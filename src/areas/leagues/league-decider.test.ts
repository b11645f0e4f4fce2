import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { classicRules } from '../league-rules/rules.ts'
import type { LeagueEvent } from './events.ts'
import { type LeagueCommand, type LeagueState, leagueDecider, type NextRules } from './league-decider.ts'

const ANNA = 1
const BOB = 2
const CAT = 3
const STRANGER = 9
const settings = { name: 'The Sunday Table', description: null, type: 'private' } as const
const created: LeagueEvent = {
  type: 'LeagueCreated',
  data: { leagueId: 7, ...settings, creatorId: ANNA, joinCode: 'AAAA2222' },
}
const joined = (userId: number): LeagueEvent => ({ type: 'LeagueJoined', data: { leagueId: 7, userId, how: 'code' } })
const left = (userId: number, how: 'left' | 'removed' | 'deleted' = 'left'): LeagueEvent => ({
  type: 'LeagueLeft',
  data: { leagueId: 7, userId, how },
})
const admin = (userId: number, how: 'handed-over' | 'succession'): LeagueEvent => ({
  type: 'LeagueAdminChanged',
  data: { leagueId: 7, userId, how },
})
const closed: LeagueEvent = { type: 'LeagueClosed', data: { leagueId: 7 } }
const opened: LeagueEvent = { type: 'LeagueChanged', data: { leagueId: 7, ...settings, type: 'public' } }
const three = [created, joined(BOB), joined(CAT)]
const league = (...events: LeagueEvent[]) => given(leagueDecider, events)

const byCode = (userId: number, joinCode = 'AAAA2222'): LeagueCommand => ({ type: 'join-by-code', userId, joinCode })
const byClick = (userId: number): LeagueCommand => ({ type: 'join-by-click', userId })
const leave = (userId: number): LeagueCommand => ({ type: 'leave', userId })
const remove = (userId: number, by: number): LeagueCommand => ({ type: 'remove', userId, by })

describe('the name of a league (T91)', () => {
  const rename = (name: string): LeagueCommand => ({ type: 'change', by: ANNA, settings: { name } })

  test.each([
    ['Plp Support', 'name-reserved'],
    ['\u2800', 'name-invisible'],
  ] as const)('%j is refused for a new league and a new name', (name, refusal) => {
    given(leagueDecider)
      .when({ type: 'create', leagueId: 7, creatorId: ANNA, joinCode: 'AAAA2222', settings: { ...settings, name } })
      .then(rejected(refusal))
    league(created).when(rename(name)).then(rejected(refusal))
  })

  test.each(['Admin', '\u2800'])('%j is kept by a league that already has it', (name) => {
    const old: LeagueEvent = { ...created, data: { ...created.data, name } } as LeagueEvent
    league(old)
      .when({ type: 'change', by: ANNA, settings: { name, description: 'New' } })
      .then([{ type: 'LeagueChanged', data: { leagueId: 7, ...settings, name, description: 'New' } }])
  })
})

test('a league is created once; a repeat changes nothing', () => {
  league(created).when({ type: 'create', leagueId: 8, creatorId: BOB, joinCode: 'BBBB2222', settings }).then([])
})

test('a new code is joined with, and a closed league keeps its facts', () => {
  const renewed: LeagueEvent = { type: 'LeagueJoinCodeChanged', data: { leagueId: 7, joinCode: 'NEWC2222' } }
  league(created, renewed)
    .when(byCode(BOB, 'NEWC2222'))
    .then([joined(BOB)])
  const { state } = league(created)
  expect(league(created, renewed).state).toEqual({ ...state, joinCode: 'NEWC2222' })
  expect(league(created, closed).state).toEqual({ ...state, status: 'closed' })
})

describe('joining', () => {
  test('the creator is member and admin', () => {
    const state = league()
      .when({ type: 'create', leagueId: 7, creatorId: ANNA, joinCode: 'AAAA2222', settings })
      .thenState()
    expect(state).toMatchObject({ status: 'active', creatorId: ANNA, adminId: ANNA, members: [ANNA] })
  })
  test('by code', () =>
    league(created)
      .when(byCode(BOB))
      .then([joined(BOB)]))
  test('a wrong code is refused', () => league(created).when(byCode(BOB, 'BBBB2222')).then(rejected('no-such-code')))
  test('a replaced code is refused', () =>
    league(created, { type: 'LeagueJoinCodeChanged', data: { leagueId: 7, joinCode: 'NEWC2222' } })
      .when(byCode(BOB))
      .then(rejected('no-such-code')))
  test('a closed league is refused like a wrong code', () =>
    league(created, left(ANNA), closed).when(byCode(BOB)).then(rejected('no-such-code')))
  test('an unknown league is refused like a wrong code', () =>
    league().when(byCode(BOB)).then(rejected('no-such-code')))
  test('a member cannot join again', () =>
    league(...three)
      .when(byCode(BOB))
      .then(rejected('already-member')))
  test('by click is possible for a public league only', () => {
    league(created, opened)
      .when(byClick(BOB))
      .then([{ type: 'LeagueJoined', data: { leagueId: 7, userId: BOB, how: 'click' } }])
    league(created).when(byClick(BOB)).then(rejected('league-not-found'))
    league(created).when(byClick(ANNA)).then(rejected('already-member'))
    league().when(byClick(BOB)).then(rejected('league-not-found'))
  })
  test('a former member can join again', () =>
    league(...three, left(BOB))
      .when(byCode(BOB))
      .then([joined(BOB)]))
})

describe('leaving', () => {
  test('a member leaves', () =>
    league(...three)
      .when(leave(BOB))
      .then([left(BOB)]))
  test('when the admin leaves, the longest-standing member becomes admin', () =>
    league(...three)
      .when(leave(ANNA))
      .then([left(ANNA), admin(BOB, 'succession')]))
  test('longest-standing counts from the latest join', () =>
    league(...three, left(BOB), joined(BOB))
      .when(leave(ANNA))
      .then([left(ANNA), admin(CAT, 'succession')]))
  test('a creator who has handed the league over leaves without succession', () =>
    league(...three, admin(CAT, 'handed-over'))
      .when(leave(ANNA))
      .then([left(ANNA)]))
  test('the last one out closes the league', () => {
    league(created)
      .when(leave(ANNA))
      .then([left(ANNA), closed])
    league(created, left(ANNA), closed).when(leave(ANNA)).then(rejected('league-not-found'))
  })
  test('a private league is hidden from strangers; in a public one they are not a member', () => {
    league(...three)
      .when(leave(STRANGER))
      .then(rejected('league-not-found'))
    league(...three, opened)
      .when(leave(STRANGER))
      .then(rejected('not-a-member'))
  })
  test('a deleted user leaves with succession, once', () => {
    const gone: LeagueCommand = { type: 'leave-deleted', userId: ANNA }
    league(...three)
      .when(gone)
      .then([left(ANNA, 'deleted'), admin(BOB, 'succession')])
    league(...three, left(ANNA, 'deleted'))
      .when(gone)
      .then([])
    league(created, left(ANNA), closed).when(gone).then([])
  })
})

describe('the admin of a league', () => {
  test('removes a member', () =>
    league(...three)
      .when(remove(BOB, ANNA))
      .then([left(BOB, 'removed')]))
  test('no other user can remove a member', () => {
    league(...three)
      .when(remove(CAT, BOB))
      .then(rejected('not-the-admin'))
    league(...three)
      .when(remove(CAT, STRANGER))
      .then(rejected('league-not-found'))
    league(...three, opened)
      .when(remove(CAT, STRANGER))
      .then(rejected('not-the-admin'))
  })
  test('cannot remove a non-member', () =>
    league(...three)
      .when(remove(STRANGER, ANNA))
      .then(rejected('member-not-found')))
  test('a former admin has no rights', () =>
    league(...three, admin(BOB, 'handed-over'))
      .when(remove(CAT, ANNA))
      .then(rejected('not-the-admin')))

  const change = (by: number, more: Partial<Extract<LeagueCommand, { type: 'change' }>>): LeagueCommand => ({
    type: 'change',
    by,
    settings: {},
    ...more,
  })
  test('changes name, description and type; missing fields keep their values', () =>
    league(created)
      .when(change(ANNA, { settings: { name: 'Mondays', type: 'public' } }))
      .then([{ type: 'LeagueChanged', data: { leagueId: 7, name: 'Mondays', description: null, type: 'public' } }]))
  test('equal settings change nothing', () =>
    league(created)
      .when(change(ANNA, { settings, adminId: ANNA }))
      .then([]))
  test('hands over to a member', () => {
    league(...three)
      .when(change(ANNA, { adminId: CAT }))
      .then([admin(CAT, 'handed-over')])
    league(...three)
      .when(change(ANNA, { adminId: STRANGER }))
      .then(rejected('admin-not-a-member'))
  })
  test('is the only one who can change settings', () => {
    league(...three)
      .when(change(BOB, { settings: { name: 'x' } }))
      .then(rejected('not-the-admin'))
    league(...three)
      .when(change(STRANGER, { settings: { name: 'x' } }))
      .then(rejected('league-not-found'))
  })
  test('is the only one who can replace the code', () => {
    const code = (by: number): LeagueCommand => ({ type: 'change-code', by, joinCode: 'NEWC2222' })
    league(...three)
      .when(code(ANNA))
      .then([{ type: 'LeagueJoinCodeChanged', data: { leagueId: 7, joinCode: 'NEWC2222' } }])
    league(...three)
      .when(code(BOB))
      .then(rejected('not-the-admin'))
    league(...three)
      .when(code(STRANGER))
      .then(rejected('league-not-found'))
  })
})

describe('R322 rules of a league', () => {
  const kickoff = '2026-12-02T19:30:00.000Z'
  const next: NextRules = {
    ...{ season: '2026-27', gameweek: 14 },
    firstMatch: { status: 'scheduled', kickoff, closed: false },
  }
  const rules = { ...classicRules(null), exact: 20 }
  const before = '2026-12-02T19:24:59.999Z'
  const begun = '2026-12-02T19:25:00.000Z'
  const key = { leagueId: 7, season: '2026-27', fromGameweek: 14 }
  const changed = (fromGameweek = 14, of = rules): LeagueEvent => ({
    type: 'LeagueRulesChanged',
    data: { ...key, fromGameweek, rules: of },
  })
  const withdrawn: LeagueEvent = { type: 'LeagueRulesWithdrawn', data: key }
  const change = (over: Partial<Extract<LeagueCommand, { type: 'change-rules' }>> = {}): LeagueCommand => ({
    ...{ type: 'change-rules', by: ANNA, next, fromGameweek: 14, rules, at: before },
    ...over,
  })
  const withdraw = (over: Partial<Extract<LeagueCommand, { type: 'withdraw-rules' }>> = {}): LeagueCommand => ({
    ...{ type: 'withdraw-rules', by: ANNA, next, at: before },
    ...over,
  })

  test('are chosen by the admin from the next gameweek on, until that begins', () => {
    league(...three)
      .when(change())
      .then([changed()])
    league(...three)
      .when(change({ by: BOB }))
      .then(rejected('not-the-admin'))
    league(...three)
      .when(change({ by: STRANGER }))
      .then(rejected('league-not-found'))
    league(...three)
      .when(change({ at: begun }))
      .then(rejected('gameweek-has-begun'))
    league(...three)
      .when(change({ fromGameweek: 13 }))
      .then(rejected('gameweek-has-begun'))
    league(...three)
      .when(change({ fromGameweek: 15 }))
      .then(rejected('not-the-next-gameweek'))
    league(...three)
      .when(change({ next: null }))
      .then(rejected('season-has-begun'))
    const simulated: NextRules = { ...next, firstMatch: { status: 'finished', kickoff, closed: false } }
    league(...three)
      .when(change({ next: simulated }))
      .then(rejected('gameweek-has-begun'))
    league(created, left(ANNA), closed).when(change()).then(rejected('league-not-found'))
  })

  test('are replaced, repeated and taken back while they wait', () => {
    const other = { ...rules, exact: 30 }
    league(...three, changed())
      .when(change())
      .then([])
    league(...three, changed())
      .when(change({ rules: other }))
      .then([changed(14, other)])
    league(...three, changed())
      .when(withdraw())
      .then([withdrawn])
    // Choosing the rules in force takes the others back.
    league(...three, changed())
      .when(change({ rules: classicRules(null) }))
      .then([withdrawn])
    league(...three, changed(10))
      .when(change())
      .then([])
  })

  test('stay once their gameweek has begun', () => {
    const none = rejected('no-upcoming-rules')
    league(...three, changed())
      .when(withdraw({ at: begun }))
      .then(none)
    league(...three, changed(13))
      .when(withdraw())
      .then(none)
    league(...three, changed(), withdrawn)
      .when(withdraw())
      .then(none)
    league(...three, changed())
      .when(withdraw({ next: null }))
      .then(none)
    league(...three, changed())
      .when(withdraw({ by: BOB }))
      .then(rejected('not-the-admin'))
  })

  test('of a gameweek after the next one, left by a purge of simulated results, are replaced too', () => {
    const state = league(...three, changed(16))
    state.when(change({ rules: classicRules(null) })).then([withdrawn])
    const { rules: chosen } = state.when(change()).thenState() as Extract<LeagueState, { leagueId: number }>
    expect(chosen.map(({ fromGameweek }) => fromGameweek)).toEqual([14])
  })
})
