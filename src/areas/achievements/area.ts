import { ContainerModule } from 'inversify'
import { createAchievementsGroup, handledEvents } from '../../../projections/achievements/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { systemContext } from '../../kernel/system-context.ts'
import type { Area } from '../area.ts'
import { achievementAppTables } from './app-tables.ts'
import { type AchievementEntry, catalogue } from './catalogue.ts'
import { type Achievements, createAchievements } from './commands.ts'
import { achievementCatalogueEvents, achievementEvents } from './events.ts'
import { achievementNotifications } from './notifications.ts'
import { ACHIEVEMENT_REACTOR, createAchievementReactor } from './reactor.ts'
import { createRetroactive, type Retroactive } from './retroactive.ts'
import { achievementRoutes } from './routes.ts'
import { achievementStream } from './streams.ts'
import { achievementTables } from './tables.ts'

export const ACHIEVEMENTS = {
  Catalogue: identifier<readonly AchievementEntry[]>('Catalogue'),
  Achievements: identifier<Achievements>('Achievements'),
  Retroactive: identifier<Retroactive>('Retroactive'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(ACHIEVEMENTS.Catalogue).toConstantValue(catalogue)
  // Runs before the season starts, so that achievements are unlocked as they are earned.
  bind(PARTS.Preparation).toResolvedValue(
    (achievements) => ({
      phase: 'rules',
      async run({ at }) {
        await achievements.introduce(systemContext(at))
      },
    }),
    [ACHIEVEMENTS.Achievements],
  )
  bind(ACHIEVEMENTS.Achievements).toResolvedValue(
    (handler, catalogue) => createAchievements({ handler, catalogue }),
    [TYPES.Handler, ACHIEVEMENTS.Catalogue],
  )
  bind(ACHIEVEMENTS.Retroactive).toResolvedValue(
    ({ db }, catalogue, achievements, engine) => createRetroactive({ db, catalogue, achievements, engine }),
    [TYPES.Database, ACHIEVEMENTS.Catalogue, ACHIEVEMENTS.Achievements, TYPES.Engine],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, catalogue, retroactive, log, engine) =>
      achievementRoutes({
        db,
        catalogue,
        retroactive,
        head: () => log.head(),
        isCounted: () => engine.serves('achievements'),
        waitForReactor: engine.waitForReactor,
      }),
    [TYPES.Database, ACHIEVEMENTS.Catalogue, ACHIEVEMENTS.Retroactive, TYPES.RawLog, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    ({ db }, handler, catalogue, { compare, reached, passed, foldedTo }) =>
      createAchievementReactor({
        ...{ db, handler, catalogue, compare, reached, passed },
        events: handledEvents,
        folded: () => foldedTo('achievements'),
      }),
    [TYPES.Database, TYPES.Handler, ACHIEVEMENTS.Catalogue, TYPES.Progress],
  )
  bind(PARTS.BookingReactors).toConstantValue(ACHIEVEMENT_REACTOR)
})

/** The achievements of players, and unlocking them. */
export const achievements: Area = {
  name: 'achievements',
  events: { ...achievementEvents, ...achievementCatalogueEvents },
  module,
  readModel: achievementTables(catalogue.map(({ id }) => id)),
  groups: () => [createAchievementsGroup(catalogue)],
  appTables: achievementAppTables,
  notifications: achievementNotifications,
  personalStreams: [
    {
      of: 'achievement_badges',
      by: 'user_id',
      stream: ({ user_id, achievement }) => achievementStream(user_id, achievement),
    },
  ],
}
