import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { Fixture } from '../fixtures/contract.ts'

/** Maximum and default values of the tasks of the testing tool. */
export const TESTING = {
  users: { most: 500, usual: 50 },
  gameweeks: { most: 10, usual: 3 },
  seed: { most: 999_999_999, usual: 1 },
} as const

const userCount = z.int().check(z.minimum(1), z.maximum(TESTING.users.most))
const users = z._default(userCount, TESTING.users.usual)
const seed = z._default(z.int().check(z.minimum(0), z.maximum(TESTING.seed.most)), TESTING.seed.usual)

/**
 * `create-users` creates `users` more test users. In all other tasks, the first `users` test users take part, and missing ones are created.
 * There are at most 500 in total.
 */
export const TestOrder = z.object({ users, seed })
export type TestOrder = z.infer<typeof TestOrder>

/** Body of `generate-predictions`. */
export const GameweekOrder = z.object({ gameweek: Gameweek, ...TestOrder.shape })

/** Body of `simulate/{gameweek}`. With `users`, that many test users first predict the open matches. */
export const SimulateOrder = z.object({ ...TestOrder.shape, users: z.optional(userCount) })
export type SimulateOrder = z.infer<typeof SimulateOrder>

/** Body of `full-simulation` and `generate`: the number of gameweeks, starting with the first one that is not settled. */
export const GameweeksOrder = z.object({
  gameweeks: z._default(z.int().check(z.minimum(1), z.maximum(TESTING.gameweeks.most)), TESTING.gameweeks.usual),
  ...TestOrder.shape,
})
export type GameweeksOrder = z.infer<typeof GameweeksOrder>

export const TestRunKind = z.enum([
  'open-season',
  'create-users',
  'generate-predictions',
  'simulate',
  'full-simulation',
  'generate',
  'world',
  'clear',
  'cleanup',
])
export type TestRunKind = z.infer<typeof TestRunKind>

/** Number of objects that a run has created or removed, by kind. */
export const TestCounts = z.object({
  users: z.int(),
  predictions: z.int(),
  results: z.int(),
  leagues: z.int(),
  messages: z.int(),
  shares: z.int(),
  comments: z.int(),
})
export type TestCounts = z.infer<typeof TestCounts>

/** A step of a run: `50 test users`, `Gameweek 14: results`. */
export const TestStep = z.object({
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done']),
  done: z.int(),
  /** null: unknown so far. */
  total: z.nullable(z.int()),
})
export type TestStep = z.infer<typeof TestStep>

/** A current or past run, from the page or from the terminal. */
export const TestRun = z.object({
  id: Id,
  kind: TestRunKind,
  /** `stopped`: by `POST /api/test/stop`; its data stay until a purge. `failed`: `error` contains the reason. */
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  gameweeks: z.array(Gameweek),
  seed: z.nullable(z.int()),
  /** null: from the terminal. */
  by: z.nullable(z.object({ id: Id, username: z.string() })),
  startedAt: IsoTime,
  /** null: still running. */
  endedAt: z.nullable(IsoTime),
  /** From 0 to 100. */
  percent: z.int(),
  steps: z.array(TestStep),
  /** Counts so far. */
  ...TestCounts.shape,
  /** Result in a sentence; null while it is running, or if it failed. */
  message: z.nullable(z.string()),
  /** Error in a sentence; null: no error. */
  error: z.nullable(z.string()),
})
export type TestRun = z.infer<typeof TestRun>

/**
 * Response to every write of the tool: 201 for `create-users`, else 200. Runs execute on the server. The response waits a few seconds for
 * the end of the run. If it is still running then (`state`), `GET /api/test/progress` returns its progress.
 */
export const TestAnswer = z.object({
  /** Text of the toast. */
  message: z.string(),
  run: TestRun,
})
export type TestAnswer = z.infer<typeof TestAnswer>

/** `GET /api/test/progress`. Changes are announced on the live topic `testing`. */
export const TestProgress = z.object({
  /** The current run; null: none. There is at most one. */
  running: z.nullable(TestRun),
  /** The last completed runs, newest first. */
  runs: z.array(TestRun),
  /** Current test data, which a purge or cleanup would remove. */
  standing: z.object({ users: z.int(), predictions: z.int(), results: z.int(), gameweeks: z.array(Gameweek) }),
})
export type TestProgress = z.infer<typeof TestProgress>

/** `GET /api/test/fixtures`: fixtures of the current season. */
export const TestFixture = z.object({
  ...Fixture.shape,
  /** Whether its result is simulated. */
  isSimulated: z.boolean(),
  /** Number of predictions by test users. */
  testPredictions: z.int(),
})
export type TestFixture = z.infer<typeof TestFixture>
export const TestFixtureQuery = z.object({ gameweek: z.optional(Gameweek) })

/** `GET /api/test/users`. */
export const TestUser = z.object({
  id: Id,
  username: z.string(),
  predictions: z.int(),
  /** Points of the current season. */
  points: z.int(),
  createdAt: IsoTime,
})
export type TestUser = z.infer<typeof TestUser>
export const TestUserQuery = z.object(paged(PAGE.testUsers))
