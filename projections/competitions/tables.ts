import type { ReadView } from '../../src/slice/group.ts'

/** Raise it when a table or the projector's logic changes. */
export const competitionsVersion = 1

/** Points of players are nowhere stored but in decided rounds and prizes: standings follow from the group `play`. */
export const competitionsDdl = `
create table competitions (
  id integer primary key,
  stream text collate "C" not null,
  season text collate "C" not null,
  kind text collate "C" not null check (kind in ('weekly', 'monthly', 'seasonal', 'cup', 'knockout')),
  name text not null,
  description text,
  first_gameweek smallint,
  last_gameweek smallint,
  from_kickoff timestamptz,
  to_kickoff timestamptz,
  start_date timestamptz not null,
  end_date timestamptz not null,
  prize_pool integer not null,
  max_participants integer,
  participants integer not null,
  ended_at timestamptz
) with (fillfactor = 70);

create table participants (
  competition_id integer not null,
  user_id integer not null,
  number integer not null,
  joined_at timestamptz not null,
  primary key (competition_id, user_id)
);
create index participants_user on participants (user_id);

create table rounds (
  competition_id integer not null,
  round smallint not null,
  gameweek smallint not null,
  decided boolean not null,
  primary key (competition_id, round)
);

create table ties (
  competition_id integer not null,
  round smallint not null,
  tie smallint not null,
  home integer not null,
  away integer,
  home_points integer,
  away_points integer,
  winner integer,
  primary key (competition_id, round, tie)
);

create table round_players (
  competition_id integer not null,
  round smallint not null,
  place integer not null,
  user_id integer not null,
  points integer not null,
  out boolean not null,
  primary key (competition_id, round, place)
);

create table prizes (
  competition_id integer not null,
  user_id integer not null,
  place smallint,
  points integer not null,
  primary key (competition_id, user_id)
);

create table erased (
  user_id integer primary key
);
`

export const competitionsViews: readonly ReadView[] = [
  {
    name: 'competitions',
    doc:
      'One row a competition. It counts the matches of the gameweeks `first_gameweek` to `last_gameweek`, or those with a kickoff from `from_kickoff` ' +
      'until before `to_kickoff`. `participants` is their number, `max_participants` null: no limit. `ended_at`: when it was decided and paid; null while it is not.',
  },
  {
    name: 'competition_participants',
    sql: 'select competition_id, user_id, number, joined_at from participants',
    doc: 'Who takes part, `number` in the order of joining.',
  },
  {
    name: 'competition_rounds',
    sql: 'select competition_id, round, gameweek, decided from rounds',
    doc: 'Rounds of cups from their draw on, of knockouts once they are decided.',
  },
  {
    name: 'competition_ties',
    sql: 'select competition_id, round, tie, home, away, home_points, away_points, winner from ties',
    doc: 'Pairs of cups in the order of the draw, `away` null: a bye. Points and winner as the round was decided; null before.',
  },
  {
    name: 'competition_round_players',
    sql: 'select competition_id, round, place, user_id, points, out from round_players',
    doc: 'Players of decided rounds of knockouts from the best to the last; `out`: it was their last.',
  },
  {
    name: 'competition_prizes',
    sql: 'select competition_id, user_id, place, points from prizes',
    doc: 'Points paid to a player in all, corrections taken in, and the place they are paid for; `place` null: not among the first three any more.',
  },
]
