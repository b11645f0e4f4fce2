import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  club,
  fact,
  finished,
  scheduled,
  season,
  startPlay,
  type TestFixture,
  type TestPlay,
} from '../support/play-app.ts'

let game: TestPlay
let nextFixture = 0
let nextUser = 100
const user = () => {
  nextUser += 1
  return nextUser
}

beforeAll(async () => {
  game = await startPlay()
  await game.say(season('2024-25'), ...Array.from({ length: 20 }, (_, i) => club(i + 1)))
})
afterAll(() => game.stop())

/** A fixture for one test: no two share a pair of clubs. */
async function fixture(over: Partial<TestFixture> = {}): Promise<TestFixture> {
  const pair = nextFixture
  nextFixture += 1
  const homeTeamId = 1 + Math.floor(pair / 19)
  const others = Array.from({ length: 20 }, (_, i) => i + 1).filter((id) => id !== homeTeamId)
  const each = {
    fixtureId: nextFixture,
    season: '2024-25',
    gameweek: 1,
    homeTeamId,
    awayTeamId: others[pair % 19]!,
    kickoff: '2024-08-17T14:00:00.000Z',
    ...over,
  }
  await game.say(scheduled(each))
  return each
}

const exact = (fixtureId: number, predictedHomeScore: number, predictedAwayScore: number) => ({
  fixtureId,
  predictedResult:
    predictedHomeScore > predictedAwayScore ? 'home' : predictedHomeScore < predictedAwayScore ? 'away' : 'draw',
  predictedHomeScore,
  predictedAwayScore,
})

async function at<T>(time: string, work: () => Promise<T>): Promise<T> {
  const before = game.now()
  game.travel(time)
  try {
    return await work()
  } finally {
    game.travel(before)
  }
}

describe('POST /api/predictions', () => {
  test('returns 201 with the prediction and its fixture, and it is readable at once', async () => {
    const { fixtureId } = await fixture()
    const me = user()
    const { status, body } = await game.as(me).post('/api/predictions', { userId: me, ...exact(fixtureId, 2, 1) })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.any(Number),
      userId: me,
      ...exact(fixtureId, 2, 1),
      pointsEarned: null,
      verdict: null,
      createdAt: game.now(),
      updatedAt: game.now(),
      fixture: { id: fixtureId, homeTeam: { name: 'Club 1' }, cutoffTime: '2024-08-17T13:55:00.000Z', isOpen: true },
    })
    expect((await game.as(me).get('/api/predictions')).body).toEqual([body])
  })

  test('many at once: each player gets their own response', async () => {
    const fixtures = [await fixture(), await fixture()]
    const players = Array.from({ length: 10 }, user)
    const picked = players.map((me, nth) => ({ me, pick: exact(fixtures[nth % 2]!.fixtureId, nth, 0) }))
    const answers = await Promise.all(picked.map(({ me, pick }) => game.as(me).post('/api/predictions', pick)))
    expect(answers).toMatchObject(
      picked.map(({ me, pick }) => ({
        status: 201,
        body: { userId: me, ...pick, fixture: { id: pick.fixtureId } },
      })),
    )
  })

  test('accepts a result without a score', async () => {
    const { fixtureId } = await fixture()
    const { status, body } = await game.as(user()).post('/api/predictions', { fixtureId, predictedResult: 'draw' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ predictedResult: 'draw', predictedHomeScore: null, predictedAwayScore: null })
  })

  test('a second prediction of a match is 409', async () => {
    const { fixtureId } = await fixture()
    const me = game.as(user())
    await me.post('/api/predictions', exact(fixtureId, 2, 1))
    const again = await me.post('/api/predictions', exact(fixtureId, 0, 0))
    expect([again.status, again.body.detail]).toEqual([409, 'You have already predicted this match'])
    expect((await me.get('/api/predictions')).body).toMatchObject([exact(fixtureId, 2, 1)])
  })

  test('twenty at once: one 201, nineteen 409, one stream of one event', async () => {
    const { fixtureId } = await fixture()
    const me = user()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => game.as(me).post('/api/predictions', exact(fixtureId, i % 10, 0))),
    )
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    expect(await game.log.readStream(`prediction-${me}-${fixtureId}`)).toHaveLength(1)
  })

  test('is accepted until 5 minutes before kickoff by the server’s clock; from then on 409', async () => {
    const { fixtureId } = await fixture()
    const late = await at('2024-08-17T13:55:00.000Z', () =>
      game.as(user()).post('/api/predictions', exact(fixtureId, 2, 1)),
    )
    expect([late.status, late.body.detail]).toEqual([409, 'Prediction period has ended'])
    const early = await at('2024-08-17T13:54:59.999Z', () =>
      game.as(user()).post('/api/predictions', exact(fixtureId, 2, 1)),
    )
    expect(early.status).toBe(201)
  })

  test('uses the latest revision of the fixture’s stream, not the read model (T26)', async () => {
    const other = await startPlay()
    try {
      const match = { ...(await fixture()), fixtureId: 1, homeTeamId: 1, awayTeamId: 2 }
      await other.say(season('2024-25'), club(1), club(2), scheduled(match))
      await other.engine.stop()
      const { stream, event } = fact(match, {
        type: 'FixtureRescheduled',
        data: { fixtureId: 1, kickoff: '2024-08-15T12:04:00.000Z', closed: false, byHand: true, reason: 'x' },
      })
      const [first] = await other.log.readStream(stream)
      await other.log.append(stream, [{ ...first!, id: crypto.randomUUID(), ...event }], 0)
      const { status, body } = await other.as(user()).post('/api/predictions', exact(1, 2, 1))
      expect([status, body.detail]).toEqual([409, 'Prediction period has ended'])
    } finally {
      await other.stop()
    }
  })

  test('stored while the projection is paused, it is a success and reports the lag', async () => {
    const other = await startPlay()
    try {
      const match = { ...(await fixture()), fixtureId: 1, homeTeamId: 1, awayTeamId: 2 }
      await other.say(season('2024-25'), club(1), club(2), scheduled(match))
      await other.engine.stop()
      const me = user()
      const { status, body, headers } = await other.as(me).post('/api/predictions', exact(1, 2, 1))
      expect([status, headers.get('plp-pending')]).toEqual([201, 'play, achievements'])
      expect(body).toMatchObject({ userId: me, ...exact(1, 2, 1), pointsEarned: null, fixture: { id: 1 } })
      expect(await other.log.readStream(`prediction-${me}-1`)).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['a match without a date', { kickoff: null }, 'This match has no date yet. Predictions open when it has one'],
    ['a match in the past', { kickoff: '2024-08-10T14:00:00.000Z' }, 'Prediction period has ended'],
  ])('%s is 409', async (_, over, detail) => {
    const { fixtureId } = await fixture(over)
    const { status, body } = await game.as(user()).post('/api/predictions', exact(fixtureId, 2, 1))
    expect([status, body.detail]).toEqual([409, detail])
  })

  test('a cancelled match and one with an early result are 409', async () => {
    const off = await fixture()
    await game.say(
      fact(off, { type: 'FixtureCancelled', data: { fixtureId: off.fixtureId, byHand: true, reason: 'x' } }),
    )
    const over = await fixture()
    await game.say(finished(over, 1, 0))
    const me = game.as(user())
    expect((await me.post('/api/predictions', exact(off.fixtureId, 2, 1))).body.detail).toBe(
      'This match has been cancelled',
    )
    expect((await me.post('/api/predictions', exact(over.fixtureId, 2, 1))).body.detail).toBe(
      'Prediction period has ended',
    )
  })

  test.each([
    ['no result', { predictedResult: undefined }, 'Please select a prediction'],
    ['an unknown result', { predictedResult: 'win' }, 'Please select a prediction'],
    [
      'a score that contradicts the result',
      { predictedResult: 'away' },
      'The score needs both sides and must fit the chosen result',
    ],
    ['one digit of two', { predictedAwayScore: null }, 'The score needs both sides and must fit the chosen result'],
    ['ten goals', { predictedHomeScore: 10 }, 'Scores are 0 to 9'],
    ['half a goal', { predictedHomeScore: 1.5 }, 'Scores are whole numbers'],
    ['a negative score', { predictedAwayScore: -1 }, 'Scores are 0 to 9'],
  ])('%s is 400 and stores nothing', async (_, over, detail) => {
    const { fixtureId } = await fixture()
    const me = user()
    const { status, body } = await game.as(me).post('/api/predictions', { ...exact(fixtureId, 2, 1), ...over })
    expect([status, body.detail]).toEqual([400, detail])
    expect(await game.log.readStream(`prediction-${me}-${fixtureId}`)).toEqual([])
  })

  test('another’s userId is 403 and stores nothing (T25)', async () => {
    const { fixtureId } = await fixture()
    const me = user()
    const other = user()
    const { status } = await game.as(me).post('/api/predictions', { userId: other, ...exact(fixtureId, 2, 1) })
    expect(status).toBe(403)
    expect(await game.log.readStream(`prediction-${other}-${fixtureId}`)).toEqual([])
  })

  test('unknown fields are ignored, never stored (T28)', async () => {
    const { fixtureId } = await fixture()
    const me = user()
    await game.as(me).post('/api/predictions', { ...exact(fixtureId, 2, 1), pointsEarned: 15, id: 1 })
    const [event] = await game.log.readStream(`prediction-${me}-${fixtureId}`)
    expect(Object.keys(event!.data as object).sort()).toEqual([
      'entry',
      'fixtureId',
      'pick',
      'predictionId',
      'revision',
      'userId',
    ])
  })

  test.each([987_654, 4_000_000_000])('an unknown match is 404 (id %i)', async (fixtureId) => {
    const { status, body } = await game.as(user()).post('/api/predictions', exact(fixtureId, 2, 1))
    expect([status, body.detail]).toEqual([404, 'Fixture not found'])
  })

  test('signed out is 401', async () => {
    const { fixtureId } = await fixture()
    expect((await game.as(null).post('/api/predictions', exact(fixtureId, 2, 1))).status).toBe(401)
  })

  test('the same Idempotency-Key gets the first response and has one effect', async () => {
    const { fixtureId } = await fixture()
    const me = game.as(user())
    const key = { 'idempotency-key': 'one-and-only' }
    const first = await me.post('/api/predictions', exact(fixtureId, 2, 1), key)
    const again = await me.post('/api/predictions', exact(fixtureId, 2, 1), key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
  })
})

describe('PUT /api/predictions/{id}', () => {
  async function predicted() {
    const match = await fixture()
    const id = user()
    const me = game.as(id)
    const { body } = await me.post('/api/predictions', exact(match.fixtureId, 2, 1))
    return { match, me, path: `/api/predictions/${body.id}`, prediction: body }
  }

  test('returns 200 with the new pick under the same id', async () => {
    const { me, path, prediction } = await predicted()
    const { status, body } = await at('2024-08-16T00:00:00.000Z', () =>
      me.put(path, { predictedResult: 'draw', predictedHomeScore: 1, predictedAwayScore: 1 }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: prediction.id,
      predictedResult: 'draw',
      predictedHomeScore: 1,
      createdAt: prediction.createdAt,
      updatedAt: '2024-08-16T00:00:00.000Z',
    })
    expect((await me.get('/api/predictions')).body).toMatchObject([{ predictedResult: 'draw' }])
  })

  test('removes the score when it is omitted', async () => {
    const { me, path } = await predicted()
    const { body } = await me.put(path, { predictedResult: 'home' })
    expect(body).toMatchObject({ predictedResult: 'home', predictedHomeScore: null, predictedAwayScore: null })
  })

  test('past the cutoff is 409, and the pick stays', async () => {
    const { me, path } = await predicted()
    const late = await at('2024-08-17T13:55:00.000Z', () => me.put(path, { predictedResult: 'draw' }))
    expect([late.status, late.body.detail]).toEqual([409, 'Prediction period has ended'])
    expect((await me.get('/api/predictions')).body).toMatchObject([{ predictedResult: 'home' }])
  })

  test('another’s prediction is 404, as if unknown', async () => {
    const { path } = await predicted()
    const { status, body } = await game.as(user()).put(path, { predictedResult: 'draw' })
    expect([status, body.detail]).toEqual([404, 'Prediction not found'])
  })

  test('another fixtureId is 400 (T28), the same one is accepted', async () => {
    const { me, path, match } = await predicted()
    const other = await fixture()
    expect((await me.put(path, exact(other.fixtureId, 1, 0))).status).toBe(400)
    expect((await me.put(path, exact(match.fixtureId, 1, 0))).status).toBe(200)
  })

  test('another’s userId is 403', async () => {
    const { me, path } = await predicted()
    expect((await me.put(path, { userId: user(), predictedResult: 'draw' })).status).toBe(403)
  })

  test.each(['999999', '4000000000'])('an unknown id is 404 (%s)', async (id) => {
    expect((await game.as(user()).put(`/api/predictions/${id}`, { predictedResult: 'draw' })).status).toBe(404)
  })
})

describe('PUT /api/predictions/gameweek/{n}', () => {
  test('saves the valid picks, with an outcome each', async () => {
    const [open, changed, same, late, other] = [
      await fixture(),
      await fixture(),
      await fixture(),
      await fixture({ kickoff: '2024-08-15T11:00:00.000Z' }),
      await fixture({ gameweek: 2 }),
    ]
    const id = user()
    const me = game.as(id)
    await me.post('/api/predictions', exact(changed.fixtureId, 0, 0))
    await me.post('/api/predictions', exact(same.fixtureId, 3, 0))
    const { status, body } = await me.put('/api/predictions/gameweek/1', {
      userId: id,
      predictions: [
        exact(open.fixtureId, 1, 0),
        exact(changed.fixtureId, 2, 0),
        exact(same.fixtureId, 3, 0),
        exact(late.fixtureId, 1, 0),
        exact(other.fixtureId, 1, 0),
        exact(888_888, 1, 0),
        exact(open.fixtureId, 9, 9),
        { ...exact(late.fixtureId + 100_000, 1, 0), predictedResult: 'draw' },
        { fixtureId: late.fixtureId + 100_001 },
      ],
    })
    expect(status).toBe(200)
    expect(body.map((each: { status: number; detail?: string }) => [each.status, each.detail])).toEqual([
      [201, undefined],
      [200, undefined],
      [200, undefined],
      [409, 'Prediction period has ended'],
      [400, 'This match is not in that gameweek'],
      [404, 'Fixture not found'],
      [400, 'This match is in the list twice'],
      [400, 'The score needs both sides and must fit the chosen result'],
      [400, 'Please select a prediction'],
    ])
    expect(body[0].prediction).toMatchObject({ ...exact(open.fixtureId, 1, 0), fixture: { id: open.fixtureId } })
    const mine = (await me.get('/api/predictions?gameweek=1')).body
    expect(mine).toHaveLength(3)
    expect(mine.find((each: { fixtureId: number }) => each.fixtureId === changed.fixtureId)).toEqual(body[1].prediction)
    expect(await game.log.readStream(`prediction-${id}-${same.fixtureId}`)).toHaveLength(1)
  })

  test('(R412) a pick based on an earlier revision is 412, and the saved one remains', async () => {
    const { fixtureId } = await fixture()
    const me = game.as(user())
    const put = async (home: number, basedOn?: number) => {
      const { body } = await me.put('/api/predictions/gameweek/1', {
        predictions: [{ ...exact(fixtureId, home, 0), basedOn }],
      })
      return [body[0].status, body[0].prediction?.revision ?? body[0].detail]
    }
    const changed = [412, 'You have changed this prediction on another device']
    expect(await put(1, 0)).toEqual([201, 1])
    expect(await put(2, 0)).toEqual(changed)
    // The response was lost, and the pick is sent again.
    expect(await put(1, 0)).toEqual([200, 1])
    expect(await put(2, 1)).toEqual([200, 2])
    expect(await put(3, 1)).toEqual(changed)
    expect((await me.get('/api/predictions')).body).toMatchObject([{ predictedHomeScore: 2, revision: 2 }])
    expect(await put(3)).toEqual([200, 3])
    expect((await put(4, -1))[0]).toBe(400)
  })

  test.each([
    ['nothing', { predictions: [] }],
    ['no list', {}],
    ['an item without a match', { predictions: [{ predictedResult: 'home' }] }],
  ])('%s is 400', async (_, body) => {
    expect((await game.as(user()).put('/api/predictions/gameweek/1', body)).status).toBe(400)
  })

  test('another’s userId is 403, on the whole or on an item, and saves nothing', async () => {
    const { fixtureId } = await fixture()
    const other = user()
    const pick = exact(fixtureId, 1, 0)
    const me = game.as(user())
    expect((await me.put('/api/predictions/gameweek/1', { userId: other, predictions: [pick] })).status).toBe(403)
    // Also if the item would be refused for another reason.
    for (const theirs of [
      pick,
      { fixtureId },
      { fixtureId, predictedResult: 'x' },
      { ...pick, predictedAwayScore: 7 },
    ]) {
      const predictions = [pick, { ...theirs, fixtureId: fixtureId + 1, userId: other }]
      expect((await me.put('/api/predictions/gameweek/1', { predictions })).status).toBe(403)
    }
    const twice = [pick, { ...pick, userId: other }]
    expect((await me.put('/api/predictions/gameweek/1', { predictions: twice })).status).toBe(403)
    expect((await me.get('/api/predictions')).body).toEqual([])
  })

  test('there are 38 gameweeks', async () => {
    expect((await game.as(user()).put('/api/predictions/gameweek/39', { predictions: [exact(1, 1, 0)] })).status).toBe(
      400,
    )
  })
})

describe('GET /api/predictions', () => {
  test('returns only the reader’s own, newest first, optionally of a gameweek', async () => {
    const [first, second] = [await fixture(), await fixture({ gameweek: 3 })]
    const me = game.as(user())
    await me.post('/api/predictions', exact(first.fixtureId, 1, 0))
    await me.post('/api/predictions', exact(second.fixtureId, 0, 1))
    await game.as(user()).post('/api/predictions', exact(first.fixtureId, 5, 5))
    const idsOf = (body: { fixtureId: number }[]) => body.map((each) => each.fixtureId)
    expect(idsOf((await me.get('/api/predictions')).body)).toEqual([second.fixtureId, first.fixtureId])
    expect(idsOf((await me.get('/api/predictions?gameweek=3')).body)).toEqual([second.fixtureId])
    expect(idsOf((await me.get('/api/predictions?season=2024-25')).body)).toHaveLength(2)
  })

  test('newest first, however they were saved: alone, with the gameweek, under a key', async () => {
    const me = game.as(user())
    const before = game.now()
    const alone = (fixtureId: number) => me.post('/api/predictions', exact(fixtureId, 1, 0))
    const withGameweek = (fixtureId: number) =>
      me.put('/api/predictions/gameweek/1', { predictions: [exact(fixtureId, 1, 0)] })
    const underKey = (fixtureId: number) =>
      me.post('/api/predictions', exact(fixtureId, 1, 0), { 'idempotency-key': 'of its own' })
    const saved: number[] = []
    // Ids are allocated in blocks: a stored one may be lower than one allocated before it.
    for (const save of [alone, alone, withGameweek, underKey, alone, alone]) {
      game.travel(new Date(Date.parse(before) + saved.length).toISOString())
      const { fixtureId } = await fixture()
      expect((await save(fixtureId)).status).toBeLessThan(300)
      saved.unshift(fixtureId)
    }
    game.travel(before)
    const { body } = await me.get('/api/predictions')
    expect(body.map((each: { fixtureId: number }) => each.fixtureId)).toEqual(saved)
  })

  test('shows the points and their verdict once the match is finished, null before (R8)', async () => {
    const match = await fixture()
    const me = game.as(user())
    await me.post('/api/predictions', exact(match.fixtureId, 2, 1))
    expect((await me.get('/api/predictions')).body[0]).toMatchObject({ pointsEarned: null, verdict: null })
    await game.say(finished(match, 2, 1))
    expect((await me.get('/api/predictions')).body[0]).toMatchObject({
      pointsEarned: 15,
      verdict: 'exact',
      fixture: { status: 'FINISHED' },
    })
  })

  test.each(['?gameweek=0', '?gameweek=39', '?gameweek=x', '?season=2024'])('%s is 400', async (query) => {
    expect((await game.as(user()).get(`/api/predictions${query}`)).status).toBe(400)
  })

  test('an unknown season is 404', async () => {
    expect((await game.as(user()).get('/api/predictions?season=1999-00')).status).toBe(404)
  })
})
