import { describe, expect, test } from 'vitest'
import { reactorContext } from '../../../projections/engine/reactor-target.ts'
import { createMemoryStore } from '../../event-log/memory/memory-log.ts'
import type { CommandHandler } from '../../kernel/command-handler.ts'
import type { Event, Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { createCommandHandler } from '../../kernel/handler.ts'
import type { Reactor } from '../../slice/reactor.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import { createSettlementReactor } from '../fixtures/settlement-reactor.ts'
import { competitionDecider } from './competition-decider.ts'
import type { CompetitionEvent, RoundScore } from './events.ts'
import type { Points } from './points.ts'
import { createCompetitionReactor } from './reactor.ts'
import type { SeasonMatch } from './season-state.ts'

const WEEK = 7 * 86_400_000
const season = '2025-26'
const kickoffOf = (gameweek: number) =>
  new Date(Date.parse('2025-08-16T14:00:00Z') + (gameweek - 1) * WEEK).toISOString()
const later = (iso: string, hours: number) => new Date(Date.parse(iso) + hours * 3_600_000).toISOString()

/** Four clubs, six gameweeks of two matches, a week apart: matches 1 and 2 in gameweek 1, 3 and 4 in gameweek 2… */
const pairings = [
  [1, 2],
  [3, 4],
  [3, 1],
  [4, 2],
  [1, 4],
  [2, 3],
  [2, 1],
  [4, 3],
  [1, 3],
  [2, 4],
  [4, 1],
  [3, 2],
]
const calendar: readonly FixtureEvent[] = pairings.map(([homeTeamId, awayTeamId], index) => {
  const gameweek = 1 + Math.floor(index / 2)
  const teams = { homeTeamId: homeTeamId!, awayTeamId: awayTeamId! }
  return {
    type: 'FixtureScheduled',
    data: { fixtureId: index + 1, season, gameweek, ...teams, kickoff: kickoffOf(gameweek) },
  }
})

const finished = (fixtureId: number, homeScore: number, awayScore = 0): FixtureEvent => ({
  type: 'MatchFinished',
  data: { fixtureId, homeScore, awayScore, byHand: false, reason: null },
})
const corrected = (fixtureId: number, homeScore: number, awayScore = 0): FixtureEvent => ({
  type: 'MatchResultCorrected',
  data: { fixtureId, homeScore, awayScore, byHand: true, reason: 'VAR' },
})
const moved = (fixtureId: number, kickoff: string): FixtureEvent => ({
  type: 'FixtureRescheduled',
  data: { fixtureId, kickoff, closed: false, byHand: false, reason: null },
})
const fixturesOf = (gameweek: number): [number, number] => [gameweek * 2 - 1, gameweek * 2]

/** Every player predicts their own number to nil for every match: 1-0, 2-0, 3-0. */
const points: Points = {
  of: async (userIds, _season, matches) =>
    userIds.map((userId): RoundScore => {
      const each = matches.filter(({ result }) => result !== null).map((match) => pointsOf(userId, match))
      const sum = each.reduce<number>((a, b) => a + b, 0)
      return { userId, points: sum, exactScores: each.filter((one) => one === 15).length }
    }),
}
const pointsOf = (userId: number, { score, result }: SeasonMatch) =>
  score?.[0] === userId && score[1] === 0 ? 15 : result === 'home' ? 5 : 0

/** A log with the reactors of gameweeks and competitions. `wrap` can inject faults into the handler. */
function world(wrap: (handler: CommandHandler) => CommandHandler = (handler) => handler) {
  const log = createMemoryStore().open()
  const handler = createCommandHandler({ log })
  let nextId = 1
  const ids = { nextMany: async (_: unknown, count: number) => Array.from({ length: count }, () => nextId++) }
  const isDeleted = async (userId: number, at: Position) =>
    (await log.readAll(null, { types: ['UserDeleted'] }, 1_000)).events.some(
      ({ data, position }) => (data as { userId: number }).userId === userId && log.compare(position, at) < 0,
    )
  const lanes = [
    lane(createSettlementReactor({ handler })),
    lane(createCompetitionReactor({ handler: wrap(handler), ids, points, isDeleted })),
  ]
  let said = 0

  function lane<State>(reactor: Reactor<State>) {
    let state = reactor.initialState
    let after: Position | null = null
    return async (): Promise<boolean> => {
      const page = await log.readAll(after, { types: [...reactor.events] }, 1)
      after = page.next
      for (const event of page.events) {
        for (let tries = 0; ; tries++) {
          try {
            state = await reactor.react(state, event, reactorContext(reactor.name, event))
            break
          } catch (error) {
            if (!(error instanceof EventLogUnavailable) || tries > 100) throw error
          }
        }
      }
      return page.events.length > 0 || !page.end
    }
  }

  async function answer(): Promise<void> {
    while ((await Promise.all(lanes.map((step) => step()))).some(Boolean));
  }

  const streamOf = (key: string) => `competition-${season}-${key}`
  return {
    async say(at: string, ...events: readonly Event[]): Promise<void> {
      for (const { type, data } of events) {
        const id = `00000000-0000-4000-8000-${String(++said).padStart(12, '0')}`
        const metadata = {
          $correlationId: id,
          $causationId: id,
          actor: null,
          version: 1,
          source: 'command',
          at,
        } as const
        await log.append(`said-${said}`, [{ id, type, data, metadata }], 'no_stream')
        await answer()
      }
    },
    async join(key: string, ...userIds: readonly number[]): Promise<void> {
      for (const userId of userIds) {
        const context = { actor: userId, at: '2025-08-01T00:00:00.000Z', correlationId: 'c', causationId: 'c' }
        const command = { type: 'join', userId, at: context.at } as const
        const stream = streamOf(key)
        const handled = await handler.handle(competitionDecider, stream, command, { ...context, source: 'command' })
        expect(handled).toMatchObject({ ok: true })
      }
    },
    /** Ends both matches of a gameweek with the same score, two hours after kickoff. */
    async play(gameweek: number, home: number): Promise<void> {
      const at = later(kickoffOf(gameweek), 2)
      await this.say(at, ...fixturesOf(gameweek).map((fixtureId) => finished(fixtureId, home)))
    },
    async of<T extends CompetitionEvent['type']>(key: string, type: T) {
      const events = await log.readStream(streamOf(key))
      return events.filter((event) => event.type === type).map(({ data }) => data) as unknown as Extract<
        CompetitionEvent,
        { type: T }
      >['data'][]
    },
    async everything() {
      const { events } = await log.readAll(null, { streamPrefixes: ['competition-'] }, 1_000)
      return events.map(({ stream, type, data }) => ({ stream, type, data }))
    },
    async made() {
      return (await log.readAll(null, { types: ['CompetitionCreated'] }, 100)).events.map(({ stream }) =>
        stream.slice(`competition-${season}-`.length),
      )
    },
  }
}

const early = '2025-07-01T00:00:00.000Z'

async function planned(wrap?: (handler: CommandHandler) => CommandHandler) {
  const game = world(wrap)
  await game.say(early, ...calendar)
  return game
}

describe('the calendar', () => {
  test('creates the game’s own competitions once it is complete', async () => {
    const game = world()
    await game.say(early, ...calendar.slice(0, -1))
    expect(await game.made()).toEqual([])
    await game.say(early, calendar.at(-1)!)
    expect(await game.made()).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((gameweek) => `weekly-${gameweek}`),
      ...['monthly-2025-08', 'monthly-2025-09', 'seasonal', 'cup', 'knockout'],
    ])
  })

  test('creates them with the first result if it never becomes complete', async () => {
    const game = world()
    await game.say(early, ...calendar.slice(0, 4), finished(1, 1))
    expect(await game.made()).toEqual(['weekly-1', 'weekly-2', 'monthly-2025-08', 'seasonal', 'cup', 'knockout'])
  })

  test('a gameweek belongs to the month of its first kickoff', async () => {
    const game = world()
    // Gameweek 3 begins on 30 August and ends on 1 September.
    const over = calendar.map((event) =>
      event.type === 'FixtureScheduled' && event.data.fixtureId === 6
        ? { ...event, data: { ...event.data, kickoff: '2025-09-01T19:00:00.000Z' } }
        : event,
    )
    await game.say(early, ...over)
    const [august] = await game.of('monthly-2025-08', 'CompetitionCreated')
    expect(august).toMatchObject({
      window: { by: 'kickoff', from: kickoffOf(1), to: kickoffOf(4) },
      endDate: '2025-09-01T22:00:00.000Z',
    })
  })

  test('moves only the competitions that it affects', async () => {
    const game = await planned()
    const to = later(kickoffOf(2), 24)
    await game.say(early, moved(3, to), moved(4, to))
    expect(await game.of('weekly-2', 'CompetitionMoved')).toMatchObject([
      { startDate: kickoffOf(2), endDate: later(to, 3) },
      { startDate: to, endDate: later(to, 3) },
    ])
    for (const key of ['weekly-1', 'weekly-3', 'monthly-2025-09', 'seasonal', 'cup', 'knockout'])
      expect(await game.of(key, 'CompetitionMoved'), key).toEqual([])
  })

  test('a match moved into another month counts there', async () => {
    const game = await planned()
    await game.join('monthly-2025-08', 1, 2)
    await game.join('monthly-2025-09', 1, 2)
    await game.say(early, moved(5, '2025-09-10T19:00:00.000Z'))
    for (const gameweek of [1, 2]) await game.play(gameweek, 1)
    await game.say(later(kickoffOf(3), 2), finished(6, 1))
    expect(await game.of('monthly-2025-08', 'CompetitionEnded')).toMatchObject([
      {
        places: [
          { userId: 1, points: 5 * 15 },
          { userId: 2, points: 5 * 5 },
        ],
      },
    ])
    for (const gameweek of [4, 5, 6]) await game.play(gameweek, 2)
    expect(await game.of('monthly-2025-09', 'CompetitionEnded')).toEqual([])
    await game.say('2025-09-25T20:00:00.000Z', finished(5, 2))
    expect(await game.of('monthly-2025-09', 'CompetitionEnded')).toMatchObject([
      {
        places: [
          { userId: 2, points: 7 * 15 },
          { userId: 1, points: 7 * 5 },
        ],
      },
    ])
  })
})

describe('a monthly', () => {
  test('R447: without matches ends without prizes once the next month has begun', async () => {
    const game = await planned()
    await game.join('monthly-2025-08', 1, 2)
    await game.say(early, ...[1, 2, 3, 4, 5, 6].map((fixtureId) => moved(fixtureId, kickoffOf(6))))
    expect(await game.of('monthly-2025-08', 'CompetitionEnded')).toEqual([])
    await game.say(kickoffOf(4), { type: 'MatchStarted', data: { fixtureId: 7 } })
    expect(await game.of('monthly-2025-08', 'CompetitionEnded')).toMatchObject([{ places: [] }])
  })

  test('R447: without matches ends without prizes with the season', async () => {
    const game = await planned()
    await game.join('monthly-2025-09', 1, 2)
    await game.say(early, ...[7, 8, 9, 10, 11, 12].map((fixtureId) => moved(fixtureId, kickoffOf(3))))
    for (const gameweek of [1, 2, 3, 4, 5]) await game.play(gameweek, 1)
    expect(await game.of('monthly-2025-09', 'CompetitionEnded')).toEqual([])
    await game.play(6, 1)
    expect(await game.of('monthly-2025-09', 'CompetitionEnded')).toMatchObject([{ places: [] }])
    expect(await game.of('monthly-2025-09', 'PrizeBooked')).toEqual([])
  })
})

describe('the seasonal', () => {
  const postponed = { fixtureId: 12, closed: false, byHand: true, reason: 'Storm' }
  async function allButOne() {
    const game = await planned()
    await game.join('seasonal', 1, 2)
    await game.say(early, { type: 'FixturePostponed', data: postponed })
    for (const gameweek of [1, 2, 3, 4, 5]) await game.play(gameweek, 1)
    await game.say(later(kickoffOf(6), 2), finished(11, 1))
    expect(await game.of('weekly-6', 'CompetitionEnded')).toHaveLength(1)
    expect(await game.of('seasonal', 'CompetitionEnded')).toEqual([])
    return game
  }

  test('R403: does not end before a match without a date, whose points count once it has been played', async () => {
    const game = await allButOne()
    const to = later(kickoffOf(6), 9 * 24)
    await game.say(later(kickoffOf(6), 24), moved(12, to))
    await game.say(later(to, 2), finished(12, 1))
    expect(await game.of('seasonal', 'CompetitionEnded')).toMatchObject([
      {
        places: [
          { userId: 1, points: 12 * 15 },
          { userId: 2, points: 12 * 5 },
        ],
      },
    ])
  })

  test('R403: ends once its last match, without a date, is cancelled', async () => {
    const game = await allButOne()
    const cancelled = { fixtureId: 12, byHand: true, reason: 'No date left' }
    await game.say(later(kickoffOf(6), 48), { type: 'FixtureCancelled', data: cancelled })
    expect(await game.of('seasonal', 'CompetitionEnded')).toMatchObject([{ places: [{ points: 11 * 15 }, {}] }])
  })

  test('R403: counts the result of a match without a date, and its correction', async () => {
    const game = await allButOne()
    await game.say(later(kickoffOf(6), 48), finished(12, 1))
    expect(await game.of('seasonal', 'CompetitionEnded')).toMatchObject([{ places: [{ points: 12 * 15 }, {}] }])
    await game.say(later(kickoffOf(6), 49), ...calendar.slice(0, 12).map((_, index) => corrected(index + 1, 2)))
    expect((await game.of('seasonal', 'PrizeBooked')).slice(2)).toMatchObject([
      { userId: 2, place: 1 },
      { userId: 1, place: 2 },
    ])
  })

  test('R401: counts a match that is played again after the end, on a later day', async () => {
    const game = await allButOne()
    await game.say(later(kickoffOf(6), 48), finished(12, 1))
    const to = later(kickoffOf(6), 30 * 24)
    const lifted = { fixtureId: 12, homeScore: null, awayScore: null, reason: 'Replay' }
    await game.say(later(kickoffOf(6), 72), { type: 'ResultLifted', data: lifted }, moved(12, to))
    await game.say(later(to, 2), ...calendar.slice(0, 6).map((_, index) => corrected(index + 1, 2)))
    const before = (await game.of('seasonal', 'PrizeBooked')).length
    // Player 2 has 6 right scores and player 1 has 5. Then they are level, and player 1 joined earlier.
    await game.say(later(to, 2), finished(12, 1))
    expect((await game.of('seasonal', 'PrizeBooked')).slice(before)).toMatchObject([
      { userId: 1, place: 1 },
      { userId: 2, place: 2 },
    ])
    expect(await game.of('seasonal', 'CompetitionEnded')).toHaveLength(1)
  })
})

describe('a weekly', () => {
  test('ends and pays when its gameweek settles', async () => {
    const game = await planned()
    await game.join('weekly-1', 1, 2)
    await game.say(later(kickoffOf(1), 2), finished(1, 2))
    expect(await game.of('weekly-1', 'CompetitionEnded')).toEqual([])
    await game.say(later(kickoffOf(1), 3), finished(2, 2))
    expect(await game.of('weekly-1', 'PrizeBooked')).toMatchObject([
      { userId: 2, points: 25, place: 1 },
      { userId: 1, points: 15, place: 2 },
    ])
  })

  test('a match played after settlement and a corrected result book the difference', async () => {
    const game = await planned()
    await game.join('weekly-1', 1, 2)
    await game.say(early, moved(2, '2025-09-03T19:00:00.000Z'))
    await game.say(later(kickoffOf(1), 2), finished(1, 2))
    expect(await game.of('weekly-1', 'PrizeBooked')).toHaveLength(2)
    await game.say('2025-09-03T21:00:00.000Z', finished(2, 3))
    expect(await game.of('weekly-1', 'PrizeBooked')).toHaveLength(2)
    await game.say('2025-09-04T21:00:00.000Z', corrected(2, 0, 3), corrected(1, 1))
    expect((await game.of('weekly-1', 'PrizeBooked')).slice(2)).toMatchObject([
      { userId: 1, points: 10, place: 1 },
      { userId: 2, points: -10, place: 2 },
    ])
  })

  test('R447: ends without prizes once a later gameweek has begun, if it has lost all its matches', async () => {
    const game = await planned()
    await game.join('weekly-3', 1, 2)
    const toGameweek = (gameweek: number) =>
      fixturesOf(3).map((fixtureId) => ({ type: 'FixtureMovedToGameweek', data: { fixtureId, gameweek } }))
    await game.say(later(kickoffOf(2), 24), ...toGameweek(5))
    expect(await game.of('weekly-3', 'CompetitionEnded')).toEqual([])
    await game.say(kickoffOf(4), { type: 'MatchStarted', data: { fixtureId: 7 } })
    expect(await game.of('weekly-3', 'CompetitionEnded')).toMatchObject([{ places: [] }])
    await game.say(later(kickoffOf(4), 2), ...toGameweek(3), finished(5, 2))
    expect(await game.of('weekly-3', 'PrizeBooked')).toMatchObject([
      { userId: 2, points: 25, place: 1 },
      { userId: 1, points: 15, place: 2 },
    ])
  })

  test('an awarded match pays results only; lifted, it pays nothing', async () => {
    const game = await planned()
    await game.join('weekly-1', 1, 2)
    await game.play(1, 2)
    const award = { fixtureId: 1, result: 'home', byHand: true, reason: 'Ruled' }
    await game.say('2025-09-04T21:00:00.000Z', { type: 'MatchAwarded', data: award }, corrected(2, 1))
    expect((await game.of('weekly-1', 'PrizeBooked')).slice(2)).toMatchObject([
      { userId: 1, points: 10, place: 1 },
      { userId: 2, points: -10, place: 2 },
    ])
  })

  test('a simulated gameweek counts like a played one, before its date too', async () => {
    const game = await planned()
    await game.join('weekly-5', 1)
    await game.say(early, finished(9, 1), finished(10, 1))
    expect(await game.of('weekly-5', 'PrizeBooked')).toMatchObject([{ userId: 1, points: 25 }])
  })
})

describe('a cup', () => {
  test('is drawn when the gameweek before it has settled, with as many rounds as its players need', async () => {
    const game = await planned()
    await game.join('cup', 1, 2, 3, 4)
    await game.play(1, 1)
    expect(await game.of('cup', 'CupRoundDrawn')).toEqual([])
    await game.play(2, 1)
    expect(await game.of('cup', 'CupRoundDrawn')).toMatchObject([{ round: 1, gameweek: 3 }])
    expect(await game.of('cup', 'CompetitionMoved')).toMatchObject([
      { window: { by: 'gameweek', from: 3, to: 4 }, startDate: kickoffOf(3), endDate: later(kickoffOf(4), 3) },
    ])
    await game.play(3, 1)
    await game.play(4, 2)
    const [, final] = await game.of('cup', 'CupRoundDecided')
    expect(final!.scores).toHaveLength(2)
    expect(await game.of('cup', 'CompetitionEnded')).toHaveLength(1)
    expect((await game.of('cup', 'PrizeBooked')).map(({ points }) => points)).toEqual([100, 60, 40])
  })

  test('is drawn with its first kickoff where the gameweek before it has not settled', async () => {
    const game = await planned()
    await game.join('cup', 1, 2)
    await game.play(1, 1)
    await game.say(later(kickoffOf(3), 0), { type: 'MatchStarted', data: { fixtureId: 5 } })
    expect(await game.of('cup', 'CupRoundDrawn')).toHaveLength(1)
  })

  test('decides rounds in the order of their gameweeks, whichever settles first', async () => {
    const game = await planned()
    await game.join('cup', 1, 2, 3, 4)
    for (const gameweek of [1, 2]) await game.play(gameweek, 1)
    await game.play(4, 2)
    expect(await game.of('cup', 'CupRoundDecided')).toEqual([])
    await game.play(3, 1)
    const rounds = await game.of('cup', 'CupRoundDecided')
    expect(rounds.map(({ round }) => round)).toEqual([1, 2])
    expect(await game.of('cup', 'CompetitionEnded')).toHaveLength(1)
  })

  test('R402: decides the round of a gameweek that has lost all its matches once a later gameweek has begun', async () => {
    const game = await planned()
    await game.join('cup', 1, 2, 3, 4)
    for (const gameweek of [1, 2]) await game.play(gameweek, 1)
    const away = fixturesOf(3).map((fixtureId) => ({
      type: 'FixtureMovedToGameweek',
      data: { fixtureId, gameweek: 5 },
    }))
    await game.say(later(kickoffOf(2), 24), ...away)
    expect(await game.of('cup', 'CupRoundDecided')).toEqual([])
    await game.say(later(kickoffOf(4), 0), { type: 'MatchStarted', data: { fixtureId: 7 } })
    expect(await game.of('cup', 'CupRoundDecided')).toHaveLength(1)
    await game.play(4, 2)
    expect(await game.of('cup', 'CompetitionEnded')).toHaveLength(1)
  })

  test('R402: decides the last round of a knockout whose gameweek has lost all its matches at the end of the season', async () => {
    const game = await planned()
    await game.join('knockout', 1, 2, 3, 4)
    for (const gameweek of [1, 2, 3, 4, 5]) await game.play(gameweek, 1)
    const away = fixturesOf(6).map((fixtureId) => ({
      type: 'FixtureMovedToGameweek',
      data: { fixtureId, gameweek: 4 },
    }))
    await game.say(later(kickoffOf(5), 24), ...away)
    expect(await game.of('knockout', 'CompetitionEnded')).toEqual([])
    await game.play(6, 1)
    expect(await game.of('knockout', 'KnockoutRoundDecided')).toHaveLength(2)
    const prizes = await game.of('knockout', 'PrizeBooked')
    expect(prizes.map(({ userId, place }) => [userId, place])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })

  test('R448: a match cancelled far ahead begins no gameweek', async () => {
    const game = await planned()
    await game.join('cup', 1)
    const cancelled = { type: 'FixtureCancelled', data: { fixtureId: 5, byHand: true, reason: 'Ground closed' } }
    await game.say(later(kickoffOf(1), -24), cancelled)
    expect(await game.of('cup', 'CompetitionEnded')).toEqual([])
    await game.join('cup', 2, 3, 4)
    for (const gameweek of [1, 2]) await game.play(gameweek, 1)
    expect(await game.of('cup', 'CupRoundDrawn')).toHaveLength(1)
  })

  test('a result corrected before the next round begins decides and draws again', async () => {
    const game = await planned()
    await game.join('cup', 1, 2, 3, 4)
    for (const gameweek of [1, 2, 3]) await game.play(gameweek, 1)
    const [before] = await game.of('cup', 'CupRoundDecided')
    expect(before!.winners).toContain(1)
    await game.say(later(kickoffOf(4), -1), corrected(5, 4), corrected(6, 4))
    const after = (await game.of('cup', 'CupRoundDecided')).at(-1)!
    expect(after.round).toBe(1)
    expect(after.winners).toContain(4)
    const draws = await game.of('cup', 'CupRoundDrawn')
    expect(draws.map(({ round, seed }) => [round, seed === draws[1]?.seed])).toEqual([
      [1, false],
      [2, true],
      [2, true],
    ])
  })

  test('a round is final once the next has begun', async () => {
    const game = await planned()
    await game.join('cup', 1, 2, 3, 4)
    for (const gameweek of [1, 2, 3]) await game.play(gameweek, 1)
    await game.say(kickoffOf(4), corrected(5, 4), corrected(6, 4))
    expect(await game.of('cup', 'CupRoundDecided')).toHaveLength(1)
  })

  test('a final corrected after the end swaps the prizes', async () => {
    const game = await planned()
    await game.join('cup', 1, 2)
    for (const gameweek of [1, 2, 3]) await game.play(gameweek, 1)
    expect((await game.of('cup', 'PrizeBooked')).map(({ userId, points }) => [userId, points])).toEqual([
      [1, 100],
      [2, 60],
    ])
    await game.say(later(kickoffOf(6), 0), corrected(5, 2), corrected(6, 2))
    expect((await game.of('cup', 'PrizeBooked')).slice(2).map(({ userId, points }) => [userId, points])).toEqual([
      [2, 40],
      [1, -40],
    ])
  })

  test('with one player is called off when it begins', async () => {
    const game = await planned()
    await game.join('cup', 1)
    for (const gameweek of [1, 2]) await game.play(gameweek, 1)
    expect(await game.of('cup', 'CompetitionEnded')).toEqual([])
    await game.play(3, 1)
    expect(await game.of('cup', 'CompetitionEnded')).toMatchObject([{ places: [] }])
  })
})

test('a knockout removes the lower half each gameweek, and ends with its last gameweek at the latest', async () => {
  const game = await planned()
  await game.join('knockout', 1, 2, 3, 4, 5, 6, 7)
  for (const gameweek of [1, 2, 3, 4]) await game.play(gameweek, 1)
  await game.play(5, 7)
  expect(await game.of('knockout', 'KnockoutRoundDecided')).toMatchObject([{ gameweek: 5, out: [4, 5, 6] }])
  await game.play(6, 2)
  expect(await game.of('knockout', 'CompetitionEnded')).toMatchObject([
    { places: [{ userId: 2 }, { userId: 1 }, { userId: 3 }].map((one, index) => ({ ...one, place: index + 1 })) },
  ])
})

test('a deleted account leaves all its competitions', async () => {
  const game = await planned()
  await game.join('cup', 1, 2)
  await game.join('seasonal', 2)
  await game.say(early, { type: 'UserDeleted', data: { userId: 2 } })
  const left = (await game.everything()).filter(({ type }) => type === 'CompetitionLeft')
  expect(left.map(({ stream }) => stream).sort()).toEqual([
    `competition-${season}-cup`,
    `competition-${season}-seasonal`,
  ])
})

test('a player who joins while their account is being deleted leaves again and is in no draw', async () => {
  const game = await planned()
  await game.join('cup', 1, 2)
  await game.say(early, { type: 'UserDeleted', data: { userId: 3 } })
  await game.join('cup', 3)
  await game.join('seasonal', 3, 1)
  await game.play(1, 1)
  const left = (await game.everything()).filter(({ type }) => type === 'CompetitionLeft')
  expect(left).toMatchObject([
    { stream: `competition-${season}-cup`, data: { userId: 3, how: 'deleted' } },
    { stream: `competition-${season}-seasonal`, data: { userId: 3, how: 'deleted' } },
  ])
  expect(JSON.stringify(await game.of('cup', 'CupRoundDrawn'))).not.toContain(':3')
})

/** A season with joins, late results, corrections before and after rounds have begun, and an account deleted. */
async function eventful(wrap?: (handler: CommandHandler) => CommandHandler) {
  const game = await planned(wrap)
  for (const key of ['cup', 'knockout', 'seasonal', 'monthly-2025-08', 'weekly-3']) await game.join(key, 1, 2, 3, 4, 5)
  for (const gameweek of [1, 2, 3]) await game.play(gameweek, gameweek)
  await game.say(later(kickoffOf(3), 20), corrected(5, 4), { type: 'UserDeleted', data: { userId: 5 } })
  for (const gameweek of [4, 5, 6]) await game.play(gameweek, 7 - gameweek)
  await game.say(later(kickoffOf(6), 90), corrected(11, 3), corrected(12, 3), corrected(6, 2), corrected(6, 4))
  return game.everything()
}

test('restarted after any of its appends, it ends with the same events and pays once', async () => {
  let appends = 0
  const counting = (handler: CommandHandler): CommandHandler => ({
    ...handler,
    handle: async (...args) => {
      const handled = await handler.handle(...args)
      appends++
      return handled
    },
    handleMany: async (...args) => {
      const handled = await handler.handleMany(...args)
      appends++
      return handled
    },
  })
  const expected = await eventful(counting)
  const total = appends
  expect(total).toBeGreaterThan(20)
  expect(expected.filter(({ type }) => type === 'PrizeBooked').length).toBeGreaterThan(15)

  for (let fatal = 1; fatal <= total; fatal++) {
    let calls = 0
    const afterwards = <T>(handled: T): T => {
      if (++calls === fatal) throw new EventLogUnavailable('stopped after the append')
      return handled
    }
    const breaking = (handler: CommandHandler): CommandHandler => ({
      ...handler,
      handle: async (...args) => afterwards(await handler.handle(...args)),
      handleMany: async (...args) => afterwards(await handler.handleMany(...args)),
    })
    expect(await eventful(breaking), `stopped after append ${fatal}`).toEqual(expected)
  }
})
