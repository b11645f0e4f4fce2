import type { ServiceIdentifier } from 'inversify'
import type { ProjectionEngine } from '../projections/engine/engine.ts'
import type { Accounts } from './accounts/commands.ts'
import type { Credentials } from './accounts/credentials.ts'
import type { Lockouts } from './accounts/lockouts.ts'
import type { LoginGuard } from './accounts/login-guard.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Sessions } from './accounts/sessions.ts'
import type { AchievementEntry } from './achievements/catalogue.ts'
import type { Achievements } from './achievements/commands.ts'
import type { Retroactive } from './achievements/retroactive.ts'
import type { Chat } from './chat/commands.ts'
import type { Competitions } from './competitions/commands.ts'
import type { Database } from './database/database.ts'
import type { PersonalData } from './event-log/personal-data.ts'
import type { FeedRefresh } from './fixtures/feed-refresh.ts'
import type { FixtureLoader } from './fixtures/fixture-loader.ts'
import type { Seasons } from './fixtures/seasons.ts'
import type { Job } from './jobs/jobs.ts'
import type { Allowances } from './kernel/allowance.ts'
import type { Clock } from './kernel/clock.ts'
import type { CommandHandler } from './kernel/command-handler.ts'
import type { EventLog } from './kernel/event-log.ts'
import type { Ids } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import type { Metrics } from './kernel/metrics.ts'
import type { TopicVersions } from './kernel/topic-versions.ts'
import type { Leagues } from './leagues/commands.ts'
import type { JoinGuard } from './leagues/join-guard.ts'
import type { NotificationSettingsCommands } from './notifications/commands.ts'
import type { Inbox } from './notifications/inbox.ts'
import type { Predictions } from './predictions/commands.ts'
import type { RouteDefinition } from './slice/route.ts'
import type { SessionReader, SocketSessions } from './slice/sessions.ts'
import type { LeagueTeams } from './teams/commands.ts'
import type { Idempotency } from './web/idempotency.ts'

const identifier = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`plp.${name}`) as ServiceIdentifier<T>

/** What the container makes, by type. */
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
  Passwords: identifier<Passwords>('Passwords'),
  Credentials: identifier<Credentials>('Credentials'),
  Sessions: identifier<Sessions>('Sessions'),
  SessionReader: identifier<SessionReader & SocketSessions>('SessionReader'),
  LoginGuard: identifier<LoginGuard>('LoginGuard'),
  Lockouts: identifier<Lockouts>('Lockouts'),
  Accounts: identifier<Accounts>('Accounts'),
  /** What has changed in the read tables of this node, by topic. */
  Changed: identifier<TopicVersions>('Changed'),
  Seasons: identifier<Seasons>('Seasons'),
  FixtureLoader: identifier<FixtureLoader>('FixtureLoader'),
  FeedRefresh: identifier<FeedRefresh>('FeedRefresh'),
  Predictions: identifier<Predictions>('Predictions'),
  JoinGuard: identifier<JoinGuard>('JoinGuard'),
  Leagues: identifier<Leagues>('Leagues'),
  LeagueTeams: identifier<LeagueTeams>('LeagueTeams'),
  Competitions: identifier<Competitions>('Competitions'),
  Chat: identifier<Chat>('Chat'),
  /** The achievements there are. */
  Catalogue: identifier<readonly AchievementEntry[]>('Catalogue'),
  Achievements: identifier<Achievements>('Achievements'),
  Retroactive: identifier<Retroactive>('Retroactive'),
  Inbox: identifier<Inbox>('Inbox'),
  NotificationSettings: identifier<NotificationSettingsCommands>('NotificationSettings'),
  Allowances: identifier<Allowances>('Allowances'),
  Idempotency: identifier<Idempotency>('Idempotency'),
  Jobs: identifier<readonly Job[]>('Jobs'),
  Routes: identifier<readonly RouteDefinition[]>('Routes'),
} as const
