import { randomBytes } from 'node:crypto'
import { ContainerModule } from 'inversify'
import { testingGroup } from '../../../projections/testing/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { settingsOf } from '../../kernel/setting.ts'
import { createTestingTasks } from '../../simulation/testing-tasks.ts'
import { createTestingTool } from '../../simulation/testing-tool.ts'
import { ACCOUNTS } from '../accounts/area.ts'
import type { Area } from '../area.ts'
import { CHAT } from '../chat/area.ts'
import { COMPETITIONS } from '../competitions/area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createFollowing } from '../following/commands.ts'
import { LEAGUES } from '../leagues/area.ts'
import { PREDICTIONS } from '../predictions/area.ts'
import { SHARING } from '../sharing/area.ts'
import { TEAMS } from '../teams/area.ts'
import { testingAppTables } from './app-tables.ts'
import { simulationEvents } from './events.ts'
import { testingRoutes } from './routes.ts'
import { createRuns, type Runs } from './runs.ts'
import { testingSettings } from './settings.ts'
import { testingTables } from './tables.ts'
import type { TestingTool } from './tool.ts'

export const TESTING = {
  TestingTool: identifier<TestingTool>('TestingTool'),
  Runs: identifier<Runs>('TestRuns'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(TESTING.Runs).toResolvedValue(({ db }) => createRuns(db), [TYPES.Database])
  bind(TESTING.TestingTool).toResolvedValue(
    (
      { db },
      log,
      handler,
      engine,
      clock,
      logger,
      passwords,
      seasons,
      accounts,
      predictions,
      leagues,
      chat,
      sharing,
      teams,
      competitions,
      fixtureLoader,
      runs,
    ) => {
      const work = createTestingTasks({
        ...{ db, log, handler, engine, clock, seasons, accounts, predictions, leagues, chat, sharing },
        ...{ teams, competitions, fixtureLoader, following: createFollowing({ handler }) },
        unknownPassword: () => passwords.hash(randomBytes(24).toString('base64')),
      })
      return createTestingTool({ runs, engine, clock, logger, work })
    },
    [
      ...([TYPES.Database, TYPES.RawLog, TYPES.Handler, TYPES.Engine, TYPES.Clock, TYPES.Logger] as const),
      ...([ACCOUNTS.Passwords, FIXTURES.Seasons, ACCOUNTS.Accounts, PREDICTIONS.Predictions] as const),
      ...([LEAGUES.Leagues, CHAT.Chat, SHARING.Sharing, TEAMS.LeagueTeams, COMPETITIONS.Competitions] as const),
      ...([FIXTURES.FixtureLoader, TESTING.Runs] as const),
    ],
  )
  bind(PARTS.Routes).toResolvedValue(
    (settings, { db }, tool, runs, seasons) =>
      settingsOf(settings, testingSettings).isOn ? testingRoutes({ db, tool, runs, seasons }) : [],
    [TYPES.Settings, TYPES.Database, TESTING.TestingTool, TESTING.Runs, FIXTURES.Seasons],
  )
})

/** The testing tool: simulated players and results, and their removal. */
export const testing: Area = {
  name: 'testing',
  events: simulationEvents,
  module,
  groups: () => [testingGroup],
  readModel: testingTables,
  settings: [testingSettings],
  appTables: testingAppTables,
}
