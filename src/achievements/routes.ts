import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { EngineStatus } from '../../projections/engine/status.ts'
import {
  Achievement,
  AchievementCheck,
  RetroactiveOrder,
  RetroactiveReport,
  RetroactiveStatus,
  UserAchievement,
} from '../contracts/achievements.ts'
import type { CommandContext } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import { HttpProblem } from '../web/problem.ts'
import { type RouteDefinition, route } from '../web/route.ts'
import type { AchievementEntry } from './catalogue.ts'
import type { Achievements } from './commands.ts'
import {
  achievementsOf,
  claimNew,
  type OrderRow,
  retroactiveReport,
  retroactiveRun,
  retroactiveWaiting,
  shownOf,
} from './queries.ts'
import { ACHIEVEMENT_REACTOR } from './reactor.ts'

/** How long an answer waits for the reactor (decisions.md, HTTP rules). */
const WAIT_MS = 5_000
const tags = ['Achievements']

export interface AchievementRouteDependencies {
  readonly db: Kysely<unknown>
  readonly catalogue: readonly AchievementEntry[]
  readonly achievements: Achievements
  /** The end of the log. */
  readonly head: () => Promise<Position | null>
  readonly engine: {
    waitFor(position: Position | null, types: readonly string[], timeoutMs: number): Promise<readonly string[]>
    waitForReactor(name: string, position: Position | null, timeoutMs: number): Promise<boolean>
    status(): Promise<EngineStatus>
  }
}

/** The catalogue, what the reader has of it, and the administrators' retroactive runs. */
export function achievementRoutes(deps: AchievementRouteDependencies): readonly RouteDefinition[] {
  const { db, catalogue, achievements, head, engine } = deps

  async function run(only: string | null, context: CommandContext): Promise<RetroactiveReport> {
    const orderId = randomUUID()
    const ordered = await achievements.order({ orderId, only }, context)
    if (!ordered.ok) throw new HttpProblem(404, 'There is no such achievement')
    await engine.waitFor(ordered.position, ['RetroactiveUnlocksOrdered'], WAIT_MS)
    await engine.waitForReactor(ACHIEVEMENT_REACTOR, ordered.position, WAIT_MS)
    const [report, order] = await Promise.all([
      retroactiveReport(db, catalogue, { orderId }),
      retroactiveRun(db, orderId),
    ])
    return { dryRun: false, state: order?.left === 0 ? 'completed' : 'running', ...report }
  }

  return [
    route({
      method: 'get',
      path: '/api/achievements',
      access: 'user',
      summary: 'All achievements there are to earn',
      tags,
      responses: { 200: z.array(Achievement) },
      handle: async () => ({ body: catalogue.map(shownOf) }),
    }),
    route({
      method: 'get',
      path: '/api/user/achievements',
      access: 'user',
      summary: 'All achievements as the reader has them, with progress',
      tags,
      responses: { 200: z.array(UserAchievement) },
      handle: async ({ user }) => ({ body: await achievementsOf(db, catalogue, user.id) }),
    }),
    route({
      method: 'post',
      path: '/api/user/achievements/check',
      access: 'user',
      summary:
        'Achievements the reader has not been told of yet, each at most once; waits for what has happened so far',
      tags,
      responses: { 200: AchievementCheck },
      async handle({ user, context }) {
        await engine.waitForReactor(ACHIEVEMENT_REACTOR, await head(), WAIT_MS)
        return { body: { achievements: await claimNew(db, user.id, context.at) } }
      },
    }),
    route({
      method: 'get',
      path: '/api/admin/achievements/retroactive',
      access: 'admin',
      summary: 'What waits for a retroactive run, and how far the latest one is',
      tags,
      responses: { 200: RetroactiveStatus },
      async handle() {
        const [{ projections }, waiting, latest] = await Promise.all([
          engine.status(),
          retroactiveWaiting(db),
          retroactiveRun(db),
        ])
        const folding = projections.find(({ name }) => name === 'achievements')?.rebuilding ?? null
        return {
          body: {
            folding: folding && { done: folding.done, total: folding.total },
            waiting,
            run: latest && runOf(latest),
          },
        }
      },
    }),
    route({
      method: 'post',
      path: '/api/admin/achievements/retroactive',
      access: 'admin',
      summary: 'Unlocks what was earned before its achievement was there; with `dryRun` only says who would get what',
      tags,
      body: z._default(RetroactiveOrder, { dryRun: false }),
      responses: { 200: RetroactiveReport },
      problems: [404],
      async handle({ body: { dryRun, only = null }, context }) {
        if (!dryRun) return { body: await run(only, context) }
        if (only !== null && !catalogue.some(({ id }) => id === only))
          throw new HttpProblem(404, 'There is no such achievement')
        return { body: { dryRun, state: 'completed', ...(await retroactiveReport(db, catalogue, { only })) } }
      },
    }),
  ]
}

function runOf({ ordered_at, only_achievement, achievements, users, left }: OrderRow): RetroactiveStatus['run'] {
  const state = left === 0 ? 'completed' : 'running'
  return { orderedAt: ordered_at, only: only_achievement, total: achievements, done: achievements - left, users, state }
}
