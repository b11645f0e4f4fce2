import type { ReadView } from '../../src/slice/group.ts'

/**
 * Rows of `badges` that something has to be appended for: earned and not had; had and not earned; had by a ground that was lost
 * since, though another one has come. (A ground that only another rule sees elsewhere was not lost.)
 */
export const dueBadges = `(earned_by is not null and not held and unlock_id is null) or (unlock_id is not null
  and (earned_by is null or (lost is not null and unlock_earned_by <> earned_by::text)))`

/**
 * Tables of the group `achievements`. A player's facts are counted anew from `cards` (a byte a match) and the state of the season
 * whenever they may have changed; `badges` keeps what they have earned (`earned_…`) beside what the log says they have
 * (`unlock_…`). Where the two differ something is due, which is the reactor's to append. `held`: earned before the achievement was
 * introduced, so that it waits for a retroactive run. The ids of both halves also stand in `players`, so that a fold reads one row a player.
 */
export const achievementsDdl = `
create table seasons (
  season text collate "C" primary key,
  state jsonb not null
);

create table introduced (
  achievement text collate "C" primary key
);

create table orders (
  number integer primary key,
  id uuid not null,
  ordered_at timestamptz not null,
  only_achievement text collate "C",
  achievements integer not null,
  users integer not null
);

create table competitions (
  id integer primary key,
  kind text collate "C" not null,
  season text collate "C" not null
);

create table rooms (
  kind text collate "C" not null,
  id integer not null,
  primary key (kind, id)
);

create table cards (
  season text collate "C" not null,
  user_id integer not null,
  picks bytea not null,
  primary key (user_id, season)
) with (fillfactor = 60);

create table ranks (
  season text collate "C" not null,
  user_id integer not null,
  rank integer not null,
  primary key (season, user_id)
);

create table players (
  user_id integer primary key,
  deeds jsonb not null,
  unlocked integer not null,
  earned_ids text not null,
  unlocked_ids text not null
) with (fillfactor = 80);

create table badges (
  user_id integer not null,
  achievement text collate "C" not null,
  earned_by uuid,
  earned_at timestamptz,
  season text collate "C",
  simulated boolean not null,
  held boolean not null,
  order_number integer,
  lost jsonb,
  unlock_id uuid,
  unlocked_at timestamptz,
  unlock_season text collate "C",
  unlock_name text,
  unlock_points integer,
  unlock_earned_by text,
  primary key (user_id, achievement)
) with (fillfactor = 80);

create index badges_due on badges (user_id, achievement)
  where ${dueBadges};

create table erased (
  user_id integer primary key
);
`

/** What only readers need. */
export const achievementsIndexes = `
create index badges_held on badges (achievement, user_id) where held;
create index badges_ordered on badges (order_number) where order_number is not null;
`

/** `known`: ids of the catalogue; what was taken out of it is in the ledger and in nobody's count. */
export const achievementsViews = (known: readonly string[]): readonly ReadView[] => [
  {
    name: 'achievements',
    sql: `select user_id, achievement, unlock_id, unlocked_at, unlock_season as season, unlock_name as name, unlock_points as points
from badges where unlock_id is not null`,
    doc: 'One row an achievement that a player has: `unlocked_at` is when it was earned, `season` where the ledger books its `points`, `unlock_id` the event.',
  },
  {
    name: 'achievement_counts',
    sql: `select user_id, (
  select count(*)::integer from unnest(string_to_array(unlocked_ids, ',')) as id where id = any('{${known.join()}}'::text[])
) as unlocked from players where unlocked > 0`,
    doc: 'How many achievements of the catalogue each player has; those that were taken out of it are not counted.',
  },
  {
    name: 'achievement_badges',
    sql: 'select * from badges',
    doc:
      'What players have earned by the rules as they are (`earned_…`) beside what they have by the log (`unlock_…`). `held`: earned before the achievement was ' +
      'introduced, waits for a retroactive run; `order_number`: the run that let it go; `lost`: the event that last took its ground away, also where it was earned again; the row stays.',
  },
  {
    name: 'achievements_due',
    sql: `select user_id, achievement, earned_by, earned_at, season, simulated, unlock_id, lost from badges where ${dueBadges}`,
    doc: 'What is still to be unlocked (`unlock_id` null) or taken back: empty but for moments.',
  },
  {
    name: 'achievement_orders',
    sql: 'select * from orders',
    doc: 'Retroactive runs: how many achievements of how many users each let go, all or of one achievement only.',
  },
  {
    name: 'achievement_cards',
    sql: 'select * from cards',
    doc: 'All picks of a player in a season, one byte a match in the order of scheduling: 0 none, 1 home, 2 draw, 3 away, from 4 on the score home × 10 + away. Sealed like the predictions themselves.',
  },
  {
    name: 'achievement_deeds',
    sql: 'select user_id, deeds from players',
    doc: 'What a player has done that no pick shows, counted: joins, messages, gameweeks won, places in competitions.',
  },
  {
    name: 'achievement_seasons',
    sql: 'select * from seasons',
    doc: 'Matches and settled gameweeks of a season as the achievements see them.',
  },
]
