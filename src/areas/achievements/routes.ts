import * as z from 'zod/mini'
import type { Position } from '../../kernel/event.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { AchievementEntry } from './catalogue.ts'
import { BEING_COUNTED } from './constants.ts'
import {
  Achievement,
  AchievementCheck,
  RetroactiveOrder,
  RetroactiveReport,
  RetroactiveStatus,
  UserAchievement,
} from './contract.ts'
import { achievementsOf, claimNew, shownOf } from './queries.ts'
import { ACHIEVEMENT_REACTOR } from './reactor.ts'
import type { Retroactive } from './retroactive.ts'

/**
 * Maximum time in ms that a response waits for the reactor (docs/rules.md R59), within the deadline of requests
 * (`mount.ts`).
 */
const WAIT_MS = 3_000
/** Until the history has been folded for this catalogue, the tables of the previous catalogue are served. */
const BEING_FOLDED = 'We’re checking past matches for new achievements. Try again in a few minutes.'

interface AchievementRouteDependencies {
  readonly db: ReadDb
  readonly catalogue: readonly AchievementEntry[]
  readonly retroactive: Retroactive
  /** The end of the log. */
  readonly head: () => Promise<Position | null>
  /** False until the history has been folded for the first time. */
  readonly isCounted: () => Promise<boolean>
  readonly waitForReactor: (name: string, position: Position | null, timeoutMs: number) => Promise<boolean>
}

/** Routes for the catalogue, the reader's achievements and retroactive runs. */
export function achievementRoutes(deps: AchievementRouteDependencies): readonly RouteDefinition[] {
  const { db, catalogue, retroactive, head, isCounted, waitForReactor } = deps

  /** Refuses with 503 instead of returning an empty result. */
  async function requireCounted(): Promise<void> {
    if (!(await isCounted())) throw new HttpProblem(503, BEING_COUNTED, { retryAfterSeconds: 10 })
  }

  return tagged('Achievements', [
    route({
      method: 'get',
      path: '/api/achievements',
      access: 'user',
      summary: 'All achievements of the catalogue',
      responses: { 200: z.array(Achievement) },
      handle: async () => ({ body: catalogue.map(shownOf) }),
    }),
    route({
      method: 'get',
      path: '/api/user/achievements',
      access: 'user',
      summary: 'All achievements with the reader’s state and progress',
      responses: { 200: z.array(UserAchievement) },
      async handle({ user }) {
        await requireCounted()
        return { body: await achievementsOf(db, catalogue, user.id) }
      },
    }),
    route({
      method: 'post',
      path: '/api/user/achievements/check',
      access: 'user',
      summary: 'Unlocks not yet returned to the reader, each at most once. Waits for events so far',
      responses: { 200: AchievementCheck },
      consumes: [],
      async handle({ user, context }) {
        await requireCounted()
        await waitForReactor(ACHIEVEMENT_REACTOR, await head(), WAIT_MS)
        return { body: { achievements: await claimNew(db, catalogue, user.id, context.at) } }
      },
    }),
    route({
      method: 'get',
      path: '/api/admin/achievements/retroactive',
      access: 'admin',
      summary: 'Achievements that wait for a retroactive run, and the progress of the latest run',
      responses: { 200: RetroactiveStatus },
      handle: async () => ({ body: await retroactive.status() }),
    }),
    route({
      method: 'post',
      path: '/api/admin/achievements/retroactive',
      access: 'admin',
      summary: 'Unlocks achievements that were earned before their introduction; with `dryRun` only reports them',
      body: z._default(RetroactiveOrder, { dryRun: false }),
      responses: { 200: RetroactiveReport },
      problems: [404],
      async handle({ body: { dryRun, only = null }, context }) {
        await requireCounted()
        if (!(await retroactive.isFolded())) throw new HttpProblem(503, BEING_FOLDED, { retryAfterSeconds: 10 })
        const report = dryRun
          ? await retroactive.dryRun(only)
          : await retroactive.run(only, context, { waitMs: WAIT_MS })
        if (!report) throw new HttpProblem(404, 'There is no such achievement')
        return { body: report }
      },
    }),
  ])
}
