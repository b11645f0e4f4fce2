import type { ContainerModule } from 'inversify'
import type { AppTableDeclarations } from '../database/app-tables.ts'
import type { Migration } from '../database/migration.ts'
import type { PersonalStreams } from '../database/personal-streams.ts'
import type { EventDeclarations } from '../kernel/declared-events.ts'
import type { IdKind } from '../kernel/ids.ts'
import type { Quota } from '../kernel/quota.ts'
import type { SettingsDeclaration } from '../kernel/setting.ts'
import type { ProjectionGroup } from '../slice/group.ts'
import type { NotificationTemplates } from '../slice/notifications.ts'
import type { ReadModel } from '../slice/table.ts'

/**
 * All that the rest of the house knows of an area. `module` binds its services and, each under the shared identifier that
 * gathers them (`src/identifiers.ts`), its routes, reactors and jobs.
 */
export interface Area {
  readonly name: string
  readonly module: ContainerModule
  /** Tables and views of its projections (`tables.ts`). */
  readonly readModel?: ReadModel
  /** Its read models. */
  groups?(): readonly ProjectionGroup[]
  /** Quotas of players (`src/areas/<area>/commands.ts`). */
  readonly quotas?: Readonly<Record<string, Quota>>
  /** Its environment variables (`src/areas/<area>/settings.ts`). */
  readonly settings?: readonly SettingsDeclaration[]
  /** What of it has integer ids. */
  readonly ids?: readonly IdKind[]
  /** Its tables that are not projected (`src/areas/<area>/app-tables.ts`). */
  readonly appTables?: AppTableDeclarations
  /** Changes that do not follow from its tables, in the order of their release. */
  readonly migrations?: readonly Migration[]
  /** What it tells players. */
  readonly notifications?: NotificationTemplates
  /** Its events (`events.ts`). */
  readonly events?: EventDeclarations
  /** Streams of its events that belong to one person: their events are in the copy that the person can download. */
  readonly personalStreams?: readonly PersonalStreams[]
}
