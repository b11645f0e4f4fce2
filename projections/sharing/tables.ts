import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const sharingVersion = 1

/**
 * Tables of the group `sharing`. What a share shows of its picks is read from those of its owner, so nothing of them stands here. The numbers
 * of `shares` are the sums of `share_days`, kept beside them, so that a page of the feed adds nothing up.
 */
export const sharingDdl = `
create table shares (
  id integer primary key,
  token text collate "C" not null unique,
  user_id integer not null,
  title text not null,
  description text,
  share_type text collate "C" not null check (share_type in ('individual', 'gameweek', 'custom')),
  is_public boolean not null,
  created_at timestamptz not null,
  views integer not null default 0,
  likes integer not null default 0,
  shares integer not null default 0,
  comments integer not null default 0
);
create index shares_user on shares (user_id, id desc);

create table share_picks (
  share_id integer not null,
  prediction_id integer not null,
  fixture_id integer not null,
  primary key (share_id, prediction_id)
);

create table share_likes (
  share_id integer not null,
  user_id integer not null,
  liked_at timestamptz not null,
  day text collate "C" not null,
  primary key (share_id, user_id)
);
create index share_likes_user on share_likes (user_id);

create table share_passes (
  share_id integer not null,
  user_id integer not null,
  day text collate "C" not null,
  primary key (share_id, user_id, day)
);
create index share_passes_user on share_passes (user_id);

create table share_comments (
  id integer primary key,
  share_id integer not null,
  user_id integer not null,
  content text not null,
  created_at timestamptz not null,
  day text collate "C" not null
);
create index share_comments_share on share_comments (share_id, id desc);
create index share_comments_user on share_comments (user_id);

create table share_days (
  share_id integer not null,
  day text collate "C" not null,
  views integer not null,
  likes integer not null,
  shares integer not null,
  comments integer not null,
  primary key (share_id, day)
);

create table share_reports (
  id integer primary key,
  share_id integer not null,
  comment_id integer,
  reporter_id integer not null,
  reason text,
  created_at timestamptz not null
);
create index share_reports_share on share_reports (share_id);
create index share_reports_comment on share_reports (comment_id);
create index share_reports_reporter on share_reports (reporter_id);

create table erased (
  user_id integer primary key
);
`

/** The orders of the feed, over what is public. */
export const sharingIndexes = `
create index shares_recent on shares (id desc) where is_public;
create index shares_popular on shares (likes desc, id desc) where is_public;
create index shares_recent_of_type on shares (share_type, id desc) where is_public;
create index shares_popular_of_type on shares (share_type, likes desc, id desc) where is_public;
create index share_days_day on share_days (day) include (share_id, views, likes, shares, comments);
create index share_likes_lately on share_likes (liked_at);
create index share_comments_lately on share_comments (created_at);
`

export interface SharingTables {
  shares: ReadModels['read.shares']
  share_picks: ReadModels['read.share_picks']
  share_likes: ReadModels['read.share_likes']
  share_passes: ReadModels['read.share_passes']
  share_comments: ReadModels['read.share_comments']
  share_days: ReadModels['read.share_days']
  share_reports: ReadModels['read.share_reports']
  erased: { user_id: number }
}

export const sharingViews: readonly ReadView[] = [
  {
    name: 'shares',
    doc:
      'One row a share that stands: `token` is the random part of its address. A private one (`is_public` false) opens only for who has that. `views`, `likes`, ' +
      '`shares` and `comments` are the sums of its `share_days`. Views of the last minute may be missing.',
  },
  {
    name: 'share_picks',
    doc: 'The predictions of a share. What they say and what they paid is in `predictions`: the owner has shown them, sealed or not.',
  },
  {
    name: 'share_likes',
    doc: 'Who likes which share since when. `day` is that of `share_days` in which the like counts.',
  },
  { name: 'share_passes', doc: 'Who passed a share on, on which days (UTC): once a player and day.' },
  { name: 'share_comments', doc: 'One row a comment that stands. Ids give the order in which they were written.' },
  {
    name: 'share_days',
    doc: 'What happened to a share on a day (UTC): viewers, likes, how often it was passed on, comments. What was taken back is not counted.',
  },
  {
    name: 'share_reports',
    doc: 'One row a report of a share, or of a comment on it (`comment_id`), for administrators. `id` is of the sequence of shares.',
  },
]
