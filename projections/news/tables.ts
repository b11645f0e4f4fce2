import type { ReadView } from '../../src/slice/group.ts'

/** Raise it when a table or the projector's logic changes. */
export const newsVersion = 1

export const newsDdl = `
create table news (
  slug text collate "C" primary key,
  season text collate "C" not null,
  gameweek smallint not null,
  kind text collate "C" not null,
  published_at timestamptz not null,
  story jsonb not null
);

create table news_players (
  slug text collate "C" not null,
  place smallint not null,
  user_id integer not null,
  primary key (slug, place)
);

create table erased (
  user_id integer primary key
);
`

export const newsIndexes = `
create index news_latest on news (season, published_at desc);
create index news_of_gameweek on news (season, gameweek);
`

export interface NewsTables {
  news: { slug: string }
  news_players: { slug: string; place: number; user_id: number }
  erased: { user_id: number }
}

export const newsViews: readonly ReadView[] = [
  {
    name: 'news',
    doc:
      'One row a story of the game as it stands: its numbers are in `story`, its sentences are written when it is read. `kind`: report, upset, winner, ' +
      'best-score, best-mean, lead, round-up, table. `published_at`: when what it tells of was over.',
  },
  {
    name: 'news_players',
    doc: 'One row a player whom a story names, in its order from 0. Of a deleted player none is left.',
  },
]
