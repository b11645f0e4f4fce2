import { createHash } from 'node:crypto'
import type { AchievementEntry } from '../../src/areas/achievements/catalogue.ts'
import { achievementTables } from '../../src/areas/achievements/tables.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { tablesFor } from '../../src/slice/table.ts'
import { type AchievementFact, handledEvents, projectAchievements } from './projector.ts'
import { createSeasonCache } from './store.ts'

/** Raise it when tables or what the facts mean change. */
const foldVersion = 5

/** What players have done and earned. Another catalogue is another version: its history is folded anew, into tables of its own. */
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
