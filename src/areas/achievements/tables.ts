import {
  boolean,
  bytes,
  code,
  erased,
  integer,
  json,
  readModel,
  table,
  text,
  timestamp,
  uuid,
  type ViewsOf,
  view,
} from '../../slice/table.ts'
import type { Counters } from './counters.ts'
import type { SeasonState } from './season-state.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<ReturnType<typeof achievementTables>> {}
}

/** The event after which an achievement is no longer earned; `at` in ISO 8601 UTC. */
export interface Loss {
  readonly event: string
  readonly type: string
  readonly at: string
  readonly fixtureId: number | null
}

/**
 * Rows of `badges` that need an event: earned but not unlocked; unlocked but not earned; or unlocked for an event that was
 * lost since, although another event earned it again. An event that only a changed rule no longer selects was not lost.
 */
export const dueBadges = `(earned_by is not null and not held and unlock_id is null) or (unlock_id is not null
  and (earned_by is null or (lost is not null and unlock_earned_by <> earned_by::text)))`

const nullable = { nullable: true } as const
const user_id = integer(null, { dataSubject: 'deletes' })
const achievement = code('Id of the achievement in the catalogue.')

const seasons = {
  season: code(),
  state: json<SeasonState>('Matches and settled gameweeks, as used by the rules of achievements.'),
}
const orders = {
  number: integer('Number of the run, from 1.'),
  id: uuid('The event that ordered it.'),
  ordered_at: timestamp('When it was ordered.'),
  only_achievement: code('The only achievement of the run; null for all.', nullable),
  achievements: integer('Number of achievements that the run released.'),
  users: integer('Number of players with these achievements.'),
}
const cards = {
  season: code(),
  user_id,
  picks: bytes('One byte per match, in the order of scheduling (see above). Encrypted until each cutoff.'),
}
const deeds = json<Counters>('Counters of actions, by kind.')
const badges = {
  user_id,
  achievement,
  earned_by: uuid('The event that earned it by the current rules; null if not earned.', nullable),
  earned_at: timestamp('Time of that event; null if not earned.', nullable),
  season: code('Season of that event; null if not earned.', nullable),
  simulated: boolean('True if simulated events earned it.'),
  held: boolean('True if it was earned before the achievement was introduced and waits for a retroactive run.'),
  order_number: integer('The run that released it, as `achievement_orders.number`; null without one.', nullable),
  lost: json<Loss>('The event that last removed its cause; null without one.', nullable),
  unlock_id: uuid('The event that unlocked it; null if the player does not have it by the log.', nullable),
  unlocked_at: timestamp('When it was earned, by the log; null as above.', nullable),
  unlock_season: code('Season in which its points are booked; null as above.', nullable),
  unlock_name: text('Its name when it was unlocked; null as above.', nullable),
  unlock_points: integer('Points credited for it; null as above.', nullable),
  unlock_earned_by: text('The event that earned it, by the log; null as above.', nullable),
}

/**
 * The facts of a player are recomputed from `cards` and the state of the season whenever they may have changed. `badges`
 * contains the earned achievements (`earned_…`) and those unlocked in the log (`unlock_…`); the reactor appends the
 * difference. The ids of both are also in `players`, so that a fold reads one row per player.
 */
export const achievementStore = readModel(
  {},
  {
    seasons: table({ doc: 'Rows of `read.achievement_seasons`.', columns: seasons, key: ['season'] }),
    introduced: table({ doc: 'Introduced achievements.', columns: { achievement }, key: ['achievement'] }),
    orders: table({ doc: 'Rows of `read.achievement_orders`.', columns: orders, key: ['number'] }),
    competitions: table({
      doc: 'Competitions whose places count for achievements.',
      columns: { id: integer(), kind: code(), season: code() },
      key: ['id'],
    }),
    rooms: table({
      doc: 'Chats with at least one message.',
      columns: { kind: code(), id: integer() },
      key: ['kind', 'id'],
    }),
    cards: table({
      doc: 'Rows of `read.achievement_cards`.',
      columns: cards,
      key: ['user_id', 'season'],
      storage: 'fillfactor = 60',
    }),
    ranks: table({
      doc: 'Ranks after the latest settled gameweek of a season.',
      columns: { season: code(), user_id, rank: integer() },
      key: ['season', 'user_id'],
    }),
    players: table({
      doc: 'Counters and achievements of a player: the number unlocked, and the ids as comma-separated lists.',
      columns: { user_id, deeds, unlocked: integer(), earned_ids: text(), unlocked_ids: text() },
      key: ['user_id'],
      storage: 'fillfactor = 80',
    }),
    badges: table({
      doc: 'Rows of `read.achievement_badges`.',
      columns: badges,
      key: ['user_id', 'achievement'],
      storage: 'fillfactor = 80',
      indexes: { badges_due: `(user_id, achievement) where ${dueBadges}` },
      readIndexes: {
        badges_held: '(achievement, user_id) where held',
        badges_ordered: '(order_number) where order_number is not null',
      },
    }),
    erased,
  },
)

/** `known` are the ids of the catalogue. Achievements removed from it stay in the ledger and are not counted. */
export const achievementTables = (known: readonly string[]) =>
  readModel(
    {
      achievements: view({
        doc: 'One row per achievement that a player has. `unlocked_at` is when it was earned, `season` where the ledger books its `points`, `unlock_id` the event.',
        columns: {
          user_id,
          achievement,
          unlock_id: uuid('The event that unlocked it.'),
          unlocked_at: timestamp('When it was earned.'),
          season: code('Season in which the ledger books its points.'),
          name: text('Its name when it was unlocked.'),
          points: integer('Points credited for it.'),
        },
        sql: `select user_id, achievement, unlock_id, unlocked_at, unlock_season as season, unlock_name as name, unlock_points as points
from badges where unlock_id is not null`,
      }),
      achievement_counts: view({
        doc: 'Number of achievements of the catalogue that each player has. Achievements removed from the catalogue are not counted.',
        columns: { user_id, unlocked: integer('Number of achievements.') },
        sql: `select user_id, (
  select count(*)::integer from unnest(string_to_array(unlocked_ids, ',')) as id where id = any('{${known.join()}}'::text[])
) as unlocked from players where unlocked > 0`,
      }),
      achievement_badges: view({
        doc:
          'Achievements that players have earned by the current rules (`earned_…`) and those that they have by the log (`unlock_…`). `held`: earned before the achievement was ' +
          'introduced, waits for a retroactive run; `order_number`: the run that released it; `lost`: the event that last removed its cause, even if it was earned again. Rows are not deleted.',
        columns: badges,
        sql: 'select * from badges',
      }),
      achievements_due: view({
        doc: 'Achievements to be unlocked (`unlock_id` null) or revoked. Usually empty.',
        columns: {
          user_id,
          achievement,
          earned_by: uuid('The event that earned it; null if it is to be revoked.', nullable),
          earned_at: timestamp('Time of that event; null as above.', nullable),
          season: code('Season of that event; null as above.', nullable),
          simulated: badges.simulated,
          unlock_id: uuid('The event that unlocked it; null if it is to be unlocked.', nullable),
          lost: json<Loss>('The event that removed its cause; null without one.', nullable),
        },
        sql: `select user_id, achievement, earned_by, earned_at, season, simulated, unlock_id, lost from badges where ${dueBadges}`,
      }),
      achievement_orders: view({
        doc: 'Retroactive runs, each with the numbers of released achievements and their players.',
        columns: orders,
        sql: 'select * from orders',
      }),
      achievement_cards: view({
        doc: 'All picks of a player in a season, one byte per match in the order of scheduling: 0 none, 1 home, 2 draw, 3 away, from 4 the score (4 + home × 10 + away). Encrypted like the predictions.',
        columns: cards,
        sql: 'select * from cards',
      }),
      achievement_deeds: view({
        doc: 'Counters of a player’s actions other than picks: joins, messages, gameweeks won, places in competitions.',
        columns: { user_id, deeds },
        sql: 'select user_id, deeds from players',
      }),
      achievement_seasons: view({
        doc: 'Matches and settled gameweeks of a season, as used by achievements.',
        columns: seasons,
        sql: 'select * from seasons',
      }),
    },
    achievementStore.internal,
  )
