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

/** The event after which an achievement is not earned any more; `at` in ISO 8601 UTC. */
export interface Loss {
  readonly event: string
  readonly type: string
  readonly at: string
  readonly fixtureId: number | null
}

/**
 * Rows of `badges` that need an event: earned and not unlocked; unlocked and not earned; unlocked for an event that was lost since,
 * though another event earned it again. (An event that only another rule sees elsewhere was not lost.)
 */
export const dueBadges = `(earned_by is not null and not held and unlock_id is null) or (unlock_id is not null
  and (earned_by is null or (lost is not null and unlock_earned_by <> earned_by::text)))`

const nullable = { nullable: true } as const
const user_id = integer(null, { dataSubject: 'deletes' })
const achievement = code('The achievement, by its key in the catalogue.')

const seasons = {
  season: code(),
  state: json<SeasonState>('Matches and gameweeks as the rules of achievements see them.'),
}
const orders = {
  number: integer('Number of the run, from 1.'),
  id: uuid('The event that ordered it.'),
  ordered_at: timestamp('When it was ordered.'),
  only_achievement: code('The one achievement that it was for; null: all.', nullable),
  achievements: integer('How many achievements it let go.'),
  users: integer('Of how many players.'),
}
const cards = {
  season: code(),
  user_id,
  picks: bytes('A byte a match, in the order of scheduling: see above. Sealed until each cutoff.'),
}
const deeds = json<Counters>('What was done, counted by kind.')
const badges = {
  user_id,
  achievement,
  earned_by: uuid('The event that earned it by the rules as they are; null: not earned.', nullable),
  earned_at: timestamp('When that was; null: not earned.', nullable),
  season: code('The season of that event; null: not earned.', nullable),
  simulated: boolean('Whether simulated events are what earned it.'),
  held: boolean('Earned before the achievement was introduced: it waits for a retroactive run.'),
  order_number: integer('The run that let it go, by `achievement_orders.number`; null: none.', nullable),
  lost: json<Loss>('The event that last took its ground away; null: none did.', nullable),
  unlock_id: uuid('The event that unlocked it; null: the log does not say that the player has it.', nullable),
  unlocked_at: timestamp('When it was earned, as the log says it; null as above.', nullable),
  unlock_season: code('The season in which its points are booked; null as above.', nullable),
  unlock_name: text('Its name when it was unlocked; null as above.', nullable),
  unlock_points: integer('What it pays; null as above.', nullable),
  unlock_earned_by: text('The event that earned it, as the log says it; null as above.', nullable),
}

/**
 * The facts of a player are counted from `cards` and the state of the season whenever they may have changed. `badges` has the earned
 * achievements (`earned_…`) beside the unlocked ones of the log (`unlock_…`); the reactor appends the difference. The ids of both are
 * also in `players`, so that a fold reads one row a player.
 */
export const achievementStore = readModel(
  {},
  {
    seasons: table({ doc: 'Rows of `read.achievement_seasons`.', columns: seasons, key: ['season'] }),
    introduced: table({ doc: 'Achievements the game knows.', columns: { achievement }, key: ['achievement'] }),
    orders: table({ doc: 'Rows of `read.achievement_orders`.', columns: orders, key: ['number'] }),
    competitions: table({
      doc: 'Competitions, as their places count for achievements.',
      columns: { id: integer(), kind: code(), season: code() },
      key: ['id'],
    }),
    rooms: table({
      doc: 'Chats that have a message.',
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
      doc: 'Deeds and achievements of a player: the number unlocked, and the ids as lists with commas.',
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

/** `known`: ids of the catalogue. Achievements that were taken out of it are in the ledger and not counted. */
export const achievementTables = (known: readonly string[]) =>
  readModel(
    {
      achievements: view({
        doc: 'One row an achievement that a player has: `unlocked_at` is when it was earned, `season` where the ledger books its `points`, `unlock_id` the event.',
        columns: {
          user_id,
          achievement,
          unlock_id: uuid('The event that unlocked it.'),
          unlocked_at: timestamp('When it was earned.'),
          season: code('The season in which the ledger books its points.'),
          name: text('Its name when it was unlocked.'),
          points: integer('What it pays.'),
        },
        sql: `select user_id, achievement, unlock_id, unlocked_at, unlock_season as season, unlock_name as name, unlock_points as points
from badges where unlock_id is not null`,
      }),
      achievement_counts: view({
        doc: 'How many achievements of the catalogue each player has; those that were taken out of it are not counted.',
        columns: { user_id, unlocked: integer('How many the player has.') },
        sql: `select user_id, (
  select count(*)::integer from unnest(string_to_array(unlocked_ids, ',')) as id where id = any('{${known.join()}}'::text[])
) as unlocked from players where unlocked > 0`,
      }),
      achievement_badges: view({
        doc:
          'What players have earned by the rules as they are (`earned_…`) beside what they have by the log (`unlock_…`). `held`: earned before the achievement was ' +
          'introduced, waits for a retroactive run; `order_number`: the run that let it go; `lost`: the event that last took its ground away, also where it was earned again; the row stays.',
        columns: badges,
        sql: 'select * from badges',
      }),
      achievements_due: view({
        doc: 'What is still to be unlocked (`unlock_id` null) or taken back: empty but for moments.',
        columns: {
          user_id,
          achievement,
          earned_by: uuid('The event that earned it; null: it is to be taken back.', nullable),
          earned_at: timestamp('When that was; null as above.', nullable),
          season: code('The season of that event; null as above.', nullable),
          simulated: badges.simulated,
          unlock_id: uuid('The event that unlocked it; null: it is still to be unlocked.', nullable),
          lost: json<Loss>('The event that took its ground away; null: none did.', nullable),
        },
        sql: `select user_id, achievement, earned_by, earned_at, season, simulated, unlock_id, lost from badges where ${dueBadges}`,
      }),
      achievement_orders: view({
        doc: 'Retroactive runs: how many achievements of how many users each let go, all or of one achievement only.',
        columns: orders,
        sql: 'select * from orders',
      }),
      achievement_cards: view({
        doc: 'All picks of a player in a season, one byte a match in the order of scheduling: 0 none, 1 home, 2 draw, 3 away, from 4 on the score home × 10 + away. Sealed like the predictions themselves.',
        columns: cards,
        sql: 'select * from cards',
      }),
      achievement_deeds: view({
        doc: 'What a player has done that no pick shows, counted: joins, messages, gameweeks won, places in competitions.',
        columns: { user_id, deeds },
        sql: 'select user_id, deeds from players',
      }),
      achievement_seasons: view({
        doc: 'Matches and settled gameweeks of a season as the achievements see them.',
        columns: seasons,
        sql: 'select * from seasons',
      }),
    },
    achievementStore.internal,
  )
