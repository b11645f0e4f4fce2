import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { Gameweek } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, type RouteResult, route } from '../../slice/route.ts'
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

/** How long an answer waits for the end of its run; a longer one is followed by its progress. Within the deadline of requests (`mount.ts`). */
const WAIT_MS = 3_000
const tags = ['testing']

interface TestingRouteDependencies {
  readonly db: ReadDb
  readonly tool: TestingTool
  readonly runs: Pick<Runs, 'find' | 'list'>
  readonly seasons: Seasons
}

/** The testing tool, for administrators. Where it is switched off none of these paths is there. */
export function testingRoutes({ db, tool, runs, seasons }: TestingRouteDependencies): readonly RouteDefinition[] {
  async function answer(task: TestTask, by: number, status: number): Promise<RouteResult> {
    try {
      const { id, ended } = await tool.begin(task, by)
      const slow = new AbortController()
      await Promise.race([ended, sleep(WAIT_MS, undefined, { signal: slow.signal })]).finally(() => slow.abort())
      const run = (await runs.find(id))!
      const body: TestAnswer = { message: run.message ?? 'It goes on: its progress says how far it is', run }
      return { status, body }
    } catch (error) {
      if (error instanceof TestRefused) throw new HttpProblem(409, error.message)
      throw error
    }
  }

  /** `POST` with the name of a task, whose other fields are the body. */
  const post = (
    kind: 'create-users' | 'generate-predictions' | 'full-simulation' | 'generate' | 'clear',
    summary: string,
    body: z.ZodMiniType<object>,
    status = 200,
  ): RouteDefinition =>
    route({
      method: 'post',
      path: `/api/test/${kind}`,
      access: 'admin',
      summary,
      tags,
      body,
      responses: { [status]: TestAnswerSchema },
      problems: [409],
      handle: ({ body, user }) => answer({ kind, ...body } as TestTask, user.id, status),
    })

  return [
    route({
      method: 'get',
      path: '/api/test/fixtures',
      access: 'admin',
      summary: 'Matches of the current season, with what the testing tool made of them',
      tags,
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
      summary: 'Test users by their numbers',
      tags,
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
      summary: 'The run that goes on, the last ones, and what stands',
      tags,
      responses: { 200: TestProgress },
      async handle() {
        const [{ running, runs: last }, standing] = await Promise.all([runs.list(), currentTestData(db)])
        return { body: { running, runs: last, standing } }
      },
    }),
    post('create-users', 'Creates test users, who are players like others', TestOrder, 201),
    post('generate-predictions', 'Test users pick what is open of a gameweek', GameweekOrder),
    post('full-simulation', 'Plays gameweeks: picks, results, settling', GameweeksOrder),
    post('generate', 'Picks, leagues, messages, shares and comments of test users', GameweeksOrder),
    route({
      method: 'post',
      path: '/api/test/simulate/:gameweek',
      access: 'admin',
      summary: 'Completes a gameweek with results of the seed',
      tags,
      params: z.object({ gameweek: Gameweek }),
      body: SimulateOrder,
      responses: { 200: TestAnswerSchema },
      problems: [409],
      handle: ({ params: { gameweek }, body: { users, seed }, user }) =>
        answer({ kind: 'simulate', gameweek, users, seed }, user.id, 200),
    }),
    post('clear', 'Takes simulated results and predictions of test users back', z.object({})),
    route({
      method: 'delete',
      path: '/api/test/cleanup',
      access: 'admin',
      summary: 'Clears, and deletes the test users',
      tags,
      responses: { 200: TestAnswerSchema },
      problems: [409],
      handle: ({ user }) => answer({ kind: 'cleanup' }, user.id, 200),
    }),
    route({
      method: 'post',
      path: '/api/test/stop',
      access: 'admin',
      summary: 'Asks the run that goes on to stop; what is done stays until a clear',
      tags,
      responses: { 200: z.object({ message: z.string() }) },
      problems: [409],
      async handle() {
        if (!(await tool.stop())) throw new HttpProblem(409, 'No run goes on')
        return { body: { message: 'It stops after this step' } }
      },
    }),
  ]
}
