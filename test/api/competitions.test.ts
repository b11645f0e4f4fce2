import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { outcomeOf, type TestClient } from '../support/client.ts'
import { answered, competitionNamed, enterResult, playGameweek, predictAll } from '../support/competitions.ts'
import { readToEnd } from '../support/event-log-contract.ts'
import { type Player, players } from '../support/leagues.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  // Totals here are of matches and prizes only.
  app = await startTestApp({ catalogue: [] })
  admin = await app.admin()
  await answered(app)
})
afterAll(() => app?.close())

const list = (client: TestClient): Promise<any[]> => client.get('/api/competitions')
const one = (client: TestClient, id: number) => client.get(`/api/competitions/${id}`)
const join = (client: TestClient, id: number) => client.post(`/api/competitions/${id}/join`)
const create = (body: object, by = admin) => by.post('/api/competitions', { prizePool: 100, ...body })
const points = (client: TestClient): Promise<any[]> => client.get('/api/user/points')

async function made(body: object): Promise<any> {
  const answer = await create(body)
  expect(answer.status).toBe(201)
  return answer.body
}

describe('the game’s own competitions', () => {
  test('a weekly for each gameweek, a monthly for each month, one seasonal, a cup and a knockout', async () => {
    const all = await list(admin)
    const of = (type: string) => all.filter((each) => each.type === type)
    expect(of('weekly').map(({ name }) => name)).toEqual(
      Array.from({ length: 38 }, (_, index) => `Gameweek ${index + 1} Challenge`),
    )
    expect(of('monthly').map(({ name }) => name)).toEqual(
      ['August 2026', 'September 2026', 'October 2026', 'November 2026', 'December 2026']
        .concat(['January 2027', 'February 2027', 'March 2027', 'April 2027', 'May 2027'])
        .map((month) => `${month} Challenge`),
    )
    const others = ['seasonal', 'cup', 'knockout'].map((type) => of(type).map(({ name }) => name))
    expect(others).toEqual([['Demo Season Championship'], ['Demo Season Cup'], ['Demo Season Knockout']])
    expect(all.length).toBe(51)
  })

  test('pay pools of 50, 100, 200, 200 and 400, and only a cup is limited', async () => {
    const all = await list(admin)
    const pools = new Set(all.map(({ type, prizePool, maxParticipants }) => `${type} ${prizePool} ${maxParticipants}`))
    expect([...pools].sort()).toEqual([
      'cup 200 128',
      'knockout 200 null',
      'monthly 100 null',
      'seasonal 400 null',
      'weekly 50 null',
    ])
  })

  test('status follows the dates by the clock of the server', async () => {
    const status = async (name: string) => (await competitionNamed(admin, name)).status
    expect(await status('Gameweek 13 Challenge')).toBe('ended')
    expect(await status('Gameweek 14 Challenge')).toBe('upcoming')
    expect(await status('November 2026 Challenge')).toBe('active')
    expect(await status('Demo Season Championship')).toBe('active')
    expect(await status('Demo Season Cup')).toBe('upcoming')
  })

  test('are ordered by their start', async () => {
    const starts = (await list(admin)).map(({ startDate }) => startDate)
    expect(starts.toSorted()).toEqual(starts)
  })

  test('move with the calendar', async () => {
    const before = await competitionNamed(admin, 'Gameweek 30 Challenge')
    const fixtures = await admin.get('/api/fixtures?gameweek=30')
    const first = fixtures.find((fixture: any) => fixture.kickoffTime === before.startDate)
    const kickoffTime = new Date(Date.parse(before.startDate) - 3_600_000).toISOString()
    const body = { kickoffTime, reason: 'Television' }
    expect((await admin.post(`/api/admin/fixtures/${first.id}/reschedule`, body)).status).toBe(200)
    await answered(app)
    const after = await competitionNamed(admin, 'Gameweek 30 Challenge')
    expect([after.id, after.startDate, after.endDate]).toEqual([before.id, kickoffTime, before.endDate])
  })

  test('reading requires a session', async () => {
    const [{ id }] = await list(admin)
    const paths: [string, string][] = [
      ['GET', '/api/competitions'],
      ['GET', `/api/competitions/${id}`],
      ['POST', `/api/competitions/${id}/join`],
      ['POST', '/api/competitions/join'],
      ['POST', '/api/competitions'],
    ]
    for (const [method, path] of paths) expect((await app.client().request(method, path)).status).toBe(401)
  })

  test('an unknown competition is a 404', async () => {
    for (const id of [999_999, 2_147_483_647, 2_147_483_648]) {
      expect((await admin.request('GET', `/api/competitions/${id}`)).status).toBe(404)
      expect((await join(admin, id)).status).toBe(404)
    }
    for (const id of ['0', '-1', '1.5', 'x'])
      expect((await admin.request('GET', `/api/competitions/${id}`)).status).toBe(400)
    expect((await admin.request('GET', '/api/competitions?season=1999-00')).status).toBe(404)
  })
})

describe('joining', () => {
  test('returns the joined competition, which every later read shows', async () => {
    const player = await app.player('joiner')
    const { id } = await competitionNamed(player, 'Demo Season Championship')
    const answer = await join(player, id)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id, isParticipant: true, participantCount: 1 })
    expect(answer.body.participants.map(({ user }: any) => user.username)).toEqual(['joiner'])
    expect(await competitionNamed(player, 'Demo Season Championship')).toMatchObject({
      isParticipant: true,
      participantCount: 1,
    })
    expect(await competitionNamed(admin, 'Demo Season Championship')).toMatchObject({ isParticipant: false })
  })

  test('R403: a result of a match without a date counts in the seasonal, not in a monthly', async () => {
    const player = await app.player('stormy')
    const [fixture] = await admin.get('/api/fixtures?gameweek=31')
    const pick = { fixtureId: fixture.id, predictedResult: 'home', predictedHomeScore: 1, predictedAwayScore: 0 }
    expect((await player.post('/api/predictions', pick)).status).toBe(201)
    const rule = (what: string, body: object) =>
      admin.post(`/api/admin/fixtures/${fixture.id}/${what}`, { reason: 'Storm', ...body })
    expect((await rule('postpone', {})).status).toBe(200)
    expect((await rule('result', { homeScore: 1, awayScore: 0 })).status).toBe(200)
    const month = new Date(fixture.kickoffTime).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
    const names = ['Gameweek 31 Challenge', 'Demo Season Championship', `${month} 2027 Challenge`]
    const counted = names.map(async (name) => {
      const { id } = await competitionNamed(player, name)
      expect((await join(player, id)).status).toBe(200)
      const { standings } = await one(player, id)
      return standings.find(({ user }: any) => user.username === 'stormy').totalPoints
    })
    expect(await Promise.all(counted)).toEqual([15, 15, 0])
  })

  test('another’s userId is a 403, the own one is accepted (T35)', async () => {
    const player = await app.player('oneself')
    const { id } = await competitionNamed(player, 'Gameweek 15 Challenge')
    const { id: userId } = await player.get('/api/user')
    const path = `/api/competitions/${id}/join`
    expect((await player.post(path, { userId: userId + 1 })).status).toBe(403)
    expect((await player.post(path, { userId })).status).toBe(200)
  })

  test('twice is a 409', async () => {
    const player = await app.player('eager')
    const { id } = await competitionNamed(player, 'Gameweek 14 Challenge')
    expect((await join(player, id)).status).toBe(200)
    const again = await join(player, id)
    expect([again.status, again.body.detail]).toEqual([409, 'You are already participating in this competition'])
  })

  test('an ended one is a 409', async () => {
    const player = await app.player('latecomer')
    const answer = await join(player, (await competitionNamed(player, 'Gameweek 13 Challenge')).id)
    expect([answer.status, answer.body.detail]).toEqual([409, 'Competition Ended'])
  })

  test('R249: several at once are one request with an outcome for each; only the joined ones use the quota', async () => {
    const player = await app.player('collector')
    const { id: userId } = await player.get('/api/user')
    const idOf = async (name: string) => (await competitionNamed(player, name)).id
    const [weekly, monthly, ended] = await Promise.all(
      ['Gameweek 21 Challenge', 'January 2027 Challenge', 'Gameweek 12 Challenge'].map(idOf),
    )
    const { id: full } = await made({ name: 'Two places', type: 'weekly', firstGameweek: 21, maxParticipants: 2 })
    for (const other of await players(app, ['first', 'second']))
      expect((await other.call('POST', `/api/competitions/${full}/join`)).status).toBe(200)
    const many = (body: object) => player.post('/api/competitions/join', body)
    const answer = await many({ competitionIds: [weekly, ended, full, 999_999, monthly] })
    expect(answer.body).toEqual([
      { competitionId: weekly, status: 200 },
      { competitionId: ended, status: 409, detail: 'Competition Ended' },
      { competitionId: full, status: 409, detail: 'Full' },
      { competitionId: 999_999, status: 404, detail: 'Competition not found' },
      { competitionId: monthly, status: 200 },
    ])
    for (const id of [weekly, monthly])
      expect(await one(player, id)).toMatchObject({ isParticipant: true, participantCount: 1 })
    const { rows } = await app.container
      .get(TYPES.Database)
      .pool.query("select taken[1] from app.allowances where user_id = $1 and name = 'competition-joins'", [userId])
    expect(rows).toEqual([{ taken: 2 }])
    expect((await many({ userId: userId + 1, competitionIds: [weekly] })).status).toBe(403)
    for (const competitionIds of [[], [weekly, weekly], Array.from({ length: 101 }, (_, n) => n + 1)])
      expect((await many({ competitionIds })).status).toBe(400)
  })

  test('fifty race for the last place: one wins, the rest get Full', async () => {
    const { id } = await made({ name: 'Four places', type: 'weekly', firstGameweek: 20, maxParticipants: 4 })
    const racers = await players(app, Array(53).fill('racer'))
    const racing = (racer: Player) =>
      outcomeOf((headers) => racer.call('POST', `/api/competitions/${id}/join`, undefined, headers))
    for (const racer of racers.slice(0, 3)) expect((await racing(racer)).status).toBe(200)
    const answers = await Promise.all(racers.slice(3).map(racing))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => `${status} ${body.detail}`)).toEqual(Array(49).fill('409 Full'))
    expect(await one(admin, id)).toMatchObject({ participantCount: 4, maxParticipants: 4 })
    expect((await one(admin, id)).standings.length).toBe(4)
  })
})

describe('competitions of administrators', () => {
  test('only an administrator creates one', async () => {
    const player = await app.player('wannabe')
    const answer = await create({ name: 'Mine', type: 'weekly', firstGameweek: 20 }, player)
    expect(answer.status).toBe(403)
  })

  test('over gameweeks: a weekly is one, a cup takes as many as its players need, a knockout the remaining ones', async () => {
    const of = async (body: object) => {
      const { firstGameweek, lastGameweek, maxParticipants } = await made({ name: 'Made', ...body })
      return [firstGameweek, lastGameweek, maxParticipants]
    }
    expect(await of({ type: 'weekly', firstGameweek: 20 })).toEqual([20, 20, null])
    expect(await of({ type: 'cup', firstGameweek: 20, maxParticipants: 16 })).toEqual([20, 23, 16])
    expect(await of({ type: 'cup', firstGameweek: 36 })).toEqual([36, 38, 8])
    expect(await of({ type: 'knockout', firstGameweek: 30 })).toEqual([30, 38, null])
    expect(await of({ type: 'knockout', firstGameweek: 30, lastGameweek: 31 })).toEqual([30, 31, null])
  })

  test('over dates', async () => {
    const dates = { startDate: '2026-12-20T00:00:00.000Z', endDate: '2027-01-03T00:00:00.000Z' }
    const body = await made({ name: '  Christmas  ', description: 'Over the holidays', type: 'monthly', ...dates })
    expect(body).toMatchObject({ name: 'Christmas', description: 'Over the holidays', status: 'upcoming', ...dates })
    expect([body.firstGameweek, body.participantCount]).toEqual([null, 0])
    expect((await join(await app.player('holidays'), body.id)).status).toBe(200)
  })

  test.each<[string, object, string]>([
    ['a weekly needs its gameweek', { type: 'weekly' }, 'firstGameweek'],
    ['a cup that has begun', { type: 'cup', firstGameweek: 13 }, 'firstGameweek'],
    ['a gameweek that is over', { type: 'weekly', firstGameweek: 12 }, 'lastGameweek'],
    ['the last before the first', { type: 'knockout', firstGameweek: 20, lastGameweek: 19 }, 'lastGameweek'],
    ['more players than a cup can play out', { type: 'cup', firstGameweek: 36, maxParticipants: 9 }, 'maxParticipants'],
    ['a monthly needs its dates', { type: 'monthly' }, 'startDate'],
    ['a year that no calendar has', { type: 'monthly', startDate: '0000-01-01T00:00:00Z' }, 'startDate'],
    [
      'the end before the start',
      { type: 'seasonal', startDate: '2027-01-03T00:00:00Z', endDate: '2027-01-02T00:00:00Z' },
      'endDate',
    ],
    [
      'what is over',
      { type: 'seasonal', startDate: '2026-01-03T00:00:00Z', endDate: '2026-02-02T00:00:00Z' },
      'endDate',
    ],
    ['a gameweek of no season', { type: 'weekly', firstGameweek: 39 }, 'firstGameweek'],
    ['a negative pool', { type: 'weekly', firstGameweek: 20, prizePool: -1 }, 'prizePool'],
    ['no name', { type: 'weekly', firstGameweek: 20, name: '  ' }, 'name'],
    ['another type', { type: 'daily', firstGameweek: 20 }, 'type'],
  ])('400: %s', async (_, body, path) => {
    const answer = await create({ name: 'Wrong', ...body })
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, path])
  })
})

describe('a played gameweek', () => {
  let weekly: any
  let best: TestClient
  let second: TestClient

  beforeAll(async () => {
    best = await app.player('best')
    second = await app.player('second')
    weekly = await competitionNamed(best, 'Gameweek 14 Challenge')
    for (const player of [second, best]) expect((await join(player, weekly.id)).status).toBe(200)
    await predictAll(best, 14, [2, 1])
    await predictAll(second, 14, [3, 1])
    await playGameweek(app, admin, 14, () => [2, 1])
  })

  test('ends its weekly and shows the standings with the prizes paid', async () => {
    const detail = await one(best, weekly.id)
    expect(detail).toMatchObject({ status: 'ended', winner: { username: 'best' }, rounds: [] })
    const rows = detail.standings.map(({ user, totalPoints, exactScores, ranking, prize }: any) =>
      [user.username, totalPoints, exactScores, ranking, prize].join(' '),
    )
    expect(rows).toEqual(['best 150 10 1 25', 'second 50 0 2 15', 'eager 0 0 3 '])
    expect(detail.participants.map(({ user }: any) => user.username)).toEqual(['best', 'second', 'eager'])
  })

  test('pays into the ledger, the total and the rank, not into the gameweek', async () => {
    const [entry, ...others] = await points(best)
    expect(entry).toMatchObject({
      type: 'competition',
      points: 25,
      reason: 'Gameweek 14 Challenge: 1st place',
      season: 'demo',
    })
    expect(others.map(({ type }) => type)).toEqual(Array(10).fill('match'))
    expect(await best.get('/api/user')).toMatchObject({ totalPoints: 175, rank: 1 })
    const { me } = await best.get('/api/leaderboard')
    expect([me.totalPoints, me.ranking]).toEqual([175, 1])
    const board = await best.get('/api/leaderboard/gameweek/14')
    expect(board[0]).toMatchObject({ username: 'best', totalPoints: 150 })
  })

  test('a result corrected after the end books the difference, seen in the ledger', async () => {
    const fixtures = await admin.get('/api/fixtures?gameweek=14')
    for (const { id } of fixtures) await enterResult(admin, id, [3, 1])
    await answered(app)
    const booked = async (client: TestClient) =>
      (await points(client))
        .filter(({ type }) => type === 'competition')
        .map((entry) => `${entry.points} ${entry.reason}`)
        .sort()
    expect(await booked(best)).toEqual([
      '-10 Gameweek 14 Challenge: now 2nd place after a corrected result',
      '25 Gameweek 14 Challenge: 1st place',
    ])
    expect(await booked(second)).toEqual([
      '10 Gameweek 14 Challenge: now 1st place after a corrected result',
      '15 Gameweek 14 Challenge: 2nd place',
    ])
    expect(await best.get('/api/user')).toMatchObject({ totalPoints: 50 + 15 })
    expect(await second.get('/api/user')).toMatchObject({ totalPoints: 150 + 25 })
    const { standings, winner } = await one(best, weekly.id)
    expect(standings.slice(0, 2).map(({ user, prize }: any) => [user.username, prize])).toEqual([
      ['second', 25],
      ['best', 15],
    ])
    expect(winner.username).toBe('second')
  })

  test('a deleted account is in no competition and no ledger any more', async () => {
    const { id } = await second.get('/api/user')
    const context = { actor: null, at: new Date(app.clock.now()).toISOString(), correlationId: 'c', causationId: 'c' }
    const accounts = app.container.get(ACCOUNTS.Accounts)
    expect(await accounts.deleteUser(id, { ...context, source: 'command' })).toMatchObject({ ok: true })
    await answered(app)
    const detail = await one(best, weekly.id)
    expect(detail.standings.map(({ user }: any) => user.username)).toEqual(['best', 'eager'])
    expect([detail.participantCount, detail.participants.length]).toEqual([2, 2])
    const left = (await readToEnd(app.container.get(TYPES.Log), null, { types: ['CompetitionLeft'] })).events
    expect(left.map(({ data }) => data)).toEqual([{ competitionId: weekly.id, userId: id, how: 'deleted' }])
  })

  test('verify reports no difference', async () => {
    const verifications = await app.container.get(TYPES.Engine).verify(['competitions', 'play', 'news'])
    const different = verifications.flatMap(({ name, tables }) =>
      tables.filter(({ differences }) => differences > 0).map(({ table }) => `${name}.${table}`),
    )
    expect(different).toEqual([])
    const rows = verifications.find(({ name }) => name === 'competitions')!.tables
    expect(rows.reduce((sum, table) => sum + table.rows, 0)).toBeGreaterThan(60)
  })
})

describe('a cup', () => {
  test('is drawn when the gameweek before it has settled, and closed from then on', async () => {
    const cup = await made({ name: 'Small cup', type: 'cup', firstGameweek: 16, maxParticipants: 4 })
    const players = await Promise.all(['ann', 'bob', 'cem'].map((name) => app.player(name)))
    for (const player of players) expect((await join(player, cup.id)).status).toBe(200)
    expect(await competitionNamed(admin, 'Small cup')).toMatchObject({ isDrawn: false })
    await playGameweek(app, admin, 15, () => [1, 0])
    const { rounds, status, participantCount } = await one(admin, cup.id)
    expect([status, participantCount, rounds.length]).toEqual(['upcoming', 3, 1])
    const [round] = rounds
    expect([round.name, round.gameweek, round.decided]).toEqual(['Semi-finals', 16, false])
    const bye = round.ties.find((tie: any) => tie.away === null)
    expect(bye.home.username).toBe('ann')
    // The list shows it too, before the cup has started.
    expect(await competitionNamed(admin, 'Small cup')).toMatchObject({ isDrawn: true, status: 'upcoming' })
    const late = await join(await app.player('dan'), cup.id)
    expect([late.status, late.body.detail]).toEqual([409, 'This competition has kicked off, so its line-up is set'])

    const [ann, , cem] = players
    await predictAll(cem!, 16, [1, 0])
    await playGameweek(app, admin, 16, () => [1, 0])
    const semi = await one(admin, cup.id)
    expect(semi.rounds.map(({ name, decided }: any) => [name, decided])).toEqual([
      ['Semi-finals', true],
      ['Final', false],
    ])
    const tie = semi.rounds[0].ties.find((each: any) => each.away !== null)
    const sides = [
      [tie.home.username, tie.homePoints],
      [tie.away.username, tie.awayPoints],
    ].sort()
    expect(sides).toEqual([
      ['bob', 0],
      ['cem', 150],
    ])
    await predictAll(ann!, 17, [1, 0])
    await playGameweek(app, admin, 17, () => [1, 0])
    const over = await one(admin, cup.id)
    expect(over).toMatchObject({ status: 'ended', winner: { username: 'ann' } })
    const prizes = over.standings.map(({ user, prize }: any) => `${user.username} ${prize}`).sort()
    expect(prizes).toEqual(['ann 50', 'bob 20', 'cem 30'])
  })
})

describe('while the projection is paused', () => {
  test('a stored command is a success and reports the lag', async () => {
    const player = await app.player('patient')
    const weekly = await competitionNamed(player, 'Gameweek 30 Challenge')
    await app.container.get(TYPES.Engine).stop()
    const [created, joined] = await Promise.all([
      create({ name: 'Unseen', type: 'weekly', firstGameweek: 31, maxParticipants: 4 }),
      join(player, weekly.id),
    ])
    const pending = [created, joined].map(({ status, headers }) => [status, headers.get('plp-pending')])
    expect(pending).toEqual([
      [201, 'competitions, achievements'],
      [200, 'competitions, achievements'],
    ])
    expect(created.body).toEqual({
      ...weekly,
      ...{ id: expect.any(Number), name: 'Unseen', description: null, prizePool: 100, maxParticipants: 4 },
      ...{ firstGameweek: 31, lastGameweek: 31 },
      ...{ startDate: expect.any(String), endDate: expect.any(String) },
    })
    expect(joined.body).toEqual({ ...weekly, isParticipant: true, participantCount: 1 })
  })
})
