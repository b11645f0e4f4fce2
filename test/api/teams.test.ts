import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTLEMENT_REACTOR } from '../../src/areas/fixtures/settlement-reactor.ts'
import type { LeagueTeam } from '../../src/areas/teams/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createClient, outcomeOf } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players, reacted, teamIn } from '../support/leagues.ts'
import { repeated } from '../support/repeated.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

/** A league of `names`; the first is its admin. */
async function leagueFor<N extends string>(...names: N[]) {
  const made = await players(app, names)
  const league = await leagueOf(made[0]!)
  await joinedBy(league, ...made.slice(1))
  const people = Object.fromEntries(names.map((name, index) => [name, made[index]!])) as Record<N, Player>
  return { league, ...people }
}

const join = (player: Player, team: { id: number }, body: object = {}, headers: Record<string, string> = {}) =>
  player.call('POST', `/api/teams/${team.id}/members`, body, headers)
const leave = (player: Player, team: { id: number }, whom: Player = player) =>
  player.call('DELETE', `/api/teams/${team.id}/members/${whom.id}`)
const change = (player: Player, team: { id: number }, whom: Player, role: string) =>
  player.call('PATCH', `/api/teams/${team.id}/members/${whom.id}`, { role })
const teamsOf = (player: Player, league: { id: number }) => player.get(`/api/leagues/${league.id}/teams`)
const roles = (team: { members: { userId: number; role: string }[] }) =>
  team.members.map(({ userId, role }) => [userId, role])

describe('founding a team', () => {
  test('its founder is the captain; five members and blue by default', async () => {
    const { league, anna } = await leagueFor('anna')
    const team = await teamIn(league, anna, { name: ' Wingers ', description: 'Wide men' })
    expect(team).toMatchObject({
      leagueId: league.id,
      name: 'Wingers',
      description: 'Wide men',
      captainId: anna.id,
      maxMembers: 5,
      teamColor: '#3b82f6',
      memberCount: 1,
      wins: 0,
      draws: 0,
      losses: 0,
      totalPoints: 0,
      averageAccuracy: 0,
      correctPredictions: 0,
      settledPredictions: 0,
      members: [{ userId: anna.id, role: 'captain', contributedPoints: 0, user: { username: anna.username } }],
    })
    expect(await teamsOf(anna, league)).toEqual([team])
  })

  test('a name is required, members are 3, 5, 8 or 10, a colour is six hex digits (T44)', async () => {
    const { league, anna } = await leagueFor('anna')
    const found = (body: object) => anna.call('POST', `/api/leagues/${league.id}/teams`, { name: 'x', ...body })
    for (const body of [{ name: ' ' }, { maxMembers: 4 }, { maxMembers: '5' }, { teamColor: 'red' }])
      expect((await found(body)).status).toBe(400)
    expect((await found({ teamColor: '#123456;background:url(x)' })).status).toBe(400)
    expect((await found({ maxMembers: 10, teamColor: '#ABCDEF' })).body).toMatchObject({
      maxMembers: 10,
      teamColor: '#abcdef',
    })
  })

  test('one team a user and league', async () => {
    const { league, anna, bob } = await leagueFor('anna', 'bob')
    const team = await teamIn(league, anna)
    const other = await teamIn(league, bob)
    const again = await anna.call('POST', `/api/leagues/${league.id}/teams`, { name: 'x' })
    expect([again.status, again.body.detail]).toEqual([409, 'You are already in a team of this league'])
    expect((await join(anna, team)).body.detail).toBe('You are already in this team')
    expect((await join(anna, other)).body.detail).toBe('You are already in a team of this league')
  })

  test('twenty concurrent foundings by one user give one team', async () => {
    const { league, anna } = await leagueFor('anna')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcomeOf((headers) => anna.call('POST', `/api/leagues/${league.id}/teams`, { name: 'x' }, headers)),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await teamsOf(anna, league)).toHaveLength(1)
  })
})

describe('the record of a new team', () => {
  /** Enters a result for each match of a gameweek and waits until it has settled. */
  async function settle(gameweek: number): Promise<void> {
    const admin = await app.admin()
    const matches: { id: number }[] = (await admin.get('/api/fixtures')).filter(
      (each: { gameweek: number }) => each.gameweek === gameweek,
    )
    for (const { id } of matches) {
      const result = { homeScore: 1, awayScore: 0, reason: 'decided before its kickoff' }
      expect((await admin.post(`/api/admin/fixtures/${id}/result`, result)).status).toBe(200)
    }
    const head = await app.container.get(TYPES.RawLog).head()
    expect(await app.container.get(TYPES.Engine).waitForReactor(SETTLEMENT_REACTOR, head, 60_000)).toBe(true)
    await app.settled()
  }

  test('begins with the first gameweek that kicks off and settles after its founding: until then it is 0-0-0', async () => {
    const { league, anna, bob } = await leagueFor('anna', 'bob')
    await settle(37)
    app.clock.advance(1_000)
    await teamIn(league, anna)
    await teamIn(league, bob)
    const records = async () =>
      (await teamsOf(anna, league)).map(({ wins, draws, losses }: LeagueTeam) => [wins, draws, losses])
    expect(await records()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    app.clock.advance(1_000)
    await settle(38)
    expect(await records()).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ])
  })
})

describe('T35: the session decides who acts', () => {
  test('a captainId or userId of another user is refused, another league in the body is a 400, a role is ignored', async () => {
    const { league, anna, bob } = await leagueFor('anna', 'bob')
    const found = (body: object) => anna.call('POST', `/api/leagues/${league.id}/teams`, { name: 'x', ...body })
    expect((await found({ captainId: bob.id })).status).toBe(403)
    expect((await found({ leagueId: league.id + 1 })).status).toBe(400)
    const team = (await found({ leagueId: league.id, captainId: anna.id })).body
    expect((await join(bob, team, { userId: anna.id })).status).toBe(403)
    expect(roles((await join(bob, team, { userId: bob.id, role: 'captain' })).body)).toEqual([
      [anna.id, 'captain'],
      [bob.id, 'member'],
    ])
  })
})

describe('T38: teams are for members of the league', () => {
  test('leaving the league ends the membership of the team, and prevents joining it again', async () => {
    const { league, anna, bob } = await leagueFor('anna', 'bob')
    const team = await teamIn(league, bob)
    await join(anna, team)
    expect((await bob.call('DELETE', `/api/leagues/${league.id}/members/${bob.id}`)).status).toBe(204)
    await reacted(app)
    expect(await teamsOf(anna, league)).toMatchObject([{ captainId: anna.id, memberCount: 1 }])
    expect((await join(bob, team)).status).toBe(404)
  })
})

describe('T39: a member is removed by the captain, the league’s admin or an administrator', () => {
  test('and by no other member', async () => {
    const { league, anna, bob, cat, dan } = await leagueFor('anna', 'bob', 'cat', 'dan')
    const team = await teamIn(league, bob)
    for (const one of [cat, dan]) await join(one, team)
    const refused = await leave(dan, team, cat)
    expect([refused.status, refused.body.detail]).toEqual([403, 'Only the captain of the team can do this'])
    expect((await leave(bob, team, cat)).status).toBe(204)
    expect((await leave(bob, team, cat)).status).toBe(404)
    // The league's admin, who is in no team.
    expect((await leave(anna, team, bob)).status).toBe(204)
    expect(roles((await teamsOf(anna, league))[0])).toEqual([[dan.id, 'captain']])
    const admin = await app.admin()
    expect((await admin.delete(`/api/teams/${team.id}/members/${dan.id}`)).status).toBe(204)
    expect(await teamsOf(anna, league)).toEqual([])
  })
})

describe('T40: a team is never overbooked', () => {
  test('many join at once for the last place: one wins, the rest get the message that it is full', async () => {
    const count = repeated(16, 50)
    const crowd = await players(app, Array(count + 2).fill('crowd'))
    const [captain, second, ...rest] = crowd as [Player, Player, ...Player[]]
    const league = await leagueOf(captain)
    await joinedBy(league, second, ...rest)
    const team = await teamIn(league, captain, { maxMembers: 3 })
    await join(second, team)
    const answers = await Promise.all(rest.map((one) => outcomeOf((headers) => join(one, team, {}, headers))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(count - 1).fill(409)])
    for (const { status, body } of answers) if (status === 409) expect(body.detail).toBe('This team is full')
    expect(await teamsOf(captain, league)).toMatchObject([{ memberCount: 3, maxMembers: 3 }])
  })

  test('across two nodes: 40 join at once for three places', async () => {
    const other = await startTestApp({ beside: app })
    try {
      const [captain, ...rest] = (await players(app, Array(41).fill('crowd'))) as [Player, ...Player[]]
      const league = await leagueOf(captain, { type: 'public' })
      await Promise.all(
        rest.map((one) =>
          outcomeOf((headers) => one.call('POST', `/api/leagues/${league.id}/join`, undefined, headers)),
        ),
      )
      const team = await teamIn(league, captain, { maxMembers: 3 })
      const nodes = [createClient(app.url), createClient(other.url)]
      const answers = await Promise.all(
        rest.map(({ cookie }, n) =>
          outcomeOf((headers) =>
            nodes[n % 2]!.request(
              'POST',
              `/api/teams/${team.id}/members`,
              {},
              { ...headers, cookie, 'x-forwarded-for': `192.0.2.${n}` },
            ),
          ),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(38).fill(409)])
      expect(await teamsOf(captain, league)).toMatchObject([{ memberCount: 3 }])
    } finally {
      await other.close()
    }
  })
})

describe('roles and succession', () => {
  test('the captain names one vice-captain, who succeeds; then the longest-standing member does', async () => {
    const { league, anna, bob, cat, dan } = await leagueFor('anna', 'bob', 'cat', 'dan')
    const team = await teamIn(league, anna)
    for (const one of [bob, cat, dan]) await join(one, team)
    expect((await change(bob, team, cat, 'vice-captain')).status).toBe(403)
    expect((await change(anna, team, cat, 'owner')).status).toBe(400)
    await change(anna, team, bob, 'vice-captain')
    expect(roles((await change(anna, team, cat, 'vice-captain')).body)).toEqual([
      [anna.id, 'captain'],
      [cat.id, 'vice-captain'],
      [bob.id, 'member'],
      [dan.id, 'member'],
    ])
    await leave(anna, team)
    await leave(cat, team)
    expect(roles((await teamsOf(anna, league))[0])).toEqual([
      [bob.id, 'captain'],
      [dan.id, 'member'],
    ])
  })

  test('a captain hands over before stepping down; the last one out disbands the team', async () => {
    const { league, anna, bob } = await leagueFor('anna', 'bob')
    const team = await teamIn(league, anna)
    await join(bob, team)
    expect((await change(anna, team, anna, 'member')).status).toBe(409)
    expect((await change(anna, team, bob, 'captain')).body.captainId).toBe(bob.id)
    await leave(anna, team)
    expect((await leave(bob, team)).status).toBe(204)
    expect(await teamsOf(anna, league)).toEqual([])
    expect((await join(anna, team)).status).toBe(404)
  })
})

test('invalid ids are a 400, unknown ones a 404', async () => {
  const { anna } = await leagueFor('anna')
  for (const id of ['0', '-1', '1.5', 'x', '99999999999999999999'])
    expect((await anna.call('POST', `/api/teams/${id}/members`, {})).status).toBe(400)
  expect((await join(anna, { id: 2_147_483_648 })).status).toBe(404)
  expect((await anna.call('GET', '/api/leagues/2147483648')).status).toBe(404)
})
