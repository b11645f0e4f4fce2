import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { Match, MatchChange, MatchPicks } from '../../src/areas/matches/contract.ts'
import { PROOFS } from '../../src/areas/proofs/area.ts'
import type { LiveChange } from '../../src/contracts/live.ts'
import { predict, scoreOf, unlocked } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'

let app: TestApp
let admin: TestClient
/** Members of a league of five; Max is also in a league of two with Nia. Eve is in no league. */
let nia: Player
let max: Player
let mates: Player[]
let eve: Player
let five: { id: number; joinCode: string }
let two: { id: number; joinCode: string }
let match: Fixture

const path = (more = '') => `/api/fixtures/${match.id}${more}`
const read = (reader: Pick<Player, 'get'>): Promise<Match> => reader.get(path())
const picks = (reader: Pick<Player, 'get'>, more = ''): Promise<MatchPicks> => reader.get(path(`/picks${more}`))
const setTime = (iso: string, ms = 0) => app.clock.set(new Date(Date.parse(iso) + ms).toISOString())
const named = (answer: MatchPicks) => answer.mates.map(({ id, pick }) => [id, pick?.predictedHomeScore ?? null])

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  ;[nia, max, ...mates] = (await players(app, ['nia', 'max', 'kwame', 'lena', 'ed', 'eve'])) as [Player, Player]
  eve = mates.pop()!
  const all: Fixture[] = await nia.get('/api/fixtures')
  const gameweek = all.find(({ isOpen }) => isOpen)!.gameweek + 1
  match = all.find((fixture) => fixture.gameweek === gameweek)!
  five = await leagueOf(nia, { name: 'Back Post Club' })
  await joinedBy(five, max, ...mates)
  two = await leagueOf(nia, { name: 'Office Floor Four' })
  await joinedBy(two, max)
  await predict(nia, match.id, 2, 1)
  await predict(max, match.id, 0, 0)
  await predict(eve, match.id, 2, 1)
}, 120_000)
afterAll(() => app?.close())

describe('a match before its cutoff', () => {
  test('R271: has the number of predictions of the last whole minute, of all and of leagues from five members up', async () => {
    const noon = `${new Date(app.clock.now()).toISOString().slice(0, 16)}:00.000Z`
    setTime(noon, 60_000)
    const before = await read(nia)
    expect(before).toMatchObject({
      isRevealed: false,
      predictions: 3,
      countedAt: new Date(app.clock.now()).toISOString(),
    })
    expect(before.leagues).toEqual([
      { id: two.id, name: 'Office Floor Four', memberCount: 2, predicted: null },
      { id: five.id, name: 'Back Post Club', memberCount: 5, predicted: 2 },
    ])
    setTime(noon, 90_000)
    await predict(mates[0]!, match.id, 1, 3)
    expect(await read(nia)).toEqual(before)
    setTime(noon, 120_000)
    expect(await read(nia)).toMatchObject({ predictions: 4, leagues: [{ predicted: null }, { predicted: 3 }] })
    expect((await read(eve)).leagues).toEqual([])
  })

  test('R272: its picks are sealed for everyone, an unknown match and one signed out', async () => {
    for (const reader of [nia, eve]) expect((await reader.call('GET', path('/picks'))).status).toBe(409)
    expect((await admin.request('GET', path('/picks'))).status).toBe(409)
    expect((await app.client().request('GET', path('/picks'))).status).toBe(401)
    for (const more of ['', '/picks', '/history'])
      expect((await eve.call('GET', `/api/fixtures/999999${more}`)).status).toBe(404)
  })

  test('R7, R271: no answer or header depends on what another player has picked', async () => {
    const pathsOf = Object.entries((await app.client().get('/api/openapi.json')).paths as Record<string, object>)
    const ids: Record<string, number> = { fixtures: match.id, players: nia.id, leagues: five.id, users: nia.id }
    const all = pathsOf.flatMap(([template, methods]) => {
      const area = template.split('/')[template.startsWith('/api/admin') ? 3 : 2]!
      const filled = template.replace('{id}', `${ids[area] ?? 1}`).replace(/\{home\}\/\{away\}/, '1/2')
      if (!('get' in methods) || filled.includes('{') || /health|ready|metrics/.test(filled)) return []
      return [filled, ...(/(picks|predictions|fixtures)$/.test(filled) ? [`${filled}?gameweek=${match.gameweek}`] : [])]
    })
    expect(all).toContain(path())
    expect(all).toContain(`/api/leagues/${five.id}/picks?gameweek=${match.gameweek}`)
    const signedOut = app.client()
    const readers = [eve, max, ...[admin, signedOut].map(({ request: call }) => ({ call }))]
    const { key } = await nia.get(`/api/players/${nia.id}/duel/${max.id}`)
    const pictures = [`/join/${five.joinCode}`, `/players/${nia.id}/duel/${max.id}/${key}`]
    const crawl = async () => {
      await app.settled()
      const answers = new Map<string, string>()
      for (const each of all)
        await Promise.all(
          readers.map(async (reader, nth) => {
            const { status, body, headers } = await reader.call('GET', each)
            const sent = [...headers].filter(([name]) => /^(etag|content-length|cache-control|plp-)/.test(name))
            // Problems contain the id of their request.
            const answer = status === 200 ? JSON.stringify({ body, sent }) : `${status}`
            // A league shows when its members were last active, not in which match.
            answers.set(`${nth} ${each}`, answer.replace(/"lastActivity":"[^"]*"/, ''))
          }),
        )
      for (const page of pictures) {
        const response = await fetch(`${app.url}${page}/card.png`)
        expect([page, response.status]).toEqual([page, 200])
        answers.set(
          page,
          `${response.headers.get('etag')}${Buffer.from(await response.arrayBuffer()).toString('base64')}`,
        )
      }
      return answers
    }
    // The job starts sealing up to 15 seconds after a start, which changes the answer of /api/proofs/key.
    await app.container.get(PROOFS.Seals).run(new Date(app.clock.now()).toISOString())
    // The first reads may store something, such as the time of a visit.
    await crawl()
    const first = await crawl()
    const own = (await nia.get('/api/predictions')).find((each: { fixtureId: number }) => each.fixtureId === match.id)
    const { result, score } = scoreOf(0, 4)
    const changed = { predictedResult: result, predictedHomeScore: score!.home, predictedAwayScore: score!.away }
    expect((await nia.call('PUT', `/api/predictions/${own.id}`, changed)).status).toBe(200)
    const second = await crawl()
    const differing = [...first].flatMap(([name, answer]) =>
      second.get(name) === answer ? [] : `${name}: ${answer}${second.get(name)}`,
    )
    // Administrators see that there was an event, in the progress of projections.
    expect(differing.filter((each) => !each.startsWith('2 /api/admin/projections:'))).toEqual([])
    expect([...first.values()].filter((answer) => answer.length > 3).length).toBeGreaterThan(100)
  }, 120_000)

  test('R271: no frame of a socket depends on what another player has picked', async () => {
    const [own, other] = (await nia.get('/api/predictions')).map(({ id }: { id: number }) => id)
    expect(other).toBeUndefined()
    const all: Fixture[] = await nia.get('/api/fixtures')
    const marked = all.find(({ id, isOpen }) => isOpen && id !== match.id)!.id
    const readers = [eve, max, { cookie: admin.cookie, call: admin.request }]
    const sockets = await Promise.all(readers.map(({ cookie }) => connected(cookie)))
    /** Frames of each reader after Nia’s change, up to the one of their own next pick. */
    const framesOf = async (home: number, away: number) => {
      for (const socket of sockets) socket.frames.length = 0
      const { result, score } = scoreOf(home, away)
      const changed = { predictedResult: result, predictedHomeScore: score!.home, predictedAwayScore: score!.away }
      expect((await nia.call('PUT', `/api/predictions/${own}`, changed)).status).toBe(200)
      await app.settled()
      for (const { call } of readers) {
        const picks = { predictions: [{ fixtureId: marked, predictedResult: changed.predictedResult }] }
        const gameweek = all.find(({ id }) => id === marked)!.gameweek
        expect((await call('PUT', `/api/predictions/gameweek/${gameweek}`, picks)).status).toBe(200)
      }
      await expect
        .poll(() => sockets.every(({ frames }) => frames.some(({ topic }) => topic === 'predictions')))
        .toBe(true)
      return sockets.map(({ frames }) => {
        const until = frames.findIndex(({ topic }) => topic === 'predictions')
        return frames.slice(0, until).map(({ version: _, ...frame }) => frame)
      })
    }
    // First picks unlock achievements. Frames about them arrive before those of the next change.
    await framesOf(0, 1)
    await unlocked(app)
    await framesOf(1, 1)
    const first = await framesOf(3, 0)
    expect(await framesOf(0, 4)).toEqual(first)
    expect(JSON.stringify(first)).not.toMatch(/score|home|away|pick/i)
    for (const { socket } of sockets) socket.close()
  })
})

/** A socket of a player, with the frames that it receives. */
async function connected(cookie: string): Promise<{ socket: Socket; frames: LiveChange[] }> {
  const frames: LiveChange[] = []
  const socket = io(app.url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    reconnection: false,
    forceNew: true,
  })
  socket.onAny((_, frame: LiveChange) => void frames.push(frame))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  return { socket, frames }
}

describe('a match after its cutoff', () => {
  test('R272: all picks are revealed: as counts to everyone, by name to league mates', async () => {
    setTime(match.cutoffTime!, -1)
    expect((await nia.call('GET', path('/picks'))).status).toBe(409)
    setTime(match.cutoffTime!)
    const crowd = [
      { result: 'away', home: 0, away: 4, picks: 1 },
      { result: 'away', home: 1, away: 3, picks: 1 },
      { result: 'draw', home: 0, away: 0, picks: 1 },
      { result: 'home', home: 2, away: 1, picks: 1 },
    ]
    expect(await picks(eve)).toEqual({ crowd, mates: [] })
    const told = await picks(max)
    expect(told.crowd).toEqual(crowd)
    expect(named(told)).toEqual([
      [nia.id, 0],
      [max.id, 0],
      [mates[0]!.id, 1],
      ...mates.slice(1).map(({ id }) => [id, null]),
    ])
    expect(told.mates[0]!.pick).toEqual({
      ...{ predictedResult: 'away', predictedHomeScore: 0, predictedAwayScore: 4, pointsEarned: null, verdict: null },
    })
    expect(named(await picks(max, `?league=${two.id}`))).toEqual([
      [nia.id, 0],
      [max.id, 0],
    ])
    expect(await read(eve)).toMatchObject({ isRevealed: true, predictions: 4, countedAt: match.cutoffTime })
  })

  test('R272: a league of others is not found, an administrator without a league sees counts only', async () => {
    expect((await eve.call('GET', path(`/picks?league=${five.id}`))).status).toBe(404)
    expect((await eve.call('GET', path(`/picks?league=${Number.MAX_SAFE_INTEGER}`))).status).toBe(404)
    expect((await mates[0]!.call('GET', path(`/picks?league=${two.id}`))).status).toBe(404)
    const { body } = await admin.request('GET', path('/picks'))
    expect(body.mates).toEqual([])
    expect(body.crowd).toHaveLength(4)
  })

  test('R272: a former member is out, and with them what they see', async () => {
    await mates[2]!.call('DELETE', `/api/leagues/${five.id}/members/${mates[2]!.id}`)
    expect(named(await picks(mates[2]!))).toEqual([])
    expect(named(await picks(nia)).map(([id]) => id)).not.toContain(mates[2]!.id)
  })

  test('R273: has points, and its results with reasons', async () => {
    const enter = async (homeScore: number, awayScore: number, reason: string) =>
      expect(
        (await admin.post(`/api/admin/fixtures/${match.id}/result`, { homeScore, awayScore, reason })).status,
      ).toBe(200)
    await enter(2, 2, 'Report')
    const points = async () =>
      (await picks(nia, `?league=${five.id}`)).mates.map(({ pick }) => pick?.pointsEarned ?? null)
    expect(await points()).toEqual([0, 5, 0, null])
    await enter(0, 4, 'A goal was counted twice')
    expect(await points()).toEqual([15, 0, 5, null])
    const { fixture } = await read(eve)
    const history: MatchChange[] = await eve.get(path('/history'))
    expect(fixture).toMatchObject({ homeScore: 0, awayScore: 4 })
    expect(history.map(({ summary, reason, byHand, result }) => ({ summary, reason, byHand, result }))).toEqual([
      { summary: 'Result 2–2 by hand', reason: 'Report', byHand: true, result: { outcome: 'draw', home: 2, away: 2 } },
      {
        summary: 'Result corrected to 0–4 by hand',
        reason: 'A goal was counted twice',
        byHand: true,
        result: { outcome: 'away', home: 0, away: 4 },
      },
    ])
    expect(JSON.stringify(history)).not.toContain('admin"')
    expect((await picks(eve)).crowd).toHaveLength(4)
  })
})
