import type { ServiceIdentifier } from 'inversify'
import type { ProjectionEngine } from '../projections/engine/engine.ts'
import type { Held } from './accounts/export.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { AchievementEntry } from './achievements/catalogue.ts'
import type { Database } from './database/database.ts'
import type { PersonalData } from './event-log/personal-data.ts'
import type { Allowances } from './kernel/allowance.ts'
import type { Clock } from './kernel/clock.ts'
import type { CommandHandler } from './kernel/command-handler.ts'
import type { EventLog } from './kernel/event-log.ts'
import type { Ids } from './kernel/ids.ts'
import type { Job } from './kernel/jobs.ts'
import type { Logger } from './kernel/logger.ts'
import type { Metrics } from './kernel/metrics.ts'
import type { TopicVersions } from './kernel/topic-versions.ts'
import type { NewsSource } from './news/sources/source.ts'
import type { MailSettings } from './recovery/transport.ts'
import type { LiveChange } from './slice/group.ts'
import type { HeadedPage } from './slice/headed-page.ts'
import type { Letters } from './slice/letters.ts'
import type { Progress } from './slice/progress.ts'
import type { Reactor } from './slice/reactor.ts'
import type { RouteDefinition } from './slice/route.ts'
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
  /** The log as the store holds it, personal data sealed. */
  RawLog: identifier<EventLog>('RawLog'),
  /** The log as readers see it. */
  Log: identifier<EventLog>('Log'),
  PersonalData: identifier<PersonalData>('PersonalData'),
  Handler: identifier<CommandHandler>('Handler'),
  Ids: identifier<Ids>('Ids'),
  Engine: identifier<ProjectionEngine>('Engine'),
  /** The engine as its own reactors may ask it. */
  Progress: identifier<Progress>('Progress'),
  /** What has changed in the read tables of this node, by topic. */
  Changed: identifier<TopicVersions>('Changed'),
  Allowances: identifier<Allowances>('Allowances'),
  Idempotency: identifier<Idempotency>('Idempotency'),
  /** The achievements there are. */
  Catalogue: identifier<readonly AchievementEntry[]>('Catalogue'),
  Passwords: identifier<Passwords>('Passwords'),
  /** The game's own address, as messages name it. */
  PublicUrl: identifier<string>('PublicUrl'),
  /** Where the news come from. */
  NewsSource: identifier<NewsSource>('NewsSource'),
  /** Where the landing page's testimonials come from; `null`: from the game itself. */
  TestimonialsUrl: identifier<string | null>('TestimonialsUrl'),
  /** Where mails go. */
  Mail: identifier<MailSettings>('Mail'),
  /** What the game holds about people. */
  Held: identifier<Held>('Held'),
  /** What areas tell players. */
  Letters: identifier<readonly Letters[]>('Letters'),
  /** The names of all reactors that book what a result brings. */
  BooksResults: identifier<readonly string[]>('AllThatBookResults'),
} as const

/** What areas add to, each as many as it has. */
export const PARTS = {
  Routes: identifier<readonly RouteDefinition[]>('Routes'),
  Reactor: identifier<Reactor>('Reactor'),
  Job: identifier<Job>('Job'),
  /** A page whose head the server writes. */
  HeadedPage: identifier<HeadedPage>('HeadedPage'),
  /** Hears on every node what changed in the read tables. */
  Hearer: identifier<(changes: readonly LiveChange[]) => void>('Hearer'),
  /** The name of a reactor that books what a result brings: a gameweek settles behind it. */
  BooksResults: identifier<string>('BooksResults'),
} as const
