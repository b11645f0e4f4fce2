import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'

let app: TestApp
let n = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

/** A new player with their id. */
async function player(name = 'player'): Promise<TestClient & { id: number; username: string }> {
  const username = `${name}_${++n}`
  const client = await app.player(username)
  const { id } = await client.get('/api/user')
  return Object.assign(client, { id, username })
}

async function created(client: TestClient, body: object = {}) {
  const answer = await client.post('/api/leagues', { name: `League ${++n}`, ...body })
  expect(answer.status).toBe(201)
  return answer.body
}

describe('a league', () => {
  test('is created, joined by code without case, seen by members, left and closed', async () => {
    const [anna, bob] = [await player('anna'), await player('bob')]
    const league = await created(anna, { name: '  The Sunday Table ', description: 'Since 2009' })
    expect(league).toMatchObject({
      name: 'The Sunday Table',
      description: 'Since 2009',
      creatorId: anna.id,
      creator: { username: anna.username },
      adminId: anna.id,
      memberCount: 1,
      type: 'private',
      status: 'active',
      isMember: true,
    })
    expect(league.joinCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    const joined = await bob.post('/api/leagues/join-code', { joinCode: ` ${league.joinCode.toLowerCase()} ` })
    expect([joined.status, joined.body.memberCount, joined.body.isMember]).toEqual([200, 2, true])
    expect(await bob.get('/api/user/leagues')).toEqual([joined.body])
    const page = await bob.get(`/api/leagues/${league.id}`)
    expect(page.standings.map((row: any) => [row.id, row.ranking, row.role])).toEqual([
      [anna.id, 1, 'admin'],
      [bob.id, 1, 'member'],
    ])
    expect(page.me).toEqual(page.standings[1])
    const statistics = await bob.get(`/api/leagues/${league.id}/statistics`)
    expect(statistics).toMatchObject({ memberCount: 2, totalPredictions: 0, averageAccuracy: 0, activityTrend: 'stable' })
    const again = await bob.post('/api/leagues/join-code', { joinCode: league.joinCode })
    expect([again.status, again.body.detail]).toEqual([409, 'You are already a member of this league'])
    expect((await anna.delete(`/api/leagues/${league.id}/members/${anna.id}`)).status).toBe(204)
    expect(await bob.get(`/api/leagues/${league.id}`)).toMatchObject({ adminId: bob.id, memberCount: 1 })
    expect((await bob.delete(`/api/leagues/${league.id}/members/${bob.id}`)).status).toBe(204)
    expect((await bob.request('GET', `/api/leagues/${league.id}`)).status).toBe(404)
    expect(await bob.get('/api/user/leagues')).toEqual([])
    expect((await anna.post('/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(404)
  })
})

describe('a team', () => {
  test('is founded, joined, left', async () => {
    const [anna, bob] = [await player('anna'), await player('bob')]
    const league = await created(anna)
    await bob.post('/api/leagues/join-code', { joinCode: league.joinCode })
    const { status, body: team } = await anna.post(`/api/leagues/${league.id}/teams`, { name: 'Wingers' })
    expect([status, team.maxMembers, team.teamColor, team.memberCount]).toEqual([201, 5, '#3b82f6', 1])
    const joined = await bob.post(`/api/teams/${team.id}/members`, { userId: bob.id, role: 'captain' })
    expect(joined.status).toBe(200)
    expect(joined.body.members.map((member: any) => [member.userId, member.role])).toEqual([
      [anna.id, 'captain'],
      [bob.id, 'member'],
    ])
    expect((await anna.delete(`/api/teams/${team.id}/members/${anna.id}`)).status).toBe(204)
    expect(await bob.get(`/api/leagues/${league.id}/teams`)).toMatchObject([{ captainId: bob.id, memberCount: 1 }])
  })
})
