import type { ContainerModule } from 'inversify'
import type { AchievementEntry } from '../achievements/catalogue.ts'
import type { Migration } from '../database/migration.ts'
import type { IdKind } from '../kernel/ids.ts'
import type { ProjectionGroup } from '../slice/group.ts'

/** What a game may differ in from another. */
export interface Game {
  readonly catalogue: readonly AchievementEntry[]
}

/**
 * All that the rest of the house knows of an area. `module` binds its services and, each under the shared identifier that
 * gathers them (`src/identifiers.ts`), its routes, reactors and jobs.
 */
export interface Area {
  readonly name: string
  readonly module: ContainerModule
  /** Its read models. */
  groups?(game: Game): readonly ProjectionGroup[]
  /** What of it has integer ids. */
  readonly ids?: readonly IdKind[]
  /** Its tables that are not projected, in the order of their release. */
  readonly migrations?: readonly Migration[]
}
