import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { type CompetitionCommand, competitionDecider } from './competition-decider.ts'
import type { CompetitionEvent, CompetitionKind, CompetitionWindow, RoundScore } from './events.ts'

const start = '2025-01-04T12:30:00.000Z'
const end = '2025-01-06T23:00:00.000Z'
const before = '2025-01-03T10:00:00.000Z'
const during = '2025-01-05T10:00:00.000Z'
const after = '2025-01-07T10:00:00.000Z'
const prizePool = 100

type Created = Extract<CompetitionEvent, { type: 'CompetitionCreated' }>['data']

function data(kind: CompetitionKind, over: Partial<Created> = {}): Created {
  const window: CompetitionWindow = { by: 'gameweek', from: 20, to: kind === 'weekly' ? 20 : 22 }
  const dates = { startDate: start, endDate: end }
  const name = 'The Competition'
  return {
    ...{ competitionId: 7, season: '2024-25', kind, name, description: null, window, ...dates, prizePool },
    maxParticipants: null,
    ...over,
  }
}

const created = (kind: CompetitionKind, over: Partial<Created> = {}): CompetitionEvent => ({
  type: 'CompetitionCreated',
  data: data(kind, over),
})
const joined = (...userIds: number[]): CompetitionEvent[] =>
  userIds.map((userId) => ({ type: 'CompetitionJoined', data: { competitionId: 7, userId } }))
const left = (userId: number): CompetitionEvent => ({
  type: 'CompetitionLeft',
  data: { competitionId: 7, userId, how: 'deleted' },
})
const ended = (...order: [userId: number, points: number][]): CompetitionEvent => ({
  type: 'CompetitionEnded',
  data: {
    competitionId: 7,
    asOf: 1,
    places: order.map(([userId, points], index) => ({ userId, place: index + 1, points })),
  },
})
const paid = (userId: number, points: number, place: number | null, what: string): CompetitionEvent => ({
  type: 'PrizeBooked',
  data: { competitionId: 7, asOf: 1, userId, season: '2024-25', points, place, reason: `The Competition: ${what}` },
})
const score = (userId: number, points: number, exactScores = 0): RoundScore => ({ userId, points, exactScores })
const join = (userId: number, at = before): CompetitionCommand => ({ type: 'join', userId, at })
const settle = (...scores: RoundScore[]): CompetitionCommand => ({ type: 'settle', asOf: 1, scores })

describe('creating a competition', () => {
  test('creates it once: a repeat changes nothing', () => {
    const command: CompetitionCommand = { type: 'create', ...data('weekly') }
    given(competitionDecider)
      .when(command)
      .then([created('weekly')])
    given(competitionDecider, [created('weekly')])
      .when({ ...command, competitionId: 8 })
      .then([])
  })

  test('rejects commands for an unknown competition', () => {
    given(competitionDecider).when(join(1)).then(rejected('no-such-competition'))
  })

  test('moves with the calendar, and ignores an unchanged calendar', () => {
    const to = { asOf: 1, window: data('weekly').window, startDate: '2025-01-05T12:30:00.000Z', endDate: end }
    const moved = { type: 'CompetitionMoved', data: { competitionId: 7, ...to } } as const
    given(competitionDecider, [created('weekly')])
      .when({ type: 'move', ...to })
      .then([moved])
    given(competitionDecider, [created('weekly'), moved])
      .when({ type: 'move', ...to })
      .then([])
  })

  test('an ended competition does not move', () => {
    given(competitionDecider, [created('weekly'), ended()])
      .when({ type: 'move', asOf: 1, window: data('weekly').window, startDate: after, endDate: after })
      .then([])
  })
})

describe('joining', () => {
  test('adds a player', () => {
    given(competitionDecider, [created('weekly')])
      .when(join(1))
      .then(joined(1))
  })

  test('is refused to a participant', () => {
    given(competitionDecider, [created('weekly'), ...joined(1)])
      .when(join(1))
      .then(rejected('already-in'))
  })

  test('is refused when all places are taken', () => {
    const two = created('weekly', { maxParticipants: 2 })
    given(competitionDecider, [two, ...joined(1)])
      .when(join(2))
      .then(joined(2))
    given(competitionDecider, [two, ...joined(1, 2)])
      .when(join(3))
      .then(rejected('full'))
  })

  test('is possible again after a player has left a full competition', () => {
    const two = created('weekly', { maxParticipants: 2 })
    given(competitionDecider, [two, ...joined(1, 2), left(1)])
      .when(join(3))
      .then(joined(3))
  })

  test('has no limit by default', () => {
    const many = joined(...Array.from({ length: 500 }, (_, index) => index + 1))
    given(competitionDecider, [created('knockout'), ...many])
      .when(join(501))
      .then(joined(501))
  })

  test('a cup has room for 128, even without a limit', () => {
    const window = { by: 'gameweek', from: 20, to: 30 } as const
    const cup = [created('cup', { window }), ...joined(...Array.from({ length: 127 }, (_, index) => index + 1))]
    given(competitionDecider, cup).when(join(128)).then(joined(128))
    given(competitionDecider, [...cup, ...joined(128)])
      .when(join(129))
      .then(rejected('full'))
  })

  test('a cup of three gameweeks has room for eight', () => {
    const eight = joined(1, 2, 3, 4, 5, 6, 7, 8)
    given(competitionDecider, [created('cup'), ...eight])
      .when(join(9))
      .then(rejected('full'))
  })

  test.each(['weekly', 'monthly', 'seasonal'] as const)('a %s can be joined until its end', (kind) => {
    given(competitionDecider, [created(kind)])
      .when(join(1, during))
      .then(joined(1))
    given(competitionDecider, [created(kind)])
      .when(join(1, end))
      .then(rejected('ended'))
  })

  test.each(['cup', 'knockout'] as const)('a %s is closed from its start', (kind) => {
    given(competitionDecider, [created(kind)])
      .when(join(1, start))
      .then(rejected('started'))
  })

  test('a cup is closed once it is drawn', () => {
    const { outcome } = given(competitionDecider, [created('cup'), ...joined(1, 2)]).when({
      type: 'draw',
      asOf: 1,
      seed: 1,
    })
    given(competitionDecider, [created('cup'), ...joined(1, 2), ...(outcome as CompetitionEvent[])])
      .when(join(3))
      .then(rejected('started'))
  })

  test('a competition decided before its end date has ended', () => {
    given(competitionDecider, [created('weekly'), ended()])
      .when(join(1))
      .then(rejected('ended'))
  })
})

describe('the end by points', () => {
  const three = [created('weekly'), ...joined(3, 1, 2, 4)]

  test('pays 50, 30 and 20 percent to the first three', () => {
    given(competitionDecider, three)
      .when(settle(score(1, 30), score(2, 20), score(3, 10), score(4, 5)))
      .then([
        ended([1, 30], [2, 20], [3, 10]),
        paid(1, 50, 1, '1st place'),
        paid(2, 30, 2, '2nd place'),
        paid(3, 20, 3, '3rd place'),
      ])
  })

  test('rounds shares to whole points', () => {
    given(competitionDecider, [created('weekly', { prizePool: 55 }), ...joined(1, 2, 3)])
      .when(settle(score(1, 30), score(2, 20), score(3, 10)))
      .then([
        ended([1, 30], [2, 20], [3, 10]),
        paid(1, 28, 1, '1st place'),
        paid(2, 17, 2, '2nd place'),
        paid(3, 11, 3, '3rd place'),
      ])
  })

  test('breaks ties by exact scores, then by earlier joining', () => {
    const { outcome } = given(competitionDecider, three).when(settle(score(1, 30, 1), score(2, 30, 2), score(3, 30, 1)))
    expect((outcome as CompetitionEvent[])[0]).toEqual(ended([2, 30], [3, 30], [1, 30]))
  })

  test('R505: pays no player without points', () => {
    given(competitionDecider, three)
      .when(settle(score(4, 5)))
      .then([ended([4, 5]), paid(4, 50, 1, '1st place')])
    given(competitionDecider, [created('weekly')])
      .when(settle())
      .then([ended()])
  })

  test('pays once: a repeat changes nothing', () => {
    const scores = [score(1, 30), score(2, 20)]
    const { outcome } = given(competitionDecider, three).when(settle(...scores))
    given(competitionDecider, [...three, ...(outcome as CompetitionEvent[])])
      .when(settle(...scores))
      .then([])
  })

  test('a correction books the differences with a reason', () => {
    const over = [...three, ended([1, 30], [2, 20]), paid(1, 50, 1, '1st place'), paid(2, 30, 2, '2nd place')]
    given(competitionDecider, over)
      .when(settle(score(1, 30), score(2, 35)))
      .then([
        paid(2, 20, 1, 'now 1st place after a corrected result'),
        paid(1, -20, 2, 'now 2nd place after a corrected result'),
      ])
    given(competitionDecider, over)
      .when(settle(score(1, 30)))
      .then([paid(2, -30, null, 'no longer among the first three after a corrected result')])
  })

  test('a correction and its reversal restore the first prizes', () => {
    const events: CompetitionEvent[] = [...three]
    for (const scores of [
      [score(1, 30), score(2, 20)],
      [score(1, 30), score(2, 35)],
      [score(1, 30), score(2, 20)],
    ])
      events.push(...(given(competitionDecider, events).when(settle(...scores)).outcome as CompetitionEvent[]))
    const { state } = given(competitionDecider, events)
    expect(state).toMatchObject({ status: 'ended', booked: { 1: 50, 2: 30 } })
  })

  test('a redelivered decision with fewer facts changes nothing', () => {
    const over = [...three, ended([1, 30]), paid(1, 50, 1, '1st place')]
    given(competitionDecider, over)
      .when({ type: 'settle', asOf: 0, scores: [score(2, 10)] })
      .then([])
    given(competitionDecider, over)
      .when({ type: 'move', asOf: 0, window: data('weekly').window, startDate: before, endDate: end })
      .then([])
  })

  test('a player who has left gets no place and no correction', () => {
    const over = [...three, ended([1, 30]), paid(1, 50, 1, '1st place'), left(1)]
    given(competitionDecider, over)
      .when(settle(score(2, 10)))
      .then([paid(2, 50, 1, 'now 1st place after a corrected result')])
  })
})

describe('leaving with the account', () => {
  test('is recorded once', () => {
    given(competitionDecider, [created('weekly'), ...joined(1)])
      .when({ type: 'leave', userId: 1 })
      .then([left(1)])
    given(competitionDecider, [created('weekly'), ...joined(1), left(1)])
      .when({ type: 'leave', userId: 1 })
      .then([])
  })
})

/** A cup or knockout with the events of its rounds so far. */
function played(events: readonly CompetitionEvent[]) {
  let all = [...events]
  return {
    do(command: CompetitionCommand): CompetitionEvent[] {
      const outcome = given(competitionDecider, all).when(command).outcome as CompetitionEvent[]
      all = [...all, ...outcome]
      return outcome
    },
    types(command: CompetitionCommand) {
      return this.do(command).map(({ type }) => type)
    },
    state: () => given(competitionDecider, all).state as any,
    events: () => all,
  }
}

const decide = (round: number, ...scores: RoundScore[]): CompetitionCommand => ({
  type: 'decide-round',
  asOf: 1,
  round,
  scores,
  seed: round + 1,
})

describe('a cup', () => {
  test('is drawn from those who joined, once', () => {
    const cup = played([created('cup'), ...joined(1, 2, 3, 4)])
    expect(cup.types({ type: 'draw', asOf: 1, seed: 5 })).toEqual(['CupRoundDrawn'])
    expect(cup.state().cupRounds).toMatchObject([{ gameweek: 20, seed: 5, winners: null }])
    expect(cup.types({ type: 'draw', asOf: 1, seed: 6 })).toEqual([])
  })

  test('with fewer than two is called off at its start and pays no prize', () => {
    given(competitionDecider, [created('cup'), ...joined(1)])
      .when({ type: 'draw', asOf: 1, seed: 1 })
      .then([])
    given(competitionDecider, [created('cup'), ...joined(1)])
      .when({ type: 'call-off', asOf: 1 })
      .then([ended()])
    given(competitionDecider, [created('cup'), ...joined(1, 2)])
      .when({ type: 'call-off', asOf: 1 })
      .then([])
  })

  test('plays a round a gameweek, and pays winner, loser of the final and the better of the others at the end', () => {
    const cup = played([created('cup'), ...joined(1, 2, 3, 4)])
    cup.do({ type: 'draw', asOf: 1, seed: 5 })
    // 1 and 2 beat whomever they meet unless they meet each other; then 3 goes through.
    const scores = [score(1, 40), score(2, 30), score(3, 20), score(4, 10)]
    expect(cup.types(decide(1, ...scores))).toEqual(['CupRoundDecided', 'CupRoundDrawn'])
    const [semi, final] = cup.state().cupRounds
    expect([semi.winners.length, final.gameweek, final.pairs.length]).toEqual([2, 21, 1])
    expect(semi.winners).toContain(1)
    const other = semi.winners.find((id: number) => id !== 1)
    const losers = [2, 3, 4].filter((id) => id !== other)
    expect(cup.do(decide(2, score(1, 5), score(other, 15, 1)))).toEqual([
      {
        type: 'CupRoundDecided',
        data: { competitionId: 7, asOf: 1, round: 2, scores: [score(other, 15, 1), score(1, 5)], winners: [other] },
      },
      ended([other, 15], [1, 5], [losers[0]!, 50 - 10 * losers[0]!]),
      paid(other, 50, 1, '1st place'),
      paid(1, 30, 2, '2nd place'),
      paid(losers[0]!, 20, 3, '3rd place'),
    ])
  })

  test('a result corrected before the next round begins decides the round again and replaces the loser by the winner', () => {
    const cup = played([created('cup'), ...joined(1, 2, 3, 4)])
    cup.do({ type: 'draw', asOf: 1, seed: 5 })
    const [first] = cup.state().cupRounds[0].pairs
    const all = [1, 2, 3, 4].map((id) => score(id, 10 * id))
    cup.do(decide(1, ...all))
    const drawn = cup.state().cupRounds[1]
    const [loser, winner] = [first.home, first.away].sort()
    const corrected = all.map((one) => (one.userId === loser ? score(loser, 99) : one))
    expect(cup.types(decide(1, ...corrected))).toEqual(['CupRoundDecided', 'CupRoundDrawn'])
    const redrawn = cup.state().cupRounds[1]
    expect(redrawn.seed).toBe(drawn.seed)
    expect(JSON.stringify(redrawn.pairs)).not.toBe(JSON.stringify(drawn.pairs))
    expect(JSON.stringify(redrawn.pairs)).not.toContain(String(winner))
    expect(JSON.stringify(redrawn.pairs)).toContain(String(loser))
    expect(cup.do(decide(1, ...corrected))).toEqual([])
  })

  test('a round is final once a later one is decided', () => {
    const cup = played([created('cup'), ...joined(1, 2, 3, 4)])
    cup.do({ type: 'draw', asOf: 1, seed: 5 })
    cup.do(decide(1, score(1, 10)))
    cup.do(decide(2, score(1, 10)))
    expect(cup.do(decide(1, score(4, 50)))).toEqual([])
  })

  test('a final corrected after the end swaps the prizes', () => {
    const cup = played([created('cup'), ...joined(1, 2)])
    cup.do({ type: 'draw', asOf: 1, seed: 5 })
    cup.do(decide(1, score(1, 10)))
    expect(cup.do(decide(1, score(2, 10))).slice(1)).toEqual([
      paid(2, 20, 1, 'now 1st place after a corrected result'),
      paid(1, -20, 2, 'now 2nd place after a corrected result'),
    ])
  })

  test('a player who has left loses their next tie', () => {
    const cup = played([created('cup'), ...joined(1, 2)])
    cup.do({ type: 'draw', asOf: 1, seed: 5 })
    expect(played([...cup.events(), left(1)]).do(decide(1, score(1, 40)))[0]).toMatchObject({ data: { winners: [2] } })
  })
})

describe('a knockout', () => {
  test('takes out the lower half each gameweek until one is left, and pays the last three', () => {
    const knockout = played([created('knockout'), ...joined(1, 2, 3, 4, 5)])
    const points = [score(1, 50), score(2, 40), score(3, 30), score(4, 20), score(5, 10)]
    expect(knockout.do(decide(1, ...points))).toEqual([
      {
        type: 'KnockoutRoundDecided',
        data: { competitionId: 7, asOf: 1, round: 1, gameweek: 20, players: points, out: [4, 5] },
      },
    ])
    knockout.do(decide(2, score(2, 10), score(3, 5)))
    expect(knockout.do(decide(3, score(3, 10)))).toEqual([
      {
        type: 'KnockoutRoundDecided',
        data: { competitionId: 7, asOf: 1, round: 3, gameweek: 22, players: [score(3, 10), score(2, 0)], out: [2] },
      },
      ended([3, 10], [2, 0], [1, 0]),
      paid(3, 50, 1, '1st place'),
      paid(2, 30, 2, '2nd place'),
      paid(1, 20, 3, '3rd place'),
    ])
  })

  test('ends with its last round when no gameweek is left', () => {
    const many = Array.from({ length: 20 }, (_, index) => index + 1)
    const knockout = played([created('knockout'), ...joined(...many)])
    for (const round of [1, 2]) expect(knockout.types(decide(round))).toEqual(['KnockoutRoundDecided'])
    expect(knockout.do(decide(3, score(2, 5))).slice(1)).toEqual([
      ended([2, 5], [1, 0], [3, 0]),
      paid(2, 50, 1, '1st place'),
      paid(1, 30, 2, '2nd place'),
      paid(3, 20, 3, '3rd place'),
    ])
  })

  test('decides rounds in order only', () => {
    const knockout = played([created('knockout'), ...joined(1, 2, 3, 4, 5)])
    expect(knockout.do(decide(2))).toEqual([])
    knockout.do(decide(1))
    knockout.do(decide(2))
    expect(knockout.do(decide(1, score(5, 50)))).toEqual([])
  })

  test('decides the latest round again after a corrected result', () => {
    const knockout = played([created('knockout'), ...joined(1, 2, 3, 4)])
    knockout.do(decide(1, score(1, 10), score(2, 5)))
    expect(knockout.do(decide(1, score(1, 10), score(4, 5)))).toMatchObject([{ data: { out: [2, 3] } }])
  })
})
