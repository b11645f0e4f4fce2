import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { Duel, DuelPicks } from '../../src/areas/players/contract.ts'
import type { Wrap } from '../../src/areas/wraps/contract.ts'
import { enter, predict } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createClient, type TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'

let app: TestApp
let admin: TestClient
/** Ann and Ben share a league with each other and with Cal; Dan shares one with Ann only, Eve none. */
let [ann, ben, cal, dan, eve]: Player[] = []
/** The matches of a gameweek by cutoff, with Ann's and Ben's picks. */
let matches: Fixture[]
const PICKS = [
  [
    [2, 1],
    [2, 1],
  ],
  [
    [2, 1],
    [0, 0],
  ],
  [[2, 1], null],
  [null, [0, 0]],
  [
    [1, 0],
    [3, 0],
  ],
] as const

beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://plp.example' } })
  admin = await app.admin()
  ;[ann, ben, cal, dan, eve] = await players(app, ['ann', 'ben', 'cal', 'dan', 'eve'])
  const all: Fixture[] = await ann!.get('/api/fixtures')
  const gameweek = all.find(({ isOpen }) => isOpen)!.gameweek + 1
  matches = all
    .filter((fixture) => fixture.gameweek === gameweek)
    .sort((a, b) => a.cutoffTime!.localeCompare(b.cutoffTime!) || a.id - b.id)
  for (const [nth, [first, second]] of PICKS.entries()) {
    if (first) await predict(ann!, matches[nth]!.id, first[0], first[1])
    if (second) await predict(ben!, matches[nth]!.id, second[0], second[1])
  }
  await joinedBy(await leagueOf(ann!), ben!, cal!)
  await joinedBy(await leagueOf(ann!), dan!)
}, 120_000)
afterAll(() => app?.close())

type Reader = Pick<Player, 'get'>
const path = (more = '', [one, two] = [ann!.id, ben!.id]) => `/api/players/${one}/duel/${two}${more}`
const duel = (reader: Reader): Promise<Duel> => reader.get(path())
const picks = (reader: Reader): Promise<DuelPicks> => reader.get(path(`/picks?gameweek=${matches[0]!.gameweek}`))
const pathOf = ({ key }: Duel) => `/players/${ann!.id}/duel/${ben!.id}/${key}`
const statusOf = async (at: string) => (await fetch(`${app.url}${at}`)).status

describe('R300: picks of a duel', () => {
  test('are revealed at their cutoff, to readers who share a league with both; one’s own side counts', async () => {
    const [first, last] = [matches[0]!, matches.at(-1)!].map(({ cutoffTime }) => Date.parse(cutoffTime!))
    for (const moment of [first! - 1, first!, last! - 1, last!]) {
      app.clock.set(new Date(moment).toISOString())
      const closed = matches.filter(({ cutoffTime }, nth) => PICKS[nth] && Date.parse(cutoffTime!) <= moment)
      for (const reader of [ann!, ben!, cal!])
        expect((await picks(reader)).picks.map(({ fixture }) => fixture.id)).toEqual(closed.map(({ id }) => id))
    }
    const [, apart, alone, other] = (await picks(cal!)).picks
    const pick = (home: number, away: number) => ({ predictedHomeScore: home, predictedAwayScore: away, verdict: null })
    expect(apart).toMatchObject({ player: pick(2, 1), opponent: pick(0, 0) })
    expect([alone!.opponent, other!.player]).toEqual([null, null])
  })

  test('are refused to a mate of one, to strangers and to administrators', async () => {
    const call = { get: admin.get, call: admin.request }
    for (const reader of [dan!, eve!, call]) {
      const answer = await reader.call('GET', path('/picks'))
      expect(answer).toMatchObject({ status: 403, body: { detail: 'Picks are shown to league mates only' } })
      expect(await duel(reader)).toMatchObject({ matches: null, key: null })
    }
  })
})

test('R301: totals are shown to every player, numbers of single matches to mates of both', async () => {
  expect(await duel(ann!)).toMatchObject({ gameweeks: [], won: { player: 0, opponent: 0, level: 0 } })
  for (const { id } of matches.slice(0, 4)) await enter(admin, id, 2, 1)
  await enter(admin, matches[4]!.id, 0, 1)
  const { gameweek } = matches[0]!
  const told = await duel(eve!)
  expect(told).toMatchObject({
    player: { id: ann!.id, points: 45, exactScores: 3, correctPredictions: 3, settledPredictions: 4, accuracy: 75 },
    opponent: { id: ben!.id, points: 15, exactScores: 1, correctPredictions: 1, settledPredictions: 4, accuracy: 25 },
    gameweeks: [{ gameweek, player: 45, opponent: 15 }],
    won: { player: 1, opponent: 0, level: 0 },
  })
  // A new field has to be added here, as it is visible to all (T48).
  expect(Object.keys(told)).toEqual(['player', 'opponent', 'gameweeks', 'won', 'matches', 'key'])
  for (const reader of [ann!, ben!, cal!])
    expect((await duel(reader)).matches).toEqual({
      ...{ player: 2, opponent: 0, level: 3, both: 3, agreed: 1 },
      lonePicks: { player: 3, opponent: 3 },
    })
  for (const reader of [dan!, eve!, admin]) expect((await duel(reader)).matches).toBeNull()
  expect((await picks(ben!)).picks[0]).toMatchObject({
    player: { pointsEarned: 15, verdict: 'exact' },
    opponent: { pointsEarned: 15, verdict: 'exact' },
  })
})

describe('R302: a shared duel', () => {
  test('has a picture with totals for anyone with the address, which only the two get', async () => {
    for (const reader of [cal!, dan!, eve!, admin]) expect((await duel(reader)).key).toBeNull()
    const shared = await duel(ann!)
    expect((await duel(ben!)).key).toBe(shared.key)
    const html = await (await fetch(`${app.url}${pathOf(shared)}`, { headers: { accept: 'text/html' } })).text()
    expect(html).toContain(`<title>${ann!.username} v ${ben!.username} · PLP</title>`)
    expect(html).toContain(`45 to 15 points after gameweek ${matches[0]!.gameweek}.`)
    expect(html).toContain(`https://plp.example${pathOf(shared)}/card.png?v=`)
    const picture = await fetch(`${app.url}${pathOf(shared)}/card.png`)
    expect(picture.headers.get('cache-control')).toContain('private')
    const { format, width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
  })

  test('T48: ids alone, another pair’s key and a deleted player show nothing', async () => {
    const [gone] = await players(app, ['gone'])
    const key = (await duel(ann!)).key!
    for (const wrong of [
      `/players/${ann!.id}/duel/${eve!.id}/${key}`,
      `/players/${ben!.id}/duel/${ann!.id}/${key}`,
      `/players/${ann!.id}/duel/${ben!.id}/${'0'.repeat(key.length)}`,
      '/players/x/duel/y/z',
    ])
      expect(await statusOf(`${wrong}/card.png`), wrong).toBe(404)
    const theirs: Duel = await gone!.get(path('', [gone!.id, ann!.id]))
    expect((await admin.delete(`/api/admin/users/${gone!.id}?reason=asked`)).status).toBe(204)
    expect(await statusOf(`/players/${gone!.id}/duel/${ann!.id}/${theirs.key}/card.png`)).toBe(404)
    for (const more of ['', '/picks']) {
      expect((await ann!.call('GET', path(more, [gone!.id, ann!.id]))).status).toBe(404)
      expect((await ann!.call('GET', path(more, [ann!.id, ann!.id]))).status).toBe(400)
      expect((await createClient(app.url).request('GET', path(more))).status).toBe(401)
    }
  })
})

test('R303, R305: a wrap is one’s own, has no cards and no address before half-time, and no picture without its key', async () => {
  const wrap: Wrap = await ann!.get('/api/wrap')
  expect(wrap).toMatchObject({ part: 'half', neededGameweeks: 19, points: 45, cards: null, path: null })
  expect((await createClient(app.url).request('GET', '/api/wrap')).status).toBe(401)
  for (const file of ['card.png', 'story.png'])
    expect(await statusOf(`/wrap/${ann!.id}/${wrap.season}/half/${'0'.repeat(32)}/${file}`)).toBe(404)
})
