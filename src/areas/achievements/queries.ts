import { type RawBuilder, sql } from 'kysely'
import { pointsPerVerdict } from '../../contracts/points.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { AchievementEntry } from './catalogue.ts'
import type { Achievement, NewAchievement, RetroactiveReport, UserAchievement } from './contract.ts'
import type { Counters } from './counters.ts'
import { type Facts, factsOf } from './facts.ts'
import { readSeason } from './season-facts.ts'
import { NO_PICK, type SeasonPicks } from './season-picks.ts'
import type { SeasonState } from './season-state.ts'

/** Maximum number of players in one report. */
const MAX_RESULTS = 1_000

export const shownOf = ({ id, category, name, description, icon, points, rarity }: AchievementEntry): Achievement => ({
  ...{ id, category, name, description, icon, points, rarity },
})

/** All achievements with the player's state, including progress of locked ones. */
export async function achievementsOf(
  db: ReadDb,
  catalogue: readonly AchievementEntry[],
  userId: number,
): Promise<UserAchievement[]> {
  const { rows } = await unlockStateQuery(userId).execute(db)
  const seasons = rows.flatMap(({ season, picks, state }) => (picks && state ? { season, picks, state } : []))
  const facts = factsOf(
    seasons.map(({ season, picks, state }) => readSeason(state, pointsPerVerdict(season))(picks)),
    seasons.reduce((sum, { picks }) => sum + picks.filter((byte) => byte !== NO_PICK).length, 0),
    rows.find(({ deeds }) => deeds !== null)?.deeds ?? {},
  )
  const unlocked = new Map(rows.map(({ achievement, unlocked_at }) => [achievement, unlocked_at]))
  return catalogue.map((entry) => {
    const unlockedAt = unlocked.get(entry.id) ?? undefined
    const isUnlocked = unlockedAt !== undefined
    const progress = progressOf(entry, facts, isUnlocked)
    return { ...shownOf(entry), isUnlocked, ...(isUnlocked ? { unlockedAt } : {}), progress }
  })
}

/** Progress such as `7 of 10`, complete once it is unlocked. Null for achievements without progress. */
export function progressOf(
  { of, count, showsProgress }: Pick<AchievementEntry, 'of' | 'count' | 'showsProgress'>,
  facts: Facts,
  isUnlocked: boolean,
): UserAchievement['progress'] {
  if (of === 1 || showsProgress === false) return null
  return { value: isUnlocked ? of : Math.min(of, Math.floor(count(facts))), of }
}

/** One row for each season's picks, one for the counters, and one for each unlock. */
interface UnlockStateRow {
  readonly season: string | null
  readonly picks: SeasonPicks | null
  readonly state: SeasonState | null
  readonly deeds: Counters | null
  readonly achievement: string | null
  readonly unlocked_at: string | null
}

/** The unlock state of a player, in one statement. */
export const unlockStateQuery = (userId: number): RawBuilder<UnlockStateRow> => sql`
    select season, c.picks, s.state, null::jsonb as deeds, null as achievement, null::timestamptz as unlocked_at
    from read.achievement_cards c join read.achievement_seasons s using (season) where c.user_id = ${userId}
    union all select null, null, null, deeds, null, null from read.achievement_deeds where user_id = ${userId}
    union all select null, null, null, null, achievement, unlocked_at from read.achievements where user_id = ${userId}`

/**
 * Returns unlocks that have not been returned to the player yet, oldest first. Concurrent calls never return the same
 * unlock (docs/rules.md R45). An unlock is not returned again, even if the response is lost.
 */
export async function claimNew(
  db: ReadDb,
  catalogue: readonly AchievementEntry[],
  userId: number,
  at: string,
): Promise<NewAchievement[]> {
  const known = catalogue.map(({ id }) => id)
  return (await claimedRows(known, userId, at).execute(db)).rows
}

/** Marks the player's new unlocks of known achievements as returned, and returns them. */
export const claimedRows = (known: readonly string[], userId: number, at: string): RawBuilder<NewAchievement> => sql`
    with claimed as (
      insert into app.told_achievements (user_id, unlock_id, told_at)
      select user_id, unlock_id, ${at} from read.achievements where user_id = ${userId} and achievement = any(${[...known]}::text[])
      on conflict do nothing returning unlock_id
    )
    select a.unlock_id as "unlockId", a.achievement as "achievementId", a.unlocked_at as "unlockedAt"
    from read.achievements a where a.user_id = ${userId} and a.unlock_id in (select unlock_id from claimed)
    order by a.unlocked_at, a.achievement`

/** Selects badges: pending ones (all, or of `only`), or those released by an order. */
type BadgesOf = { readonly only: string | null } | { readonly orderId: string }

const isOf = (of: BadgesOf) =>
  'orderId' in of
    ? sql`b.order_number = (select number from read.achievement_orders where id = ${of.orderId}::uuid)`
    : sql`b.held and (${of.only}::text is null or b.achievement = ${of.only})`

/** Number of players per achievement. */
export const achievementRows = (
  of: BadgesOf,
): RawBuilder<{ readonly achievement: string; readonly players: number }> => sql`
    select achievement, count(*)::int as players from read.achievement_badges b where ${isOf(of)} group by achievement`

interface PlayerRow {
  readonly id: number
  readonly username: string | null
  readonly earned: { readonly id: string; readonly at: string }[]
  /** Total number of players. */
  readonly users: number
}

/** Players with their achievements, most first. */
export const playerRows = (of: BadgesOf): RawBuilder<PlayerRow> => sql`
    select b.user_id as id, p.username, count(*) over ()::int as users,
      json_agg(json_build_object('id', b.achievement, 'at', to_char(b.earned_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by b.earned_at, b.achievement) as earned
    from read.achievement_badges b left join read.people p on p.id = b.user_id
    where ${isOf(of)} group by b.user_id, p.username order by count(*) desc, b.user_id limit ${MAX_RESULTS}`

/** The report of a run: number of players per achievement, and achievements per player. */
export async function retroactiveReport(
  db: ReadDb,
  catalogue: readonly AchievementEntry[],
  of: BadgesOf,
): Promise<Omit<RetroactiveReport, 'dryRun' | 'state'>> {
  const [players, results] = await Promise.all([achievementRows(of).execute(db), playerRows(of).execute(db)])
  const names = new Map(catalogue.map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? id
  return {
    totalUnlocked: players.rows.reduce((sum, row) => sum + row.players, 0),
    usersAffected: results.rows[0]?.users ?? 0,
    achievements: players.rows
      .map(({ achievement: achievementId, players }) => ({ achievementId, name: nameOf(achievementId), players }))
      .sort((a, b) => b.players - a.players || a.name.localeCompare(b.name, 'en')),
    results: results.rows.map(({ id, username, earned }) => ({
      userId: id,
      username: username ?? 'Deleted user',
      unlockedCount: earned.length,
      achievements: earned.map(({ id, at }) => ({ achievementId: id, name: nameOf(id), earnedAt: at })),
    })),
  }
}

interface OrderRow {
  readonly ordered_at: string
  readonly only_achievement: string | null
  readonly achievements: number
  readonly users: number
  /** Released and not unlocked yet. */
  readonly left: number
}

const orderColumns = sql`o.ordered_at, o.only_achievement, o.achievements, o.users, (
      select count(*)::int from read.achievement_badges b
      where b.order_number = o.number and b.unlock_id is null and b.earned_by is not null
    ) as left`

/** The row of a retroactive run; no row if it does not exist. */
export const orderRows = (orderId: string): RawBuilder<OrderRow> => sql`
    select ${orderColumns} from read.achievement_orders o where o.id = ${orderId}::uuid`

/** Numbers of pending achievements and their players, with a run. The columns of the run are null without one. */
type StateRow = { readonly [Name in keyof OrderRow]: OrderRow[Name] | null } & {
  readonly held: number
  readonly holders: number
}

/** One row with the pending achievements and the run. */
export const stateRows: RawBuilder<StateRow> = sql`
    select h.held, h.holders, o.* from (
      select count(*)::int as held, count(distinct user_id)::int as holders from read.achievement_badges where held
    ) h left join (
      select ${orderColumns} from read.achievement_orders o where o.number = coalesce((
        select max(order_number) from read.achievement_badges where earned_by is not null and not held and unlock_id is null
      ), (select max(number) from read.achievement_orders))
    ) o on true`

/** Pending achievements, and the latest run in progress, or else the latest run. Null without any run. */
export async function retroactiveState(
  db: ReadDb,
): Promise<{ readonly waiting: { achievements: number; users: number }; readonly latest: OrderRow | null }> {
  const { rows } = await stateRows.execute(db)
  const { held, holders, ...latest } = rows[0]!
  return {
    waiting: { achievements: held, users: holders },
    latest: latest.ordered_at === null ? null : (latest as OrderRow),
  }
}
