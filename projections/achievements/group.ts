import { createHash } from 'node:crypto'
import type { AchievementEntry } from '../../src/achievements/catalogue.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { type AchievementFact, achievementEvents, projectAchievements } from './projector.ts'
import type { KeptSeasons } from './store.ts'
import { achievementsDdl, achievementsIndexes, achievementsViews } from './tables.ts'

/** Raise it when tables or what the facts mean change. */
const foldVersion = 5

/** What players have done and earned. Another catalogue is another version: its history is folded anew, into tables of its own. */
export function createAchievementsGroup(
  catalogue: readonly AchievementEntry[],
): ProjectionGroup<unknown, AchievementFact> {
  const seasons: KeptSeasons = new Map()
  return {
    name: 'achievements',
    version: versionOf(catalogue),
    beginsEmpty: true,
    events: achievementEvents,
    ddl: achievementsDdl,
    indexes: achievementsIndexes,
    views: achievementsViews(catalogue.map(({ id }) => id)),
    project: (tx, events) => projectAchievements(tx, events, catalogue, seasons),
  }
}

function versionOf(catalogue: readonly AchievementEntry[]): number {
  const rules = catalogue.map(({ id, of, revision = 1 }) => [id, of, revision])
  return (
    createHash('sha256')
      .update(JSON.stringify([foldVersion, rules]))
      .digest()
      .readInt32BE() & 0x7fffffff
  )
}
