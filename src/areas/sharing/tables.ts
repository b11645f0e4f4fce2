import { boolean, code, erased, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'
import type { ShareType } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof shareTables> {}
}

const OF_PRIVATE = 'where the share is private, and for those who were given it'

/** The picks of a share are read from its owner's predictions. The counts of `shares` are the sums of `share_days`, kept for the feed. */
export const shareTables = readModel(
  {
    shares: table({
      doc:
        'One row a share that stands: `token` is the random part of its address. A private one (`is_public` false) opens only for who has that. `views`, `likes`, ' +
        '`shares` and `comments` are the sums of its `share_days`. Views of the last minute may be missing.',
      columns: {
        id: integer('Number of the share.'),
        token: code('The random part of its address. Whoever has it can open a private share.', {
          hidden: 'whoever has it opens a private share',
          searched: true,
          secret: true,
          sql: 'unique',
        }),
        user_id: integer('The owner, by `people.id`.', { dataSubject: 'deletes' }),
        title: text('Its title.', { hidden: OF_PRIVATE, unless: 'is_public' }),
        description: text('What its owner says of it; null: nothing.', {
          nullable: true,
          hidden: OF_PRIVATE,
          unless: 'is_public',
        }),
        share_type: code<ShareType>('`individual`, `gameweek` or `custom`.', {
          sql: `check (share_type in ('individual', 'gameweek', 'custom'))`,
        }),
        is_public: boolean('Whether it stands in the feeds.'),
        created_at: timestamp(),
        views: integer('Viewers, once a viewer and day.', { sql: 'default 0' }),
        likes: integer('Likes that stand.', { sql: 'default 0' }),
        shares: integer('How often it was passed on, once a player and day.', { sql: 'default 0' }),
        comments: integer('Comments that stand.', { sql: 'default 0' }),
      },
      key: ['id'],
      indexes: { shares_user: '(user_id, id desc)' },
      readIndexes: {
        shares_recent: '(id desc) where is_public',
        shares_popular: '(likes desc, id desc) where is_public',
        shares_recent_of_type: '(share_type, id desc) where is_public',
        shares_popular_of_type: '(share_type, likes desc, id desc) where is_public',
      },
    }),
    share_picks: table({
      doc: 'The predictions of a share. What they say and what they paid is in `predictions`: the owner has shown them, sealed or not.',
      columns: {
        share_id: integer(),
        prediction_id: integer('The prediction, by `predictions.id`.'),
        fixture_id: integer(),
      },
      key: ['share_id', 'prediction_id'],
    }),
    share_likes: table({
      doc: 'Who likes which share since when. `day` is that of `share_days` in which the like counts.',
      columns: {
        share_id: integer(),
        user_id: integer(null, { dataSubject: 'deletes' }),
        liked_at: timestamp('When the like was given.'),
        day: code('The day (UTC) in which it counts.'),
      },
      key: ['share_id', 'user_id'],
      indexes: { share_likes_user: '(user_id)' },
      readIndexes: { share_likes_lately: '(liked_at)' },
    }),
    share_passes: table({
      doc: 'Who passed a share on, on which days (UTC): once a player and day.',
      columns: { share_id: integer(), user_id: integer(null, { dataSubject: 'deletes' }), day: code('The day (UTC).') },
      key: ['share_id', 'user_id', 'day'],
      indexes: { share_passes_user: '(user_id)' },
    }),
    share_comments: table({
      doc: 'One row a comment that stands. Ids give the order in which they were written.',
      columns: {
        id: integer('Number of the comment.'),
        share_id: integer(),
        user_id: integer('The author, by `people.id`.', { dataSubject: 'deletes' }),
        content: text('What was said.', {
          hidden: OF_PRIVATE,
          unless: 'exists (select from shares s where s.id = share_id and s.is_public)',
        }),
        created_at: timestamp(),
        day: code('The day (UTC) in which it counts.'),
      },
      key: ['id'],
      indexes: { share_comments_share: '(share_id, id desc)', share_comments_user: '(user_id)' },
      readIndexes: { share_comments_lately: '(created_at)' },
    }),
    share_days: table({
      doc: 'What happened to a share on a day (UTC): viewers, likes, how often it was passed on, comments. What was taken back is not counted.',
      columns: {
        share_id: integer(),
        day: code('The day (UTC).'),
        views: integer('Viewers of that day.'),
        likes: integer('Likes of that day that stand.'),
        shares: integer('How often it was passed on that day.'),
        comments: integer('Comments of that day that stand.'),
      },
      key: ['share_id', 'day'],
      readIndexes: { share_days_day: '(day) include (share_id, views, likes, shares, comments)' },
    }),
    share_reports: table({
      hidden: 'what readers tell the administrators',
      doc: 'One row a report of a share, or of a comment on it (`comment_id`), for administrators. `id` is of the sequence of shares.',
      columns: {
        id: integer('Number of the report.'),
        share_id: integer(),
        comment_id: integer('The comment that is meant, by `share_comments.id`; null: the share itself.', {
          nullable: true,
        }),
        reporter_id: integer(null, { dataSubject: 'deletes' }),
        reason: text('What the reader says is wrong with it; null: nothing is said.', { nullable: true }),
        created_at: timestamp(),
      },
      key: ['id'],
      indexes: {
        share_reports_share: '(share_id)',
        share_reports_comment: '(comment_id)',
        share_reports_reporter: '(reporter_id)',
      },
    }),
  },
  { erased },
)
