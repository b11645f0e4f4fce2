import { sql } from 'kysely'
import { catalogue } from '../achievements/catalogue.ts'
import type { Migration } from '../database/migration.ts'
import { migrations as ofTheHouse } from '../database/migrations/index.ts'
import { type Allowance, allowances as ofNoArea } from '../kernel/allowance.ts'
import type { ProjectionGroup } from '../slice/group.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { accounts } from './accounts.ts'
import { achievements } from './achievements.ts'
import { administration } from './administration.ts'
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
import { predictions } from './predictions.ts'
import { recovery } from './recovery.ts'
import { sharing } from './sharing.ts'
import { teams } from './teams.ts'
import { testimonials } from './testimonials.ts'
import { wallet } from './wallet.ts'

/** What the game consists of. In this order read models are first built and reactors answer an event. */
export const areas: readonly Area[] = [
  accounts,
  recovery,
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
  news,
  feedback,
  notifications,
  testimonials,
  wallet,
  analytics,
]

/** All projection groups, in the order they are first built. */
export const groupsOf = (game: Game): readonly ProjectionGroup[] => areas.flatMap((area) => area.groups?.(game) ?? [])

/** Those of the game as it is. */
export const groups: readonly ProjectionGroup[] = groupsOf({ catalogue })

/** Every step of the schema that is not projected: the house's, then each area's own. */
export const migrations: readonly Migration[] = [...ofTheHouse, ...areas.flatMap((area) => area.migrations ?? [])]

/** All that players may do in an hour or a day. */
export const allowances: Readonly<Record<string, Allowance>> = Object.assign(
  { ...ofNoArea },
  ...areas.map((area) => area.allowances ?? {}),
)

/** All rows of the read models that are about a person, by view (`predictions`, without the schema): what the game holds of them. */
export async function exportOf(db: ReadDb, userId: number): Promise<Record<string, readonly object[]>> {
  const held: Record<string, readonly object[]> = {}
  for (const { view, by } of areas.flatMap(({ person = [] }) => person)) {
    const theirs = sql.join(
      by.map((column) => sql`${sql.id(column)} = ${userId}`),
      sql` or `,
    )
    const { rows } = await sql<object>`select * from read.${sql.id(view)} where ${theirs}`.execute(db)
    held[view] = rows
  }
  return held
}
