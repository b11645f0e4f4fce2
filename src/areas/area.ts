import type { ContainerModule } from 'inversify'
import type { AchievementEntry } from '../achievements/catalogue.ts'
import type { HeldTable } from '../database/held-tables.ts'
import type { Migration } from '../database/migration.ts'
import type { Allowance } from '../kernel/allowance.ts'
import type { IdKind } from '../kernel/ids.ts'
import type { Namings } from '../kernel/naming.ts'
import type { DescribedColumns } from '../slice/columns.ts'
import type { ProjectionGroup } from '../slice/group.ts'
import type { HeldView } from '../slice/holding.ts'
import type { Letters } from '../slice/letters.ts'
import type { DeclaredRows } from '../slice/read-models.ts'

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
  /** The rows of its views (`src/<area>/read-model.ts`). Those of one group may be of several areas. */
  readonly rows?: DeclaredRows
  /** What their columns mean (`src/<area>/columns.ts`), for analysts. */
  readonly columns?: DescribedColumns
  /** What players may do of it in an hour or a day (`src/<area>/allowances.ts`). */
  readonly allowances?: Readonly<Record<string, Allowance>>
  /** What of it has integer ids. */
  readonly ids?: readonly IdKind[]
  /** Its tables that are not projected, in the order of their release. */
  readonly migrations?: readonly Migration[]
  /** Types of its events that a clear of simulated data takes back, where they are marked. */
  readonly takenBack?: readonly string[]
  /** What it tells players. */
  readonly letters?: Letters
  /** Whom its events name. */
  readonly naming?: Namings
  /** What it holds about people: this is what a person is given of theirs, and where an erasure must show. */
  readonly person?: readonly HeldView[]
  /** The same of its tables that are not projected. */
  readonly personTables?: readonly HeldTable[]
}
