import { ContainerModule } from 'inversify'
import { createAchievementsGroup } from '../../projections/achievements/group.ts'
import { achievementEvents } from '../../projections/achievements/projector.ts'
import { achievementColumns } from '../achievements/columns.ts'
import { type Achievements, createAchievements } from '../achievements/commands.ts'
import type { AchievementEvent } from '../achievements/events.ts'
import { achievementLetters } from '../achievements/letters.ts'
import { toldAchievements } from '../achievements/migrations/055-told-achievements.ts'
import { achievementNaming } from '../achievements/naming.ts'
import { forgetTold } from '../achievements/queries.ts'
import { ACHIEVEMENT_REACTOR, createAchievementReactor } from '../achievements/reactor.ts'
import { achievementRows } from '../achievements/read-model.ts'
import { createRetroactive, type Retroactive } from '../achievements/retroactive.ts'
import { achievementRoutes } from '../achievements/routes.ts'
import { achievementStream } from '../achievements/streams.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { type Hearing, heardIn } from '../kernel/event.ts'
import type { Area } from './area.ts'

export const ACHIEVEMENTS = {
  Achievements: identifier<Achievements>('Achievements'),
  Retroactive: identifier<Retroactive>('Retroactive'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(ACHIEVEMENTS.Achievements).toResolvedValue(
    (handler, catalogue) => createAchievements({ handler, catalogue }),
    [TYPES.Handler, TYPES.Catalogue],
  )
  bind(ACHIEVEMENTS.Retroactive).toResolvedValue(
    ({ db }, catalogue, achievements, engine) => createRetroactive({ db, catalogue, achievements, engine }),
    [TYPES.Database, TYPES.Catalogue, ACHIEVEMENTS.Achievements, TYPES.Engine],
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
    [TYPES.Database, TYPES.Catalogue, ACHIEVEMENTS.Retroactive, TYPES.RawLog, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    ({ db }, handler, catalogue, { compare, reached, passed, foldedTo }) =>
      createAchievementReactor({
        ...{ db, handler, catalogue, compare, reached, passed },
        events: achievementEvents,
        folded: () => foldedTo('achievements'),
      }),
    [TYPES.Database, TYPES.Handler, TYPES.Catalogue, TYPES.Progress],
  )
  bind(PARTS.Forgets).toResolvedValue(
    ({ db }) =>
      (unlockIds) =>
        forgetTold(db, unlockIds),
    [TYPES.Database],
  )
  bind(PARTS.BooksResults).toConstantValue(ACHIEVEMENT_REACTOR)
})

const taken = {
  AchievementUnlocked: true,
  AchievementRevoked: true,
} as const satisfies Hearing<AchievementEvent>

/** What players have earned, and unlocking it. */
export const achievements: Area = {
  name: 'achievements',
  naming: achievementNaming,
  module,
  groups: ({ catalogue }) => [createAchievementsGroup(catalogue)],
  rows: achievementRows,
  columns: achievementColumns,
  migrations: [toldAchievements],
  takenBack: heardIn(taken),
  letters: achievementLetters,
  person: [
    { view: 'achievements', by: ['user_id'] },
    { view: 'achievement_counts', by: ['user_id'] },
    {
      view: 'achievement_badges',
      by: ['user_id'],
      streams: ({ user_id, achievement }) => [achievementStream(user_id, achievement)],
    },
    { view: 'achievements_due', by: ['user_id'] },
    { view: 'achievement_cards', by: ['user_id'] },
    { view: 'achievement_deeds', by: ['user_id'] },
  ],
  personTables: [{ table: 'app.told_achievements', shown: ['unlock_id', 'told_at'] }],
}
