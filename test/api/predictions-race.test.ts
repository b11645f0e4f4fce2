import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { type FixtureCommand, fixtureDecider } from '../../src/areas/fixtures/fixture-decider.ts'
import { fixtureStreams } from '../../src/areas/fixtures/queries.ts'
import { type EventLog, EventLogUnavailable } from '../../src/kernel/event-log.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { calendar, match, startFixtures, type TestFixtures } from '../support/fixtures-app.ts'

const NOW = '2025-03-05T12:00:00.000Z'
const KICKOFF = '2025-03-08T15:00:00.000Z'
const LATER = '2025-04-02T18:45:00.000Z'
const reason = 'Because'

/** Hooks into the log, between a command and its picks. */
const hooks = {
  /** Runs before the next append of a pick, after the command has read the match. */
  beforePick: null as (() => Promise<unknown>) | null,
  /** Appends of this type fail, as if the node died before them. */
  diesBefore: null as string | null,
  /** The next read of a match's stream fails. */
  failsToRead: false,
  /** Names of streams that were read. */
  reads: [] as string[],
}

/** A log with these hooks. */
function interrupted(log: EventLog): EventLog {
  const before = async (stream: string, type: string) => {
    if (type === hooks.diesBefore) throw new EventLogUnavailable('killed')
    const interrupt = stream.startsWith('prediction-') && type !== 'PredictionVoided' ? hooks.beforePick : null
    if (interrupt) hooks.beforePick = null
    await interrupt?.()
  }
  return {
    ...log,
    async append(stream, events, expected) {
      await before(stream, events[0]!.type)
      return log.append(stream, events, expected)
    },
    async appendMany(appends) {
      for (const { stream, events } of appends) await before(stream, events[0]!.type)
      return log.appendMany(appends)
    },
    async readStream(stream, from) {
      if (hooks.failsToRead && stream.startsWith('fixture-')) {
        hooks.failsToRead = false
        throw new EventLogUnavailable('killed')
      }
      hooks.reads.push(stream)
      return log.readStream(stream, from)
    },
  }
}

let game: TestFixtures
let number = 0
beforeAll(async () => {
  game = await startFixtures(NOW, { wrap: interrupted })
})
afterAll(() => game.stop())
beforeEach(() => {
  Object.assign(hooks, { beforePick: null, diesBefore: null, failsToRead: false })
  game.travel(NOW)
})

/** Matches of their own season, all in its first gameweek. */
async function matches(count: number): Promise<Fixture[]> {
  const year = 1900 + ++number
  const season = `${year}-${String(year + 1).slice(-2)}`
  const clubs = ['Arsenal', 'Chelsea', 'Everton', 'Fulham']
  await game.take(
    calendar(
      Array.from({ length: count }, (_, n) => match(clubs[2 * n]!, clubs[2 * n + 1]!, { kickoff: KICKOFF })),
      season,
    ),
  )
  return (await game.as('admin').get(`/api/fixtures?season=${season}`)).body
}
const newMatch = async (): Promise<number> => (await matches(1))[0]!.id

let users = 10_000
/** A player without any picks. */
function newPlayer() {
  const id = ++users
  const as = game.as(String(id))
  const typesOf = async (fixtureId: number) =>
    (await game.log.readStream(`prediction-${id}-${fixtureId}`)).map(({ type }) => type)
  return {
    id,
    post: (fixtureId: number, body: object = home, key: Record<string, string> = {}) =>
      as.post('/api/predictions', { fixtureId, ...body }, key),
    put: (predictionId: number, body: object) => as.put(`/api/predictions/${predictionId}`, body),
    putAll: (...predictions: object[]) => as.put('/api/predictions/gameweek/1', { predictions }),
    picks: async () => (await as.get('/api/predictions')).body as { id: number; predictedResult: string }[],
    points: async () => (await as.get('/api/user/points')).body as { fixtureId: number; points: number }[],
    typesOf,
  }
}

const home = { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
const draw = { predictedResult: 'draw' }

const rule = async (id: number, what: string, body: object = {}) => {
  const { status } = await game.as('admin').post(`/api/admin/fixtures/${id}/${what}`, { reason, ...body })
  expect(status).toBe(200)
}
const result = (id: number) => rule(id, 'result', { homeScore: 2, awayScore: 1 })
const lift = async (id: number) =>
  expect((await game.as('admin').delete(`/api/admin/fixtures/${id}/result`, { reason })).status).toBe(204)
const later = (id: number) => rule(id, 'reschedule', { kickoffTime: LATER })

const ENDED = 'Prediction period has ended'
/**
 * A concurrent ruling of an administrator, the message for the refused player, and the command that reopens the match.
 */
const rulings: [string, (id: number) => Promise<void>, string, ((id: number) => Promise<void>) | null][] = [
  ['a result', result, ENDED, lift],
  ['a cancellation', (id) => rule(id, 'cancel'), 'This match has been cancelled', lift],
  ['an award', (id) => rule(id, 'award', { result: 'home' }), ENDED, lift],
  ['an abandonment', (id) => rule(id, 'abandon'), ENDED, later],
  // The new cutoff is now; once passed, it cannot be undone.
  ['a kickoff brought forward', (id) => rule(id, 'reschedule', { kickoffTime: '2025-03-05T12:05:00Z' }), ENDED, null],
]

describe.each(rulings)('%s between reading the match and the pick', (_, ruling, detail, open) => {
  test('a first pick is refused, stored nowhere, and can be made once the match is open again', async () => {
    const id = await newMatch()
    const player = newPlayer()
    hooks.beforePick = () => ruling(id)
    const lost = await player.post(id)
    expect([lost.status, lost.body.detail]).toEqual([409, detail])
    expect(await player.picks()).toEqual([])
    expect(await player.typesOf(id)).toEqual(['PredictionSubmitted', 'PredictionVoided'])
    if (!open) return expect((await player.post(id)).body.detail).toBe(detail)
    await open(id)
    const { status, body } = await player.post(id, draw)
    expect([status, await player.picks()]).toEqual([201, [body]])
    expect((await player.put(body.id, home)).status).toBe(200)
    await result(id)
    await game.settle()
    expect(await player.points()).toEqual([expect.objectContaining({ fixtureId: id, points: 15 })])
  })

  test('a change is refused, and the existing pick stays', async () => {
    const id = await newMatch()
    const player = newPlayer()
    const { body: first } = await player.post(id)
    game.travel('2025-03-05T12:00:01.000Z')
    hooks.beforePick = () => ruling(id)
    const lost = await player.put(first.id, draw)
    expect([lost.status, lost.body.detail]).toEqual([409, detail])
    const [stands, ...others] = await player.picks()
    expect([stands, others]).toMatchObject([{ id: first.id, ...home, updatedAt: first.updatedAt }, []])
    const stream = await game.log.readStream(`prediction-${player.id}-${id}`)
    expect(stream.at(-1)).toMatchObject({ type: 'PredictionVoided', data: { pick: { result: 'home' } } })
    if (!open) return
    await open(id)
    expect((await player.post(id)).body.detail).toBe('You have already predicted this match')
    expect((await player.put(first.id, draw)).status).toBe(200)
    expect(await player.picks()).toMatchObject([{ id: first.id, predictedResult: 'draw' }])
  })

  test('of a whole gameweek each pick has its own outcome', async () => {
    const [one, other] = (await matches(2)).map((each) => each.id) as [number, number]
    const player = newPlayer()
    hooks.beforePick = () => ruling(one)
    const { body } = await player.putAll({ fixtureId: one, ...home }, { fixtureId: other, ...home })
    expect(body).toMatchObject([
      { fixtureId: one, status: 409, detail },
      { fixtureId: other, status: 201 },
    ])
    expect(await player.picks()).toEqual([body[1].prediction])
    if (!open) return
    await open(one)
    const again = await player.putAll({ fixtureId: one, ...draw }, { fixtureId: other, ...home })
    expect(again.body).toMatchObject([{ status: 201 }, { status: 200 }])
    expect(await player.picks()).toHaveLength(2)
  })
})

describe('a pick and a concurrent ruling', () => {
  test('a postponement loses none: the pick is kept until there is a date', async () => {
    const id = await newMatch()
    const player = newPlayer()
    hooks.beforePick = () => rule(id, 'postpone')
    const { status, body } = await player.post(id)
    expect([status, await player.picks()]).toMatchObject([201, [{ id: body.id }]])
    expect((await newPlayer().post(id)).body.detail).toMatch(/no date yet/)
    await later(id)
    expect((await player.put(body.id, draw)).status).toBe(200)
  })

  test('a kickoff brought forward to after the pick, or an irrelevant ruling, is no refusal', async () => {
    const id = await newMatch()
    const player = newPlayer()
    hooks.beforePick = () => rule(id, 'reschedule', { kickoffTime: '2025-03-06T15:00:00Z' })
    expect((await player.post(id)).status).toBe(201)
    expect(await player.typesOf(id)).toEqual(['PredictionSubmitted'])
  })

  test('the same Idempotency-Key gets the same refusal, even if the node died before its response', async () => {
    const id = await newMatch()
    const player = newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    hooks.beforePick = () => result(id)
    const first = await player.post(id, home, key)
    const again = await player.post(id, home, key)
    expect([first, again].map(({ status, body }) => [status, body.detail])).toEqual([
      [409, ENDED],
      [409, ENDED],
    ])

    const dies = newPlayer()
    const other = await newMatch()
    Object.assign(hooks, { beforePick: () => result(other), diesBefore: 'PredictionVoided' })
    expect((await dies.post(other, home, key)).status).toBe(503)
    expect(await dies.typesOf(other)).toEqual(['PredictionSubmitted'])
    hooks.diesBefore = null
    await lift(other)
    const repeated = await dies.post(other, home, key)
    expect([repeated.status, repeated.body.detail]).toEqual([409, ENDED])
    expect(await dies.typesOf(other)).toEqual(['PredictionSubmitted', 'PredictionVoided'])
    expect(await dies.picks()).toEqual([])
  })

  test('the same Idempotency-Key gets 201 for a pick that was in time, though the match has a result by now', async () => {
    const id = await newMatch()
    const player = newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    hooks.beforePick = async () => {
      hooks.failsToRead = true
    }
    expect((await player.post(id, home, key)).status).toBe(503)
    await result(id)
    const { status, body } = await player.post(id, home, key)
    expect([status, body.id]).toEqual([201, (await player.picks())[0]!.id])
  })
})

describe('a void pick without its void event', () => {
  /** As after a node is killed between the two appends, and as in logs of older versions. */
  async function leftVoid(body: object = home) {
    const id = await newMatch()
    const player = newPlayer()
    Object.assign(hooks, { beforePick: () => result(id), diesBefore: 'PredictionVoided' })
    expect((await player.post(id, body)).status).toBe(503)
    Object.assign(hooks, { beforePick: null, diesBefore: null })
    await game.settle()
    return { id, player }
  }

  test('gets its event from the job that searches for them, once', async () => {
    const { id, player } = await leftVoid()
    expect(await player.typesOf(id)).toEqual(['PredictionSubmitted'])
    await Promise.all([game.voidPicks(), game.voidPicks()])
    await game.settle()
    await game.voidPicks()
    expect(await player.typesOf(id)).toEqual(['PredictionSubmitted', 'PredictionVoided'])
    await lift(id)
    expect((await player.post(id)).status).toBe(201)
    expect(await player.picks()).toHaveLength(1)
  })

  test('does not prevent a new prediction, even before the job has found it', async () => {
    const { id, player } = await leftVoid()
    await lift(id)
    const { status, body } = await player.post(id, draw)
    expect([status, await player.picks()]).toEqual([201, [body]])
  })

  test('is not the same pick again', async () => {
    const { id, player } = await leftVoid()
    await lift(id)
    const { body } = await player.putAll({ fixtureId: id, ...home })
    expect(body).toMatchObject([{ status: 201 }])
    expect(await player.picks()).toEqual([body[0].prediction])
  })

  test('may be changed: the change is the first effective pick', async () => {
    const { id, player } = await leftVoid()
    await lift(id)
    const { body } = await player.putAll({ fixtureId: id, ...draw })
    expect(body).toMatchObject([{ status: 200, prediction: { predictedResult: 'draw' } }])
    expect(await player.picks()).toEqual([body[0].prediction])
    await game.voidPicks()
    expect(await player.typesOf(id)).toEqual(['PredictionSubmitted', 'PredictionUpdated'])
  })
})

describe('many picks at once', () => {
  const context = { actor: null, at: NOW, correlationId: 'c', causationId: 'c', source: 'simulation' } as const
  const pick = { result: 'draw', score: null } as const
  /** A ruling on another node, which this node has not read. */
  async function elsewhere(id: number, command: FixtureCommand) {
    const { log, db } = game
    const stream = (await fixtureStreams(db, [id])).get(id)!
    expect(await createCommandHandler({ log }).handle(fixtureDecider, stream, command, context)).toMatchObject({
      ok: true,
    })
  }

  test('any number of them read their match once before they are stored and once after', async () => {
    const fixtures = (await matches(2)).map(({ id }) => id)
    hooks.reads = []
    const items = fixtures.flatMap((fixtureId) =>
      Array.from({ length: 50 }, () => ({ userId: ++users, fixtureId, pick, context })),
    )
    const saved = await game.predictions.saveMany(items)
    expect(saved.every(({ ok }) => ok)).toBe(true)
    expect(hooks.reads.filter((stream) => stream.startsWith('fixture-'))).toHaveLength(2 * fixtures.length)
  })

  test('are refused where another node has ruled', async () => {
    const fixtureId = await newMatch()
    const player = newPlayer()
    await elsewhere(fixtureId, { type: 'enter-result', at: NOW, homeScore: 2, awayScore: 1, reason })
    const item = { userId: player.id, fixtureId, pick, context }
    expect(await game.predictions.saveMany([item])).toEqual([{ ok: false, rejected: 'prediction-period-ended' }])
    expect(await player.typesOf(fixtureId)).toEqual([])
  })

  test('are accepted if another node has opened the match again', async () => {
    const fixtureId = await newMatch()
    const player = newPlayer()
    await result(fixtureId)
    await elsewhere(fixtureId, { type: 'lift-result', at: NOW, reason })
    const item = { userId: player.id, fixtureId, pick, context }
    expect(await game.predictions.saveMany([item])).toMatchObject([{ ok: true, created: true }])
    expect(await player.typesOf(fixtureId)).toEqual(['PredictionSubmitted'])
  })

  test('are not the same pick again if another node has ruled', async () => {
    const fixtureId = await newMatch()
    const player = newPlayer()
    const item = { userId: player.id, fixtureId, pick, context }
    expect(await game.predictions.saveMany([item])).toMatchObject([{ ok: true, created: true }])
    await elsewhere(fixtureId, { type: 'enter-result', at: NOW, homeScore: 2, awayScore: 1, reason })
    expect(await game.predictions.saveMany([item])).toEqual([{ ok: false, rejected: 'prediction-period-ended' }])
    expect(await player.typesOf(fixtureId)).toEqual(['PredictionSubmitted'])
  })
})

test('afterwards a rebuild gives the same tables, and every stream agrees with them', async () => {
  await game.settle()
  const verified = await game.engine.verify()
  expect(verified.filter(({ same }) => !same)).toEqual([])
  expect(verified.length).toBeGreaterThan(1)
})
