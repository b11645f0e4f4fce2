import { expect, test } from 'vitest'
import { createMemoryLog } from '../../event-log/memory/memory-log.ts'
import type { CommandContext } from '../../kernel/command-handler.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { createCommandHandler } from '../../kernel/handler.ts'
import { leagueStream } from '../leagues/events.ts'
import { type LeagueCommand, leagueDecider } from '../leagues/league-decider.ts'
import { createLeagueTeams } from './commands.ts'
import { leagueTeamsStream } from './events.ts'
import { createLeagueTeamReactor } from './reactor.ts'

const LEAGUE = 1
const [anna, bob] = [11, 12]
const wingers = { name: 'Wingers', description: null, maxMembers: 5, teamColor: '#123456' }
const context: CommandContext = {
  actor: bob,
  at: '2025-01-01T00:00:00Z',
  correlationId: 'c',
  causationId: 'c',
  source: 'command',
}

/** Anna's league, with Bob as a member. `meanwhile` runs between the membership check and the next append to the teams' stream. */
async function world(type: 'private' | 'public' = 'private') {
  const between: { meanwhile: (() => Promise<unknown>) | null } = { meanwhile: null }
  const store = createMemoryLog()
  const log: EventLog = {
    ...store,
    async append(stream, events, expected) {
      const { meanwhile } = between
      if (stream === leagueTeamsStream(LEAGUE)) between.meanwhile = null
      if (stream === leagueTeamsStream(LEAGUE)) await meanwhile?.()
      return store.append(stream, events, expected)
    },
  }
  const handler = createCommandHandler({ log })
  const inLeague = (command: LeagueCommand) => handler.handle(leagueDecider, leagueStream(LEAGUE), command, context)
  await inLeague({
    type: 'create',
    leagueId: LEAGUE,
    creatorId: anna,
    joinCode: 'ABCDEFGH',
    settings: { name: 'L', description: null, type },
  })
  await inLeague({ type: 'join-by-code', userId: bob, joinCode: 'ABCDEFGH' })
  let nextId = 0
  const leagues = {
    async membershipOf(leagueId: number, userId: number) {
      const { state, revision } = await handler.load(leagueDecider, leagueStream(leagueId))
      if (state.status !== 'active') return null
      const { members, adminId, type, rules } = state
      return { isMember: members.includes(userId), isAdmin: adminId === userId, type, rules, revision }
    },
  }
  const teams = createLeagueTeams({ handler, ids: { next: async () => ++nextId }, leagues, log })
  const isRemoved = () => inLeague({ type: 'remove', userId: bob, by: anna })
  const isBack = () => inLeague({ type: 'join-by-code', userId: bob, joinCode: 'ABCDEFGH' })
  const reactor = createLeagueTeamReactor(teams)
  /** Passes all events of both streams to the reactor, in the order of the log. */
  async function react() {
    const { events } = await log.readAll(null, { types: reactor.events }, 100)
    for (const event of events) await reactor.react(null, event as never, { ...context, idBase: event.id })
  }
  const events = async () => (await log.readStream(leagueTeamsStream(LEAGUE))).map(({ type }) => type)
  return { teams, between, isRemoved, isBack, react, events }
}

test('a player removed from the league while joining a team is not in the team, and gets a rejection', async () => {
  const { teams, between, isRemoved, events } = await world()
  const founded = await teams.create(LEAGUE, wingers, anna, context)
  if (!founded.ok) throw new Error(founded.rejected)
  between.meanwhile = isRemoved
  const joined = await teams.join({ leagueId: LEAGUE, teamId: founded.teamId }, bob, { ...context, idBase: 'key' })
  expect(joined).toEqual({ ok: false, rejected: 'league-not-found' })
  expect(await events()).toEqual(['LeagueTeamCreated', 'LeagueTeamJoined', 'LeagueTeamLeft'])
})

test('a team founded by a player who is removed meanwhile is disbanded', async () => {
  const { teams, between, isRemoved, events } = await world('public')
  between.meanwhile = isRemoved
  expect(await teams.create(LEAGUE, wingers, bob, context)).toEqual({ ok: false, rejected: 'not-in-the-league' })
  expect(await events()).toEqual(['LeagueTeamCreated', 'LeagueTeamLeft', 'LeagueTeamDisbanded'])
})

test('a member of the league founds a team', async () => {
  const { teams, events } = await world()
  expect(await teams.create(LEAGUE, wingers, bob, context)).toMatchObject({ ok: true, teamId: 1 })
  expect(await events()).toEqual(['LeagueTeamCreated'])
})

test('R409: a player who rejoins the league at once is no longer in the team, and stays in one joined since', async () => {
  const { teams, isRemoved, isBack, react, events } = await world()
  const founded = await teams.create(LEAGUE, wingers, anna, context)
  if (!founded.ok) throw new Error(founded.rejected)
  const team = { leagueId: LEAGUE, teamId: founded.teamId }
  await teams.join(team, bob, context)
  await isRemoved()
  await isBack()
  await react()
  const without = ['LeagueTeamCreated', 'LeagueTeamJoined', 'LeagueTeamLeft']
  expect(await events()).toEqual(without)
  expect(await teams.join(team, bob, context)).toMatchObject({ ok: true })
  await react()
  expect(await events()).toEqual([...without, 'LeagueTeamJoined'])
})
