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
 * The interface of an area to the rest of the application. `module` binds its services, and its routes, reactors and
 * jobs under shared identifiers (`src/identifiers.ts`).
 */
export interface Area {
  readonly name: string
  readonly module: ContainerModule
  /** Tables and views of its projections (`tables.ts`). */
  readonly readModel?: ReadModel
  /** Its projection groups. */
  groups?(): readonly ProjectionGroup[]
  /** Quotas of players (`src/areas/<area>/commands.ts`). */
  readonly quotas?: Readonly<Record<string, Quota>>
  /** Its environment variables (`src/areas/<area>/settings.ts`). */
  readonly settings?: readonly SettingsDeclaration[]
  /** Its kinds of integer ids. */
  readonly ids?: readonly IdKind[]
  /** Its tables that are not projected (`src/areas/<area>/app-tables.ts`). */
  readonly appTables?: AppTableDeclarations
  /** Schema changes that do not follow from its tables, in the order of their release. */
  readonly migrations?: readonly Migration[]
  /** Its notifications to players. A player gets at most one of an event, by the first template that has one. */
  readonly notifications?: NotificationTemplates | readonly NotificationTemplates[]
  /** Its events (`events.ts`). */
  readonly events?: EventDeclarations
  /** Streams that belong to one person. Their events are part of the person's data export. */
  readonly personalStreams?: readonly PersonalStreams[]
}
