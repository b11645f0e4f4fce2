import { engineTables, generationStates } from '../../projections/engine/tables.ts'
import { personTablesOf } from '../database/app-tables.ts'
import { logFunctions, logTables } from '../database/event-log.ts'
import { functions } from '../database/functions.ts'
import { commonMigrations } from '../database/migrations.ts'
import type { Schema } from '../database/schema.ts'
import { commonTables } from '../database/tables.ts'
import { createUpcaster } from '../event-log/upcast.ts'
import { type EventDeclarations, typesOf, upcastersOf } from '../kernel/declared-events.ts'
import { idempotencyKeys, type Quota } from '../kernel/quota.ts'
import type { DescribedColumns } from '../slice/columns.ts'
import type { ProjectionGroup } from '../slice/group.ts'
import { personalDataViewsOf } from '../slice/personal-data-views.ts'
import { columnDocsOf, type Hidden, hiddenIn } from '../slice/table.ts'
import { accounts } from './accounts/area.ts'
import type { PersonalDataMap } from './accounts/export.ts'
import { achievements } from './achievements/area.ts'
import { administration } from './administration/area.ts'
import { analysts } from './analysts/area.ts'
import { analytics } from './analytics/area.ts'
import type { Area } from './area.ts'
import { boards } from './boards/area.ts'
import { calendar } from './calendar/area.ts'
import { chat } from './chat/area.ts'
import { competitions } from './competitions/area.ts'
import { feedback } from './feedback/area.ts'
import { finalTable } from './final-table/area.ts'
import { fixtures } from './fixtures/area.ts'
import { following } from './following/area.ts'
import { leagueRules } from './league-rules/area.ts'
import { leagues } from './leagues/area.ts'
import { matches } from './matches/area.ts'
import { news } from './news/area.ts'
import { notifications } from './notifications/area.ts'
import { passkeys } from './passkeys/area.ts'
import { players } from './players/area.ts'
import { predictions } from './predictions/area.ts'
import { previews } from './previews/area.ts'
import { profiles } from './profiles/area.ts'
import { proofs } from './proofs/area.ts'
import { recovery } from './recovery/area.ts'
import { reminders } from './reminders/area.ts'
import { sharing } from './sharing/area.ts'
import { teams } from './teams/area.ts'
import { testimonials } from './testimonials/area.ts'
import { testing } from './testing/area.ts'
import { wallet } from './wallet/area.ts'
import { wraps } from './wraps/area.ts'

/** All areas of the game. Read models are first built, and reactors handle an event, in this order. */
export const areas: readonly Area[] = [
  accounts,
  passkeys,
  recovery,
  profiles,
  administration,
  fixtures,
  previews,
  predictions,
  boards,
  calendar,
  proofs,
  leagues,
  leagueRules,
  teams,
  competitions,
  chat,
  following,
  sharing,
  achievements,
  players,
  matches,
  wraps,
  news,
  feedback,
  finalTable,
  notifications,
  reminders,
  testimonials,
  wallet,
  analysts,
  testing,
  analytics,
]

/** All events of the game, by type. */
export const events: EventDeclarations = Object.assign({}, ...areas.map((area) => area.events ?? {}))

/** Upcasts events of the game to their current versions. */
export const upcast = createUpcaster(upcastersOf(events))

/** All projection groups, in the order in which they are first built. */
export const groups: readonly ProjectionGroup[] = areas.flatMap((area) => area.groups?.() ?? [])

/** The schema of everything that is not projected. */
export const schema: Schema = {
  tables: Object.assign(
    { ...commonTables, ...logTables, ...engineTables },
    ...areas.map((area) => area.appTables ?? {}),
  ),
  sequences: [
    'engine.generation_numbers',
    ...areas.flatMap(({ ids = [] }) => ids.map(({ name }) => `app.seq_${name}`)),
  ],
  migrations: [
    ...commonMigrations,
    generationStates,
    logFunctions,
    ...functions,
    ...areas.flatMap((area) => area.migrations ?? []),
  ],
}

/** Tables and views of all projection groups. */
export const readModels = areas.flatMap(({ readModel }) => readModel ?? [])
/** Meanings of the columns of the read models. */
export const columns: DescribedColumns = Object.assign({}, ...readModels.map(columnDocsOf))
/** Views and columns that the roles of analysts cannot read. */
export const hidden: Hidden = hiddenIn(readModels)

/** Types of events that a purge drops if they are marked as simulated. */
export const purgeableTypes: readonly string[] = typesOf(events).filter((type) => events[type]?.isPurgeable)

/** All quotas of players. */
export const quotas: Readonly<Record<string, Quota>> = Object.assign(
  { idempotencyKeys },
  ...areas.map((area) => area.quotas ?? {}),
)

/** All personal data that the game holds, for the data export and for erasure. */
export const personalDataMap: PersonalDataMap = {
  views: readModels.flatMap(personalDataViewsOf),
  tables: personTablesOf(schema.tables),
  streams: areas.flatMap(({ personalStreams = [] }) => personalStreams),
  events,
}
