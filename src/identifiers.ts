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

/** An identifier of what a container makes. */
export const identifier = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`plp.${name}`) as ServiceIdentifier<T>

/** What the house makes for every area. */
export const TYPES = {
  Clock: identifier<Clock>('Clock'),
  Logger: identifier<Logger>('Logger'),
  Metrics: identifier<Metrics>('Metrics'),
  Database: identifier<Database>('Database'),
  /** Resolves when Postgres takes writes. */
  WriteProbe: identifier<() => Promise<void>>('WriteProbe'),
  /** The log as the store holds it, personal data sealed, without purged events. */
  RawLog: identifier<EventLog>('RawLog'),
  /** The log as readers see it. */
  Log: identifier<EventLog>('Log'),
  Purges: identifier<Purges>('Purges'),
  PersonalData: identifier<PersonalData>('PersonalData'),
  Handler: identifier<CommandHandler>('Handler'),
  Ids: identifier<Ids>('Ids'),
  Engine: identifier<ProjectionEngine>('Engine'),
  /** The engine as its own reactors may ask it. */
  Progress: identifier<Progress>('Progress'),
  /** What has changed in the read tables of this node, by topic. */
  Changed: identifier<TopicVersions>('Changed'),
  Quotas: identifier<Quotas>('Quotas'),
  Idempotency: identifier<Idempotency>('Idempotency'),
  /** Projection groups of all areas. */
  Groups: identifier<readonly ProjectionGroup[]>('Groups'),
  Settings: identifier<AreaSettings>('Settings'),
  Sessions: identifier<NodeSessions>('NodeSessions'),
  /** The game's own address, as messages name it. */
  PublicUrl: identifier<string>('PublicUrl'),
  /** What the game holds about people. */
  Held: identifier<PersonalDataMap>('Held'),
  /** What areas tell players. */
  NotificationTemplates: identifier<readonly NotificationTemplates[]>('NotificationTemplates'),
  /** What the columns of the read models mean. */
  Columns: identifier<DescribedColumns>('Columns'),
  /** Views and columns that the roles of analysts cannot read. */
  Hidden: identifier<Hidden>('Hidden'),
  /** The names of all reactors that book what a result brings. */
  BooksResults: identifier<readonly string[]>('AllThatBookResults'),
} as const

/** What areas add to, each as many as it has. */
export const PARTS = {
  Routes: identifier<readonly RouteDefinition[]>('Routes'),
  Reactor: identifier<Reactor>('Reactor'),
  Job: identifier<Job>('Job'),
  Preparation: identifier<Preparation>('Preparation'),
  /** A page whose head the server writes. */
  HeadedPage: identifier<HeadedPage>('HeadedPage'),
  SocketRoom: identifier<SocketRoom>('SocketRoom'),
  /** Hears on every node what changed in the read tables. */
  Hearer: identifier<(changes: readonly LiveChange[]) => void>('Hearer'),
  /** The name of a reactor that books what a result brings: a gameweek settles behind it. */
  BooksResults: identifier<string>('BooksResults'),
} as const
