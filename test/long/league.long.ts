import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEAGUES } from '../../src/areas/leagues/area.ts'
import { seenLeague } from '../../src/areas/leagues/queries.ts'
import { createStandings } from '../../src/areas/leagues/standings.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import { EventLogUnavailable } from '../../src/kernel/event-log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { reacted } from '../support/leagues.ts'

const members = 10_000
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const context = (): CommandContext => ({
  actor: null,
  at: new Date(app.clock.now()).toISOString(),
  correlationId: 'long',
  causationId: 'long',
  source: 'command',
})

test('10,000 join a league, 200 at once, and a new node folds it: all are in once, in order, and a rebuild agrees', async () => {
  const leagues = app.container.get(LEAGUES.Leagues)
  const { db } = app.container.get(TYPES.Database)
  const settings = { name: 'Everybody', description: null, type: 'public' } as const
  const made = await leagues.create(settings, 1_001, context())
  if (!made.ok) throw new Error(made.rejected)
  const { leagueId } = made
  /** As the UI does it: a command that waits too long in the queue is refused, and sent again. */
  async function joined(userId: number): Promise<void> {
    for (;;) {
      try {
        const outcome = await leagues.joinByClick(leagueId, userId, context())
        if (!outcome.ok) expect(outcome.rejected).toBe('already-member')
        return
      } catch (error) {
        if (!(error instanceof EventLogUnavailable)) throw error
      }
    }
  }
  const began = performance.now()
  for (let from = 1; from < members; from += 200)
    await Promise.all(
      Array.from({ length: Math.min(200, members - from) }, async (_, n) => {
        app.clock.advance(1)
        await joined(1_001 + from + n)
      }),
    )
  console.info(`${members} joinings in ${Math.round(performance.now() - began)} ms`)
  const other = await startTestApp({ beside: app })
  const folding = performance.now()
  const again = await other.container.get(LEAGUES.Leagues).joinByClick(leagueId, 1_001, context())
  console.info(`folded by a new node in ${Math.round(performance.now() - folding)} ms`)
  await other.close()
  expect(again).toEqual({ ok: false, rejected: 'already-member' })
  // The creator leaves: the member who joined first after them succeeds.
  const left = await leagues.end(leagueId, 1_001, 1_001, context())
  expect(left).toMatchObject({ ok: true, state: { adminId: 1_002, members: { length: members - 1 } } })
  await reacted(app)
  const league = (await seenLeague(db, leagueId, 1_002))!
  const page = { limit: members, offset: 0 }
  const { standings: rows } = await createStandings({ db }).page(
    league,
    { season: 'demo', gameweek: null },
    page,
    1_002,
  )
  expect([league.members, rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual(Array(3).fill(members - 1))
  const [verified] = await app.container.get(TYPES.Engine).verify(['leagues'])
  for (const { table, differences } of verified!.tables) expect([table, differences]).toEqual([table, 0])
}, 300_000)
