import { createHash } from 'node:crypto'
import type { AchievementEntry } from '../../src/areas/achievements/catalogue.ts'
import { achievementTables } from '../../src/areas/achievements/tables.ts'
import { typesOf } from '../../src/kernel/declared-events.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { tablesFor } from '../../src/slice/table.ts'
import { type AchievementFact, handled, projectAchievements } from './batch.ts'
import { createSeasonCache } from './store.ts'

/** Raise it when the tables change, or the meaning of the facts. */
const foldVersion = 5

export const handledEvents = typesOf(handled)

/** Achievements of players and their counters. A changed catalogue is a new version: its tables are rebuilt from the log. */
export function createAchievementsGroup(
  catalogue: readonly AchievementEntry[],
): ProjectionGroup<unknown, AchievementFact> {
  const seasons = createSeasonCache()
  return {
    name: 'achievements',
    version: versionOf(catalogue),
    optionalOnFirstDeploy: true,
    events: handledEvents,
    ...tablesFor(achievementTables(catalogue.map(({ id }) => id))),
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
