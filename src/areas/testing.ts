import { randomBytes } from 'node:crypto'
import { ContainerModule } from 'inversify'
import { testingGroup } from '../../projections/testing/projector.ts'
import { createFollowing } from '../following/commands.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { createTestingTasks } from '../simulation/testing-tasks.ts'
import { createTestingTool } from '../simulation/testing-tool.ts'
import { testingColumns } from '../testing/columns.ts'
import { testRuns } from '../testing/migrations/120-test-runs.ts'
import { simulationNaming } from '../testing/naming.ts'
import { testingRows } from '../testing/read-model.ts'
import { testingRoutes } from '../testing/routes.ts'
import { createRuns, type Runs } from '../testing/runs.ts'
import type { TestingTool } from '../testing/tool.ts'
import { ACCOUNTS } from './accounts.ts'
import type { Area } from './area.ts'
import { CHAT } from './chat.ts'
import { COMPETITIONS } from './competitions.ts'
import { FIXTURES } from './fixtures.ts'
import { LEAGUES } from './leagues.ts'
import { PREDICTIONS } from './predictions.ts'
import { SHARING } from './sharing.ts'
import { TEAMS } from './teams.ts'

const TASKS = identifier<ReturnType<typeof createTestingTasks>>('TestingTasks')
export const TESTING = {
  TestingTool: identifier<TestingTool>('TestingTool'),
  Runs: identifier<Runs>('TestRuns'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(TASKS).toResolvedValue(
    (
      { db },
      log,
      handler,
      engine,
      clock,
      passwords,
      seasons,
      accounts,
      predictions,
      leagues,
      chat,
      sharing,
      teams,
      competitions,
    ) =>
      createTestingTasks({
        ...{ db, log, handler, engine, clock, seasons, accounts, predictions, leagues, chat, sharing },
        neighbours: { teams, competitions, following: createFollowing({ handler }) },
        unknownPassword: () => passwords.hash(randomBytes(24).toString('base64')),
      }),
    [
      ...([TYPES.Database, TYPES.RawLog, TYPES.Handler, TYPES.Engine, TYPES.Clock, TYPES.Passwords] as const),
      ...([FIXTURES.Seasons, ACCOUNTS.Accounts, PREDICTIONS.Predictions] as const),
      ...([LEAGUES.Leagues, CHAT.Chat, SHARING.Sharing, TEAMS.LeagueTeams, COMPETITIONS.Competitions] as const),
    ],
  )
  bind(TESTING.Runs).toResolvedValue(({ db }) => createRuns(db), [TYPES.Database])
  bind(TESTING.TestingTool).toResolvedValue(
    (runs, engine, clock, logger, work) => createTestingTool({ runs, engine, clock, logger, work }),
    [TESTING.Runs, TYPES.Engine, TYPES.Clock, TYPES.Logger, TASKS],
  )
  bind(PARTS.Routes).toResolvedValue(
    (isOn, { db }, tool, runs, seasons) => (isOn ? testingRoutes({ db, tool, runs, seasons }) : []),
    [TYPES.HasTestingTool, TYPES.Database, TESTING.TestingTool, TESTING.Runs, FIXTURES.Seasons],
  )
})

/** Simulated players and results, and taking them back. */
export const testing: Area = {
  name: 'testing',
  naming: simulationNaming,
  module,
  groups: () => [testingGroup],
  rows: testingRows,
  columns: testingColumns,
  migrations: [testRuns],
  person: [{ view: 'test_users', by: ['user_id'] }],
}
