import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountEvent } from '../../src/areas/accounts/events.ts'
import type { CompetitionEvent } from '../../src/areas/competitions/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { recordedAt } from '../../test/support/projecting.ts'
import { competitionsGroup } from './projector.ts'

const group: ProjectionGroup = competitionsGroup

type Handled = CompetitionEvent | Extract<AccountEvent, { type: 'UserDeleted' }>

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`create schema competitions_t; set search_path to competitions_t; ${group.ddl}`)
})
afterAll(() => database.drop())

const at = '2025-01-01T12:00:00.000Z'
const asOf = 1
const start = '2025-01-04T12:30:00.000Z'
const end = '2025-01-06T23:00:00.000Z'

const recorded = (event: Handled, revision: number): RecordedEvent => recordedAt(event, revision, at, 'competition-1')

const tables = ['competitions', 'participants', 'rounds', 'ties', 'round_players', 'prizes']

/** Returns all rows after the events, in batches of a size, and the live changes. */
async function project(events: readonly Handled[], size = 100) {
  const all = events.map(recorded)
  return database.db.transaction().execute(async (tx) => {
    await sql`set local search_path to competitions_t`.execute(tx)
    await sql.raw(`truncate ${[...tables, 'erased'].join(', ')}`).execute(tx)
    const changes = []
    for (let from = 0; from < all.length; from += size)
      changes.push(...(await group.project(tx, all.slice(from, from + size))))
    const rows: Record<string, any[]> = {}
    for (const table of tables)
      rows[table] = (await sql<any>`select * from ${sql.table(table)} t order by t::text`.execute(tx)).rows
    return { ...rows, changes } as Record<string, any[]>
  })
}

const created = (id: number, kind: 'weekly' | 'monthly' | 'cup' | 'knockout' = 'weekly'): Handled => ({
  type: 'CompetitionCreated',
  data: {
    ...{ competitionId: id, season: '2024-25', kind, name: `Competition ${id}`, description: null, prizePool: 50 },
    window: kind === 'monthly' ? { by: 'kickoff', from: start, to: end } : { by: 'gameweek', from: 20, to: 22 },
    ...{ startDate: start, endDate: end, maxParticipants: null },
  },
})
const joined = (competitionId: number, userId: number): Handled => ({
  type: 'CompetitionJoined',
  data: { competitionId, userId },
})
const paid = (userId: number, points: number, place: number | null): Handled => ({
  type: 'PrizeBooked',
  data: { competitionId: 1, asOf, userId, season: '2024-25', points, place, reason: 'Paid' },
})
const drawn = (round: number, ...pairs: [home: number, away: number | null][]): Handled => ({
  type: 'CupRoundDrawn',
  data: {
    ...{ competitionId: 1, asOf, round, gameweek: 19 + round, seed: 1 },
    pairs: pairs.map(([home, away]) => ({ home, away })),
  },
})
const decided = (round: number, scores: Record<number, number>, winners: number[]): Handled => ({
  type: 'CupRoundDecided',
  data: {
    ...{ competitionId: 1, asOf, round, winners },
    scores: Object.entries(scores).map(([userId, points]) => ({ userId: Number(userId), points, exactScores: 0 })),
  },
})

describe('competitions', () => {
  test('store their window by gameweeks or by kickoff', async () => {
    const { competitions } = await project([created(1), created(2, 'monthly')])
    expect(competitions).toMatchObject([
      { id: 1, first_gameweek: 20, last_gameweek: 22, from_kickoff: null, participants: 0, ended_at: null },
      { id: 2, first_gameweek: null, from_kickoff: start, to_kickoff: end },
    ])
  })

  test('are moved and ended', async () => {
    const window = { by: 'gameweek', from: 20, to: 21 } as const
    const { competitions } = await project([
      created(1),
      { type: 'CompetitionMoved', data: { competitionId: 1, asOf, window, startDate: at, endDate: end } },
      { type: 'CompetitionEnded', data: { competitionId: 1, asOf, places: [] } },
    ])
    expect(competitions).toMatchObject([{ start_date: at, last_gameweek: 21, ended_at: at }])
  })

  test('count each participant once, in the order of joining', async () => {
    const left: Handled = { type: 'CompetitionLeft', data: { competitionId: 1, userId: 7, how: 'deleted' } }
    const { competitions, participants } = await project([
      ...[created(1), created(2), joined(1, 9), joined(1, 7), joined(2, 7), joined(1, 8)],
      left,
    ])
    expect(competitions!.map(({ participants: count }) => count)).toEqual([2, 1])
    const order = participants!.filter((row) => row.competition_id === 1).sort((a, b) => a.number - b.number)
    expect(order.map(({ user_id }) => user_id)).toEqual([9, 8])
  })

  test('prizes of a player are summed, with the place of the latest booking', async () => {
    const { prizes } = await project([created(1), paid(1, 25, 1), paid(2, 15, 2), paid(1, -10, 2), paid(2, -15, null)])
    expect(prizes!.map(({ user_id, points, place }) => [user_id, points, place])).toEqual([
      [1, 15, 2],
      [2, 0, null],
    ])
  })

  test('a deleted account is removed from all, and later events do not add it again', async () => {
    const { competitions, participants, prizes } = await project([
      ...[created(1), joined(1, 1), joined(1, 2), paid(1, 25, 1)],
      { type: 'UserDeleted', data: { userId: 1 } },
      ...[joined(1, 1), paid(1, 10, 1)],
    ])
    expect(participants!.map(({ user_id }) => user_id)).toEqual([2])
    expect([competitions![0].participants, prizes]).toEqual([1, []])
  })

  test('every change notifies all sockets', async () => {
    expect((await project([created(1)])).changes).toEqual([{ room: 'all', topic: 'competitions' }])
  })
})

describe('rounds', () => {
  test('of a cup are drawn, decided, and replaced when drawn or decided again', async () => {
    const { rounds, ties } = await project([
      created(1, 'cup'),
      drawn(1, [1, 2], [3, null]),
      decided(1, { 1: 10, 2: 5, 3: 0 }, [1, 3]),
      drawn(2, [1, 3]),
      decided(1, { 1: 10, 2: 20, 3: 0 }, [2, 3]),
      drawn(2, [2, 3]),
    ])
    expect(rounds!.map(({ round, gameweek, decided: is }) => [round, gameweek, is])).toEqual([
      [1, 20, true],
      [2, 21, false],
    ])
    const shown = ties!.map((tie) => [tie.round, tie.home, tie.away, tie.home_points, tie.away_points, tie.winner])
    expect(shown).toEqual([
      [1, 1, 2, 10, 20, 2],
      [1, 3, null, 0, null, 3],
      [2, 2, 3, null, null, null],
    ])
  })

  test('of a knockout contain their players from best to last', async () => {
    const round = (out: number[]): Handled => ({
      type: 'KnockoutRoundDecided',
      data: {
        ...{ competitionId: 1, asOf, round: 1, gameweek: 20, out },
        players: [3, 1, 2].map((userId, index) => ({ userId, points: 30 - index, exactScores: 0 })),
      },
    })
    const { round_players } = await project([created(1, 'knockout'), round([1]), round([2])])
    expect(round_players!.map(({ place, user_id, points, out }) => [place, user_id, points, out])).toEqual([
      [1, 3, 30, false],
      [2, 1, 29, false],
      [3, 2, 28, true],
    ])
  })
})

test('batches of any size result in the same rows', async () => {
  const events: Handled[] = [
    ...[created(1, 'cup'), created(2), created(3, 'monthly')],
    ...Array.from({ length: 12 }, (_, index) => joined(1 + (index % 3), 1 + index)),
    ...[drawn(1, [1, 4], [7, 10]), decided(1, { 1: 10, 4: 5, 7: 0, 10: 5 }, [1, 10]), drawn(2, [1, 10])],
    ...[{ type: 'UserDeleted', data: { userId: 4 } } as const, joined(2, 4), paid(1, 25, 1), paid(4, 15, 2)],
  ]
  const { changes: _, ...whole } = await project(events)
  for (const size of [1, 2, 5]) {
    const { changes: __, ...rows } = await project(events, size)
    expect(rows).toEqual(whole)
  }
})
