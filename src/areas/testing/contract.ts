import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { Fixture } from '../fixtures/contract.ts'

/** What the testing tool takes at once, and what it takes where a call leaves it out. */
export const TESTING = {
  users: { most: 500, usual: 50 },
  gameweeks: { most: 10, usual: 3 },
  seed: { most: 999_999_999, usual: 1 },
} as const

const userCount = z.int().check(z.minimum(1), z.maximum(TESTING.users.most))
const users = z._default(userCount, TESTING.users.usual)
const seed = z._default(z.int().check(z.minimum(0), z.maximum(TESTING.seed.most)), TESTING.seed.usual)

/**
 * `create-users` creates so many more. By the others so many take part, who was created first before the others; who is missing is
 * created. There are at most 500 in all.
 */
export const TestOrder = z.object({ users, seed })
export type TestOrder = z.infer<typeof TestOrder>

/** Of `generate-predictions`. */
export const GameweekOrder = z.object({ gameweek: Gameweek, ...TestOrder.shape })
export type GameweekOrder = z.infer<typeof GameweekOrder>

/** Of `simulate/{gameweek}`. With `users`, so many test users first predict what is still open. */
export const SimulateOrder = z.object({ ...TestOrder.shape, users: z.optional(userCount) })
export type SimulateOrder = z.infer<typeof SimulateOrder>

/** Of `full-simulation` and `generate`: so many gameweeks from the first that is not settled on. */
export const GameweeksOrder = z.object({
  gameweeks: z._default(z.int().check(z.minimum(1), z.maximum(TESTING.gameweeks.most)), TESTING.gameweeks.usual),
  ...TestOrder.shape,
})
export type GameweeksOrder = z.infer<typeof GameweeksOrder>

export const TestRunKind = z.enum([
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

/** How many of each a run made, or took back. */
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
  /** null: not known yet. */
  total: z.nullable(z.int()),
})
export type TestStep = z.infer<typeof TestStep>

/** A run, under way or over, from the page or from the terminal. */
export const TestRun = z.object({
  id: Id,
  kind: TestRunKind,
  /** `stopped`: somebody asked for it by `POST /api/test/stop`; what is done stays until a clear. `failed`: `error` says why. */
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  gameweeks: z.array(Gameweek),
  seed: z.nullable(z.int()),
  /** null: from the terminal. */
  by: z.nullable(z.object({ id: Id, username: z.string() })),
  startedAt: IsoTime,
  /** null: it goes on. */
  endedAt: z.nullable(IsoTime),
  /** From 0 to 100. */
  percent: z.int(),
  steps: z.array(TestStep),
  /** Counts so far. */
  ...TestCounts.shape,
  /** What it did, in a sentence; null while it goes on, and where it failed. */
  message: z.nullable(z.string()),
  /** A sentence; null where nothing went wrong. */
  error: z.nullable(z.string()),
})
export type TestRun = z.infer<typeof TestRun>

/**
 * What every write of the tool answers with: 201 by `create-users`, else 200. A run lives on the server. The answer waits for its end for
 * a few seconds; a run that goes on by then (`state`) is followed by `GET /api/test/progress`.
 */
export const TestAnswer = z.object({
  /** A sentence for the toast. */
  message: z.string(),
  run: TestRun,
})
export type TestAnswer = z.infer<typeof TestAnswer>

/** `GET /api/test/progress`; the live topic `testing` says when to read it again. */
export const TestProgress = z.object({
  /** The one that goes on: there is one at a time. */
  running: z.nullable(TestRun),
  /** The last ones that are over, newest first. */
  runs: z.array(TestRun),
  /** What stands now and a clear or cleanup would take back. */
  standing: z.object({ users: z.int(), predictions: z.int(), results: z.int(), gameweeks: z.array(Gameweek) }),
})
export type TestProgress = z.infer<typeof TestProgress>

/** `GET /api/test/fixtures`: those of the current season. */
export const TestFixture = z.object({
  ...Fixture.shape,
  /** Its result is a simulated one. */
  isSimulated: z.boolean(),
  /** Predictions of test users. */
  testPredictions: z.int(),
})
export type TestFixture = z.infer<typeof TestFixture>
export const TestFixtureQuery = z.object({ gameweek: z.optional(Gameweek) })

/** `GET /api/test/users`. */
export const TestUser = z.object({
  id: Id,
  username: z.string(),
  predictions: z.int(),
  /** Of the current season. */
  points: z.int(),
  createdAt: IsoTime,
})
export type TestUser = z.infer<typeof TestUser>
export const TestUserQuery = z.object(paged(PAGE.testUsers))
