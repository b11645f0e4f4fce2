import { createTracesGroup } from '../../projections/traces/group.ts'
import type { Held } from '../accounts/export.ts'
import { catalogue } from '../achievements/catalogue.ts'
import { heldTables } from '../database/held-tables.ts'
import type { Migration } from '../database/migration.ts'
import { migrations as ofTheHouse } from '../database/migrations/index.ts'
import { type Allowance, allowances as ofNoArea } from '../kernel/allowance.ts'
import type { Namings } from '../kernel/naming.ts'
import type { DescribedColumns } from '../slice/columns.ts'
import type { ProjectionGroup } from '../slice/group.ts'
import { accounts } from './accounts.ts'
import { achievements } from './achievements.ts'
import { administration } from './administration.ts'
import { analysts } from './analysts.ts'
import { analytics } from './analytics.ts'
import type { Area, Game } from './area.ts'
import { boards } from './boards.ts'
import { chat } from './chat.ts'
import { competitions } from './competitions.ts'
import { feedback } from './feedback.ts'
import { fixtures } from './fixtures.ts'
import { following } from './following.ts'
import { leagues } from './leagues.ts'
import { news } from './news.ts'
import { notifications } from './notifications.ts'
import { players } from './players.ts'
import { predictions } from './predictions.ts'
import { profiles } from './profiles.ts'
import { recovery } from './recovery.ts'
import { sharing } from './sharing.ts'
import { teams } from './teams.ts'
import { testimonials } from './testimonials.ts'
import { testing } from './testing.ts'
import { wallet } from './wallet.ts'

/** What the game consists of. In this order read models are first built and reactors answer an event. */
export const areas: readonly Area[] = [
  accounts,
  recovery,
  profiles,
  administration,
  fixtures,
  predictions,
  boards,
  leagues,
  teams,
  competitions,
  chat,
  following,
  sharing,
  achievements,
  players,
  news,
  feedback,
  notifications,
  testimonials,
  wallet,
  analysts,
  testing,
  analytics,
]

/** Whom every event of the game names. */
export const namings: Namings = Object.assign({}, ...areas.map((area) => area.naming ?? {}))

/** All projection groups, in the order they are first built: those of areas, then the one that is of all of them. */
export const groupsOf = (game: Game): readonly ProjectionGroup[] => [
  ...areas.flatMap((area) => area.groups?.(game) ?? []),
  createTracesGroup(namings),
]

/** Those of the game as it is. */
export const groups: readonly ProjectionGroup[] = groupsOf({ catalogue })

/** Every step of the schema that is not projected: the house's, then each area's own. */
export const migrations: readonly Migration[] = [...ofTheHouse, ...areas.flatMap((area) => area.migrations ?? [])]

/** What the columns of the read models mean. */
export const columns: DescribedColumns = Object.assign({}, ...areas.map((area) => area.columns ?? {}))
/** Types of events that a clear of simulated data takes back, where they are marked: all of what is played, nothing of who plays. */
export const takenBack: readonly string[] = areas.flatMap((area) => area.takenBack ?? [])

/** All that players may do in an hour or a day. */
export const allowances: Readonly<Record<string, Allowance>> = Object.assign(
  { ...ofNoArea },
  ...areas.map((area) => area.allowances ?? {}),
)

/** All that the game holds about people: what a person is given of theirs, and what an erasure takes away. */
export const held: Held = {
  views: areas.flatMap(({ person = [] }) => person),
  tables: [...heldTables, ...areas.flatMap(({ personTables = [] }) => personTables)],
  namings,
}
