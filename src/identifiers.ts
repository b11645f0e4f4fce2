import type { ServiceIdentifier } from 'inversify'
import type { ProjectionEngine } from '../projections/engine/engine.ts'
import type { PersonalDataMap } from './areas/accounts/export.ts'
import type { Database } from './database/database.ts'
import type { Quotas } from './database/quotas.ts'
import type { PersonalData } from './event-log/personal-data.ts'
import type { Purges } from './event-log/purges.ts'
import type { Clock } from './kernel/clock.ts'
import type { CommandHandler } from './kernel/command-handler.ts'
import type { EventLog } from './kernel/event-log.ts'
import type { Ids } from './kernel/ids.ts'
import type { Job } from './kernel/jobs.ts'
import type { Logger } from './kernel/logger.ts'
import type { Metrics } from './kernel/metrics.ts'
import type { AreaSettings } from './kernel/setting.ts'
import type { TopicVersions } from './kernel/topic-versions.ts'
import type { DescribedColumns } from './slice/columns.ts'
import type { LiveChange, ProjectionGroup } from './slice/group.ts'
import type { HeadedPage } from './slice/headed-page.ts'
import type { NotificationTemplates } from './slice/notifications.ts'
import type { Preparation } from './slice/preparation.ts'
import type { Progress } from './slice/progress.ts'
import type { Reactor } from './slice/reactor.ts'
import type { RouteDefinition } from './slice/route.ts'
import type { NodeSessions } from './slice/sessions.ts'
import type { SocketRoom } from './slice/socket-room.ts'
import type { Hidden } from './slice/table.ts'
import type { Idempotency } from './web/idempotency.ts'

/** Creates a typed service identifier. */
export const identifier = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`plp.${name}`) as ServiceIdentifier<T>

/** Shared services. */
export const TYPES = {
  Clock: identifier<Clock>('Clock'),
  Logger: identifier<Logger>('Logger'),
  Metrics: identifier<Metrics>('Metrics'),
  Database: identifier<Database>('Database'),
  /** Resolves if PostgreSQL accepts writes. */
  WriteProbe: identifier<() => Promise<void>>('WriteProbe'),
  /** The log with encrypted personal data and without purged events. */
  RawLog: identifier<EventLog>('RawLog'),
  /** The log with decrypted personal data and upcast events. */
  Log: identifier<EventLog>('Log'),
  Purges: identifier<Purges>('Purges'),
  PersonalData: identifier<PersonalData>('PersonalData'),
  Handler: identifier<CommandHandler>('Handler'),
  Ids: identifier<Ids>('Ids'),
  Engine: identifier<ProjectionEngine>('Engine'),
  /** Progress of the engine, for its reactors. */
  Progress: identifier<Progress>('Progress'),
  /** Versions of this node's read tables by topic. */
  TopicVersions: identifier<TopicVersions>('TopicVersions'),
  Quotas: identifier<Quotas>('Quotas'),
  Idempotency: identifier<Idempotency>('Idempotency'),
  /** Projection groups of all areas. */
  Groups: identifier<readonly ProjectionGroup[]>('Groups'),
  Settings: identifier<AreaSettings>('Settings'),
  Sessions: identifier<NodeSessions>('NodeSessions'),
  /** Public origin of the game. */
  PublicUrl: identifier<string>('PublicUrl'),
  /** Origin of `PUBLIC_URL`; null if it is not set. */
  OnlyOrigin: identifier<string | null>('OnlyOrigin'),
  /** All personal data in the game. */
  PersonalDataMap: identifier<PersonalDataMap>('PersonalDataMap'),
  /** Notification templates of all areas. */
  NotificationTemplates: identifier<readonly NotificationTemplates[]>('NotificationTemplates'),
  /** Descriptions of the columns of read models. */
  Columns: identifier<DescribedColumns>('Columns'),
  /** Views and columns that analysts cannot read. */
  Hidden: identifier<Hidden>('Hidden'),
  /** Names of all reactors that book the effects of a result. */
  BookingReactors: identifier<readonly string[]>('AllThatBookResults'),
} as const

/** Extension points: areas bind any number of each. */
export const PARTS = {
  Routes: identifier<readonly RouteDefinition[]>('Routes'),
  Reactor: identifier<Reactor>('Reactor'),
  Job: identifier<Job>('Job'),
  Preparation: identifier<Preparation>('Preparation'),
  /** A page with a server-rendered head. */
  HeadedPage: identifier<HeadedPage>('HeadedPage'),
  SocketRoom: identifier<SocketRoom>('SocketRoom'),
  /** Called on every node with changes of the read tables. */
  ChangeListener: identifier<(changes: readonly LiveChange[]) => void>('ChangeListener'),
  /** Name of a reactor that books the effects of a result: a gameweek settles after it. */
  BookingReactors: identifier<string>('BooksResults'),
} as const
