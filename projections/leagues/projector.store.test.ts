import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeagueEvent } from '../../src/areas/leagues/events.ts'
import { type LeagueCommand, type LeagueState, leagueDecider } from '../../src/areas/leagues/league-decider.ts'
import type { LeagueTeamEvent } from '../../src/areas/teams/events.ts'
import {
  type LeagueTeamsCommand,
  type LeagueTeamsState,
  leagueTeamsDecider,
} from '../../src/areas/teams/league-teams-decider.ts'
import type { Event, RecordedEvent } from '../../src/kernel/event.ts'
import { createRandom } from '../../src/kernel/random.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { projectedInto, recordedAt, rowsOfTables } from '../../test/support/projecting.ts'
import { leaguesGroup } from './projector.ts'

const group: ProjectionGroup = leaguesGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

const AT = Date.parse('2024-08-01T12:00:00.000Z')

/** Events as recorded in a log, each a minute after the previous one. */
function recorder() {
  const revisions = new Map<string, number>()
  let n = 0
  return (event: Event & { simulated?: true }): RecordedEvent => {
    const { simulated, ...plainEvent } = event
    const { leagueId, userId } = event.data as { leagueId?: number; userId?: number }
    const kind = event.type.startsWith('LeagueTeam') ? 'league-teams' : 'league'
    const stream = leagueId === undefined ? `account-${userId}` : `${kind}-${leagueId}`
    const revision = (revisions.get(stream) ?? -1) + 1
    revisions.set(stream, revision)
    const at = new Date(AT + (n + 1) * 60_000).toISOString()
    const plain = recordedAt(plainEvent, ++n, at, stream)
    return { ...plain, revision, metadata: { ...plain.metadata, ...(simulated ? { simulated } : {}) } }
  }
}

/** Projects into new tables, in batches of `size`; returns all rows of all tables, and the live changes. */
async function projected(events: readonly RecordedEvent[], size: number) {
  const { found, changes } = await projectedInto(database, group, events, size, async (tx) => {
    const shown: Record<string, any[]> = {}
    for (const view of group.views) {
      const { rows } = await sql<any>`${sql.raw(view.sql ?? `select * from ${view.name}`)}`.execute(tx)
      shown[view.name] = rows
    }
    const tables = await rowsOfTables(tx, ['leagues', 'members', 'teams', 'stints', 'erased', 'test_users'])
    return { tables, shown }
  })
  return { ...found, rooms: [...new Set(changes.map(({ room }) => room))].sort() }
}

const created = (leagueId: number, creatorId: number): LeagueEvent => ({
  type: 'LeagueCreated',
  data: { leagueId, name: `League ${leagueId}`, description: null, type: 'private', creatorId, joinCode: 'ABCD2345' },
})
const joined = (leagueId: number, userId: number): LeagueEvent => ({
  type: 'LeagueJoined',
  data: { leagueId, userId, how: 'code' },
})
const founded = (teamId: number, captainId: number): LeagueTeamEvent => ({
  type: 'LeagueTeamCreated',
  data: { leagueId: 1, teamId, name: 'T', description: null, captainId, maxMembers: 5, teamColor: '#3b82f6' },
})
const deleted = (userId: number): Event => ({ type: 'UserDeleted', data: { userId } })
const registered = (userId: number, simulated?: true) => ({
  ...{ type: 'UserRegistered', data: { userId, username: `user_${userId}`, role: 'user' } },
  ...(simulated ? { simulated } : {}),
})

describe('the read model of leagues', () => {
  test('contains the number of members and the revisions of the stream and of the last leaving', async () => {
    const events = [
      created(1, 10),
      joined(1, 11),
      { type: 'LeagueLeft', data: { leagueId: 1, userId: 10, how: 'left' } },
      { type: 'LeagueAdminChanged', data: { leagueId: 1, userId: 11, how: 'succession' } },
      joined(1, 12),
    ].map(recorder())
    const { tables, rooms } = await projected(events, 100)
    expect(tables.leagues).toMatchObject([{ members: 2, admin_id: 11, revision: 4 }])
    expect(tables.members!.map(({ user_id, revision }) => [user_id, revision])).toEqual([
      [11, 1],
      [12, 4],
    ])
    expect(rooms).toEqual(['user:10', 'user:11', 'user:12'])
  })

  test('a deleted user is removed at once, and later events in the log do not add them again', async () => {
    const events = [
      created(1, 10),
      joined(1, 11),
      founded(5, 11),
      deleted(11),
      { type: 'LeagueTeamJoined', data: { leagueId: 1, teamId: 5, userId: 11 } },
      created(2, 12),
      joined(2, 11),
    ].map(recorder())
    const { tables } = await projected(events, 3)
    expect(tables.leagues!.map(({ members }) => members)).toEqual([1, 1])
    expect(tables.members!.filter(({ erased }) => !erased).map(({ user_id }) => user_id)).toEqual([10, 12])
    expect(tables.stints).toEqual([])
    const left = { type: 'LeagueLeft', data: { leagueId: 1, userId: 11, how: 'deleted' } }
    const also = { type: 'LeagueLeft', data: { leagueId: 2, userId: 11, how: 'deleted' } }
    const after = await projected([...events, ...[left, also].map(recorder())], 3)
    expect(after.tables.leagues!.map(({ members }) => members)).toEqual([1, 1])
    expect(after.tables.members!.map(({ user_id }) => user_id)).toEqual([10, 12])
  })

  test('a stint ends when a player leaves, and a returning player has a second one', async () => {
    const left = { type: 'LeagueTeamLeft', data: { leagueId: 1, teamId: 5, userId: 11, how: 'left' } }
    const back = { type: 'LeagueTeamJoined', data: { leagueId: 1, teamId: 5, userId: 11 } }
    const { tables } = await projected([created(1, 10), founded(5, 10), back, left, back].map(recorder()), 2)
    const stints = tables.stints!.filter(({ user_id }) => user_id === 11)
    expect(stints.map(({ left_at }) => left_at !== null).sort()).toEqual([false, true])
  })

  test('R166 leagues and teams of test users alone are removed with them; others stay', async () => {
    const left = (leagueId: number, userId: number) => ({
      type: 'LeagueLeft',
      data: { leagueId, userId, how: 'deleted' },
    })
    const teamLeft = (teamId: number, userId: number) => ({
      type: 'LeagueTeamLeft',
      data: { leagueId: 1, teamId, userId, how: 'league-left' },
    })
    const disbanded = (teamId: number) => ({ type: 'LeagueTeamDisbanded', data: { leagueId: 1, teamId } })
    const rules = { result: 1, goalDifference: 0, exact: 2, joker: true, lateJoiners: 'season' } as const
    const ruled = (leagueId: number) => ({
      type: 'LeagueRulesChanged',
      data: { leagueId, season: '2024-25', fromGameweek: 2, rules },
    })
    const life: (Event & { simulated?: true })[] = [
      ...[registered(10, true), registered(11, true), registered(12)],
      // Of test users alone; with a player who left; with a player who is still a member.
      ...[created(1, 10), created(2, 10), created(3, 10), joined(1, 11), joined(2, 12), left(2, 12), joined(3, 12)],
      ...[founded(5, 10), founded(6, 11), { type: 'LeagueTeamJoined', data: { leagueId: 1, teamId: 6, userId: 12 } }],
      ...[teamLeft(5, 10), disbanded(5), ruled(1), ruled(2), ruled(3)],
    ]
    const end = [
      ...[deleted(10), deleted(11), left(1, 10), left(1, 11), { type: 'LeagueClosed', data: { leagueId: 1 } }],
      ...[left(2, 10), { type: 'LeagueClosed', data: { leagueId: 2 } }, left(3, 10)],
      ...[teamLeft(6, 11), teamLeft(6, 12), disbanded(6)],
    ]
    const idsOf = (rows: readonly { id: number }[] | undefined) => rows!.map(({ id }) => id).sort()
    const before = await projected(life.map(recorder()), 3)
    expect([idsOf(before.shown.leagues), idsOf(before.shown.league_teams)]).toEqual([
      [1, 2, 3],
      [5, 6],
    ])
    for (const size of [1, 100]) {
      const { shown, tables } = await projected([...life, ...end].map(recorder()), size)
      expect([idsOf(shown.leagues), idsOf(shown.league_teams)]).toEqual([[2, 3], [6]])
      expect(shown.league_rules!.map(({ league_id }) => league_id).sort()).toEqual([2, 3])
      // No id is used twice after a restore.
      expect([idsOf(tables.leagues), idsOf(tables.teams)]).toEqual([
        [1, 2, 3],
        [5, 6],
      ])
    }
  })

  test('random events result in the same tables in batches of any size, equal to the state of the deciders', async () => {
    const { events, leagues, teams } = randomStory(600)
    const whole = await projected(events, events.length)
    for (const size of [1, 40]) expect((await projected(events, size)).tables).toEqual(whole.tables)
    for (const [leagueId, state] of leagues) {
      const row = whole.tables.leagues!.find(({ id }) => id === leagueId)
      expect(row).toMatchObject({ status: state.status, admin_id: state.adminId, members: state.members.length })
      const members = whole.tables.members!.filter(({ league_id }) => league_id === leagueId)
      expect(members.sort((a, b) => a.revision - b.revision).map(({ user_id }) => user_id)).toEqual(state.members)
    }
    const open = whole.tables.stints!.filter(({ left_at }) => left_at === null)
    const known = [...teams.values()].flatMap((state) =>
      state.teams.flatMap(({ teamId, members }) => members.map(({ userId, role }) => `${teamId} ${userId} ${role}`)),
    )
    expect(open.map(({ team_id, user_id, role }) => `${team_id} ${user_id} ${role}`).sort()).toEqual(known.sort())
    expect(known.length).toBeGreaterThan(5)
  })
})

type League = Extract<LeagueState, { leagueId: number }>

/** Returns the events of random commands that the deciders of four leagues and their teams accept. */
function randomStory(steps: number) {
  const random = createRandom('leagues')
  const record = recorder()
  const events: RecordedEvent[] = []
  const leagues = new Map<number, League>()
  const teams = new Map<number, LeagueTeamsState>()
  let teamIds = 0
  const run = (decider: any, states: Map<number, any>, leagueId: number, command: unknown) => {
    const state = states.get(leagueId) ?? decider.initialState
    const decision = decider.decide(command, state)
    if (!Array.isArray(decision)) return
    for (const event of decision) events.push(record(event))
    states.set(
      leagueId,
      decision.reduce((all: any, event: any) => decider.evolve(all, event), state),
    )
  }
  for (let step = 0; step < steps; step++) {
    const leagueId = 1 + random.below(4)
    const [userId, by] = [1 + random.below(15), 1 + random.below(15)]
    const settings = { name: `L${step}`, description: null, type: 'public' } as const
    const ofLeague: LeagueCommand[] = [
      { type: 'create', leagueId, creatorId: userId, joinCode: 'ABCD2345', settings },
      { type: 'join-by-code', userId, joinCode: 'ABCD2345' },
      { type: 'join-by-click', userId },
      { type: 'leave', userId },
      { type: 'remove', userId, by },
      { type: 'change', by, settings, adminId: userId },
    ]
    run(leagueDecider, leagues, leagueId, ofLeague[random.below(ofLeague.length)])
    const teamId = 1 + random.below(teamIds + 1)
    const team = { name: 'T', description: null, maxMembers: 3, teamColor: '#3b82f6' }
    const role = (['captain', 'vice-captain', 'member'] as const)[random.below(3)]!
    const ofTeams: LeagueTeamsCommand[] = [
      { type: 'create', leagueId, teamId: ++teamIds, captainId: userId, team },
      { type: 'join', teamId, userId },
      { type: 'join', teamId, userId },
      { type: 'leave', teamId, userId },
      { type: 'remove', teamId, userId, by, asModerator: step % 7 === 0 },
      { type: 'change-role', teamId, userId, role, by },
      { type: 'leave-league', userId },
    ]
    if (leagues.has(leagueId)) run(leagueTeamsDecider, teams, leagueId, ofTeams[random.below(ofTeams.length)])
    const state = leagues.get(leagueId)
    if (state) expect(state.members.includes(state.adminId)).toBe(state.status === 'active')
    const there = teams.get(leagueId)?.teams ?? []
    const players = there.flatMap(({ members }) => members.map((member) => member.userId))
    expect(new Set(players).size).toBe(players.length)
    for (const { members, maxMembers } of there) {
      const having = (wanted: string) => members.filter((member) => member.role === wanted).length
      expect([members.length <= maxMembers, having('captain'), having('vice-captain') <= 1]).toEqual([true, 1, true])
    }
  }
  return { events, leagues, teams }
}
