import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { Gameweek } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type Route, type RouteDefinition, type RouteResult, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import {
  GameweekOrder,
  GameweeksOrder,
  SimulateOrder,
  type TestAnswer,
  TestAnswer as TestAnswerSchema,
  TestFixture,
  TestFixtureQuery,
  TestOrder,
  TestProgress,
  TestUser,
  TestUserQuery,
} from './contract.ts'
import { currentTestData, testFixtures, testUsers } from './queries.ts'
import type { Runs } from './runs.ts'
import { type TestingTool, TestRefused, type TestTask } from './tool.ts'

/** Maximum time a response waits for the end of its run, in milliseconds. Shorter than the deadline of requests (`mount.ts`). */
const WAIT_MS = 3_000

interface TestingRouteDependencies {
  readonly db: ReadDb
  readonly tool: TestingTool
  readonly runs: Pick<Runs, 'find' | 'list'>
  readonly seasons: Seasons
}

/** Routes of the testing tool, for administrators. They exist only if the tool is enabled. */
export function testingRoutes({ db, tool, runs, seasons }: TestingRouteDependencies): readonly RouteDefinition[] {
  async function answer(task: TestTask, by: number, status: number): Promise<RouteResult> {
    try {
      const { id, ended } = await tool.begin(task, by)
      const slow = new AbortController()
      await Promise.race([ended, sleep(WAIT_MS, undefined, { signal: slow.signal })]).finally(() => slow.abort())
      const run = (await runs.find(id))!
      const body: TestAnswer = { message: run.message ?? 'Still running: its progress shows how far it is', run }
      return { status, body }
    } catch (error) {
      if (error instanceof TestRefused) throw new HttpProblem(409, error.message)
      throw error
    }
  }

  /** A `POST` route for a kind of task. The body contains its other fields. */
  const post = (
    kind: 'open-season' | 'create-users' | 'generate-predictions' | 'full-simulation' | 'generate' | 'clear',
    summary: string,
    body: z.ZodMiniType<object>,
    status = 200,
  ): Route =>
    route({
      method: 'post',
      path: `/api/test/${kind}`,
      access: 'admin',
      summary,
      body,
      responses: { [status]: TestAnswerSchema },
      problems: [409],
      handle: ({ body, user }) => answer({ kind, ...body } as TestTask, user.id, status),
    })

  return tagged('testing', [
    route({
      method: 'get',
      path: '/api/test/fixtures',
      access: 'admin',
      summary: 'Matches of the current season, with their simulated data',
      query: TestFixtureQuery,
      responses: { 200: z.array(TestFixture) },
      async handle({ query, context: { at } }) {
        const season = await seasons.resolve(undefined, at)
        return { body: season === null ? [] : await testFixtures(db, season, query.gameweek, at) }
      },
    }),
    route({
      method: 'get',
      path: '/api/test/users',
      access: 'admin',
      summary: 'Test users by number',
      query: TestUserQuery,
      responses: { 200: z.array(TestUser) },
      isPaged: true,
      async handle({ query, context: { at } }) {
        const { users, total } = await testUsers(db, await seasons.resolve(undefined, at), query)
        return { body: users, total }
      },
    }),
    route({
      method: 'get',
      path: '/api/test/progress',
      access: 'admin',
      summary: 'The current run, the last runs, and the current test data',
      responses: { 200: TestProgress },
      async handle() {
        const [{ running, runs: last }, standing] = await Promise.all([runs.list(), currentTestData(db)])
        return { body: { running, runs: last, standing } }
      },
    }),
    post('create-users', 'Creates test users, who are players like any other', TestOrder, 201),
    post('open-season', 'Opens a season that begins in a week, with final tables of test users', TestOrder),
    post('generate-predictions', 'Predicts the open matches of a gameweek as test users', GameweekOrder),
    post('full-simulation', 'Plays gameweeks: picks, results, settling', GameweeksOrder),
    post('generate', 'Creates picks, leagues, messages, shares and comments of test users', GameweeksOrder),
    route({
      method: 'post',
      path: '/api/test/simulate/:gameweek',
      access: 'admin',
      summary: 'Completes a gameweek with results drawn from the seed',
      params: z.object({ gameweek: Gameweek }),
      body: SimulateOrder,
      responses: { 200: TestAnswerSchema },
      problems: [409],
      handle: ({ params: { gameweek }, body: { users, seed }, user }) =>
        answer({ kind: 'simulate', gameweek, users, seed }, user.id, 200),
    }),
    post('clear', 'Removes simulated results, and the predictions of test users', z.object({})),
    route({
      method: 'delete',
      path: '/api/test/cleanup',
      access: 'admin',
      summary: 'Clears, and also deletes the test users',
      responses: { 200: TestAnswerSchema },
      problems: [409],
      handle: ({ user }) => answer({ kind: 'cleanup' }, user.id, 200),
    }),
    route({
      method: 'post',
      path: '/api/test/stop',
      access: 'admin',
      summary: 'Stops the current run after its present step; its data stay until a clear',
      responses: { 200: z.object({ message: z.string() }) },
      problems: [409],
      async handle() {
        if (!(await tool.stop())) throw new HttpProblem(409, 'No run is in progress')
        return { body: { message: 'It stops after this step' } }
      },
    }),
  ])
}
