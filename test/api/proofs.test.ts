import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { PROOFS } from '../../src/areas/proofs/area.ts'
import type { GameweekReceipts, ReceiptFile, Seal, SealKey } from '../../src/areas/proofs/contract.ts'
import { createSigner, SIGNING_KEY } from '../../src/areas/proofs/note.ts'
import { createSeals } from '../../src/areas/proofs/seals.ts'
import { checkReceipt, hashOfCheckpoint, parseCheckpoint, type Verdict } from '../../src/contracts/receipts.ts'
import { TYPES } from '../../src/identifiers.ts'
import { predict, scoreOf } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { audit } from '../support/audit.ts'
import type { TestClient } from '../support/client.ts'
import { playGameweek } from '../support/competitions.ts'
import { type Player, players } from '../support/leagues.ts'
import { ran } from '../support/testing.ts'

let app: TestApp
let admin: TestClient
let [nia, max, eve]: Player[] = []
/** Open matches, by kickoff. */
let matches: Fixture[]
let key: SealKey

const now = () => new Date(app.clock.now()).toISOString()
const after = (iso: string, ms: number) => app.clock.set(new Date(Date.parse(iso) + ms).toISOString())
async function run(): Promise<void> {
  await app.settled()
  await app.container.get(PROOFS.Seals).run(now())
  await app.settled()
}
const list = (more = ''): Promise<Seal[]> => app.client().get(`/api/proofs${more}`)
const verdict = async (receipt: ReceiptFile): Promise<Verdict> =>
  (await checkReceipt(JSON.stringify(receipt), key.verifierKey)).verdict

async function predictionOf(player: Player, match: Fixture): Promise<number> {
  const own: { id: number; fixtureId: number }[] = await player.get('/api/predictions')
  return own.find(({ fixtureId }) => fixtureId === match.id)!.id
}
const receiptOf = async (player: Player, match: Fixture): Promise<ReceiptFile> =>
  player.get(`/api/predictions/${await predictionOf(player, match)}/receipt`)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  ;[nia, max, eve] = await players(app, ['nia', 'max', 'eve'])
  await run()
  key = await app.client().get('/api/proofs/key')
  const all: Fixture[] = await nia!.get('/api/fixtures')
  const gameweek = all.find(({ isOpen }) => isOpen)!.gameweek + 1
  matches = all
    .filter((match) => match.gameweek === gameweek)
    .sort((a, b) => a.kickoffTime!.localeCompare(b.kickoffTime!) || a.id - b.id)
}, 120_000)
afterAll(() => app?.close())

test('R345: a player has a receipt from the moment of saving, and nobody else has it', async () => {
  const [match] = matches as [Fixture]
  await predict(nia!, match.id, 2, 1)
  await predict(max!, match.id, 0, 0)
  const receipt = await receiptOf(nia!, match)
  expect(receipt).toMatchObject({ state: 'open', seal: null, closesAt: match.cutoffTime })
  expect(JSON.parse(receipt.statement)).toEqual({
    ...{ fixtureId: match.id, playerId: nia!.id, revision: 1 },
    pick: { result: 'home', score: { home: 2, away: 1 } },
  })
  expect(await verdict(receipt)).toBe('too-early')
  const path = `/api/predictions/${await predictionOf(nia!, match)}/receipt`
  expect((await max!.call('GET', path)).status).toBe(404)
  expect((await app.client().request('GET', path)).status).toBe(401)
  const update = { predictedResult: 'home', predictedHomeScore: 3, predictedAwayScore: 1 }
  expect((await nia!.call('PUT', path.replace('/receipt', ''), update)).status).toBe(200)
  const second = await receiptOf(nia!, match)
  expect(JSON.parse(second.statement).revision).toBe(2)
  expect([second.salt, second.entry]).not.toEqual([receipt.salt, receipt.entry])
})

test('R346: a match is sealed a minute after its cutoff, and not before', async () => {
  const [match] = matches as [Fixture]
  after(match.cutoffTime!, 59_000)
  await run()
  expect(await list(`?fixtureId=${match.id}`)).toEqual([])
  expect(await receiptOf(nia!, match)).toMatchObject({ state: 'sealing', seal: null })
  after(match.cutoffTime!, 60_000)
  await run()
  const [seal] = await list(`?fixtureId=${match.id}`)
  expect(seal).toMatchObject({ fixtureId: match.id, home: match.homeTeam.shortName, size: 2, sealedAt: now() })
  for (const player of [nia!, max!]) {
    const receipt = await receiptOf(player, match)
    expect(receipt.state).toBe('sealed')
    expect(await verdict(receipt)).toBe('right')
  }
})

test('R343: each seal carries the hash of the one before, and the public list shows only counts and hashes', async () => {
  const seals = await list()
  expect(seals.length).toBeGreaterThan(1)
  const details = await Promise.all(seals.map(({ id }) => app.client().get(`/api/proofs/${id}`)))
  const chain = details.map(({ checkpoint }) => parseCheckpoint(checkpoint)!)
  for (const [index, { previous }] of chain.entries())
    expect(previous).toBe(chain[index + 1] ? await hashOfCheckpoint(chain[index + 1]!) : null)
  expect(await list('?search=gameweek%2099')).toEqual([])
  const { name, shortName } = matches[0]!.homeTeam
  for (const search of [name, shortName, `${shortName} v ${matches[0]!.awayTeam.shortName}`])
    expect((await list(`?search=${encodeURIComponent(search)}`)).length).toBeGreaterThan(0)
  expect((await app.client().request('GET', '/api/proofs/999999')).status).toBe(404)
})

test('a page after the end of the seals of an unknown match is empty', async () => {
  for (const fixtureId of [999_999, Number.MAX_SAFE_INTEGER])
    expect(await list(`?fixtureId=${fixtureId}&offset=100`)).toEqual([])
})

test('R347: a crash between tree and seal, and two nodes at once, leave one seal with every pick', async () => {
  const match = matches.find(({ cutoffTime }) => Date.parse(cutoffTime!) > app.clock.now())!
  await predict(nia!, match.id, 1, 1)
  await predict(max!, match.id, 4, 0)
  after(match.cutoffTime!, 90_000)
  await app.settled()
  const handler = app.container.get(TYPES.Handler)
  const handle = handler.handle
  Object.assign(handler, { handle: () => Promise.reject(new Error('killed')) })
  await expect(run()).rejects.toThrow('killed')
  Object.assign(handler, { handle })
  expect(await list(`?fixtureId=${match.id}`)).toEqual([])
  const second = await startTestApp({ beside: app })
  try {
    await Promise.all([run(), sealsOf(second).run(now()), run()])
  } finally {
    await second.close()
  }
  await run()
  expect(await list(`?fixtureId=${match.id}`)).toMatchObject([{ size: 2 }])
  const numbers = (await list()).map(({ id }) => id)
  expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index))
  expect(await verdict(await receiptOf(max!, match))).toBe('right')
})

test('R348: picks from before version 2 are sealed with their match, as revision 0', async () => {
  const match = matches.findLast(({ cutoffTime }) => Date.parse(cutoffTime!) > app.clock.now())!
  await predict(max!, match.id, 1, 0)
  await appendOldPick(eve!, match)
  const before = await receiptOf(eve!, match)
  expect(JSON.parse(before.statement).revision).toBe(0)
  after(match.cutoffTime!, 60_000)
  await run()
  const receipt = await receiptOf(eve!, match)
  expect([receipt.entry, await verdict(receipt)]).toEqual([before.entry, 'right'])
  expect(await list(`?fixtureId=${match.id}`)).toMatchObject([{ size: 2 }])
})

test('R348: a match that closed before the store sealed anything stays unsealed', async () => {
  const all: Fixture[] = await nia!.get('/api/fixtures')
  const old = all.find(({ cutoffTime }) => cutoffTime !== null && Date.parse(cutoffTime) < Date.parse(key.since!))!
  expect(await list(`?fixtureId=${old.id}`)).toEqual([])
})

test('R349: the board of a settled gameweek is sealed, with a receipt for each player', async () => {
  const gameweek = matches[0]!.gameweek
  await playGameweek(app, admin, gameweek, () => [3, 1])
  after(now(), 60_000)
  await run()
  const answer: GameweekReceipts = await nia!.get(`/api/predictions/gameweek/${gameweek}/receipts`)
  expect(answer.receipts.map(({ state }) => state)).toEqual(answer.receipts.map(() => 'sealed'))
  const { ranking, totalPoints } = (await nia!.get('/api/leaderboard')).me
  expect(JSON.parse(answer.board!.statement)).toMatchObject({
    gameweek,
    playerId: nia!.id,
    rank: ranking,
    points: totalPoints,
  })
  for (const receipt of [...answer.receipts, answer.board!]) expect(await verdict(receipt)).toBe('right')
})

test('R404: a result before the cutoff does not seal its match: once lifted, picks change until the cutoff', async () => {
  const all: Fixture[] = await nia!.get('/api/fixtures')
  const match = all.find(({ isOpen }) => isOpen)!
  await predict(nia!, match.id, 1, 0)
  const path = `/api/admin/fixtures/${match.id}/result`
  expect((await admin.post(path, { homeScore: 2, awayScore: 0, reason: 'Wrong row' })).status).toBe(200)
  after(now(), 60_000)
  await run()
  expect(await list(`?fixtureId=${match.id}`)).toEqual([])
  expect((await admin.delete(path, { reason: 'Wrong row' })).status).toBe(204)
  await predict(max!, match.id, 0, 0)
  const update = { predictedResult: 'home', predictedHomeScore: 3, predictedAwayScore: 1 }
  expect((await nia!.call('PUT', `/api/predictions/${await predictionOf(nia!, match)}`, update)).status).toBe(200)
  after(match.cutoffTime!, 60_000)
  await run()
  expect(await list(`?fixtureId=${match.id}`)).toMatchObject([{ size: 2 }])
  for (const player of [nia!, max!]) expect(await verdict(await receiptOf(player, match))).toBe('right')
})

test('R400: a match without a date is sealed with its result', async () => {
  const all: Fixture[] = await nia!.get('/api/fixtures')
  const match = all.find(({ isOpen }) => isOpen)!
  await predict(nia!, match.id, 1, 0)
  const path = `/api/admin/fixtures/${match.id}`
  expect((await admin.post(`${path}/postpone`, { reason: 'Storm' })).status).toBe(200)
  expect((await admin.post(`${path}/result`, { homeScore: 2, awayScore: 0, reason: 'Played' })).status).toBe(200)
  after(now(), 60_000)
  await run()
  expect(await verdict(await receiptOf(nia!, match))).toBe('right')
})

test('R405: matches that were sealed in a simulation are sealed anew after the purge, by events with other ids', async () => {
  const all: Fixture[] = await nia!.get('/api/fixtures')
  const { gameweek } = all.find(({ isOpen }) => isOpen)!
  const latest = all.findLast((match) => match.gameweek === gameweek && match.isOpen)!
  const sealedLatest = async () => (await list(`?fixtureId=${latest.id}`)).length
  after(now(), 60_000)
  await ran(admin, 'POST', `simulate/${gameweek}`, { seed: 1 })
  after(now(), 60_000)
  await run()
  expect(await sealedLatest()).toBe(1)
  await ran(admin, 'POST', 'clear')
  await run()
  expect(await sealedLatest()).toBe(0)
  after(latest.cutoffTime!, 60_000)
  await run()
  expect(await sealedLatest()).toBe(1)
  expect((await audit(app)).doubled).toEqual([])
})

test('R350: an erasure leaves the entries in the seal and nothing that opens them', async () => {
  const [match] = matches as [Fixture]
  const [path, theirs] = [`/api/predictions/${await predictionOf(max!, match)}/receipt`, await receiptOf(max!, match)]
  expect((await admin.delete(`/api/admin/users/${max!.id}`)).status).toBe(204)
  await app.settled()
  expect((await max!.call('GET', path)).status).toBe(401)
  expect(await app.container.get(TYPES.PersonalData).keysOf([max!.id])).toEqual(new Map())
  expect(await verdict(await receiptOf(nia!, match))).toBe('right')
  const { pool } = app.container.get(TYPES.Database)
  const { rows } = await pool.query('select root, entries from app.seal_entries')
  expect(rows.some(({ entries }) => entries.includes(Buffer.from(theirs.entry, 'hex')))).toBe(true)
  expect(rows.some(({ entries }) => entries.includes(Buffer.from(theirs.salt, 'hex')))).toBe(false)
})

test('R351: the checker is one page with the key of the store and without any address', async () => {
  const res = await fetch(`${app.url}/api/proofs/checker`)
  const page = await res.text()
  expect(res.headers.get('content-disposition')).toBe('attachment; filename="plp-checker.html"')
  expect(page).toContain(`const KEY = ${JSON.stringify(key.verifierKey)}`)
  expect(page).toContain('async function checkReceipt(')
  expect(page).not.toMatch(/https?:|import |RECEIPTS|: string/)
})

/** Seals of a node that has just led: it appends through its own connections. */
const sealsOf = ({ container }: TestApp) =>
  createSeals({
    database: container.get(TYPES.Database),
    handler: container.get(TYPES.Handler),
    log: container.get(TYPES.Log),
    keysOf: container.get(TYPES.PersonalData).keysOf,
    progress: { passed: async () => true },
    signer: createSigner(container.get(TYPES.PersonalData).derivedKey(SIGNING_KEY)),
  })

/** Appends a pick as the version before seals did. */
async function appendOldPick({ id: userId }: Player, { id: fixtureId }: Fixture): Promise<void> {
  const id = crypto.randomUUID()
  const metadata = {
    $correlationId: id,
    $causationId: id,
    actor: userId,
    version: 1,
    source: 'command',
    at: now(),
  } as const
  const pick = scoreOf(2, 0)
  const event = {
    id,
    type: 'PredictionSubmitted',
    data: { predictionId: 1_000_000, userId, fixtureId, pick },
    metadata,
  }
  await app.container.get(TYPES.RawLog).append(`prediction-${userId}-${fixtureId}`, [event], 'no_stream')
  await app.settled()
}
