import { boolean, code, erased, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'
import type { ShareType } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof shareTables> {}
}

const OF_PRIVATE = 'where the share is private, and for those with its link'

/** The picks of a share are read from its owner's predictions. The counts of `shares` are the sums of `share_days`, stored for the feed. */
export const shareTables = readModel(
  {
    shares: table({
      doc:
        'One row per share that is not deleted. `token` is the random part of its address; a private share (`is_public` false) is accessible with it only. `views`, `likes`, ' +
        '`shares` and `comments` are the sums of its `share_days`. Views of the last minute may be missing.',
      columns: {
        id: integer('Number of the share.'),
        token: code('The random part of its address. It gives access to a private share.', {
          hidden: 'it gives access to a private share',
          secret: true,
          sql: 'unique',
        }),
        user_id: integer('The owner, by `people.id`.', { dataSubject: 'deletes' }),
        title: text('Its title.', { hidden: OF_PRIVATE, unless: 'is_public' }),
        description: text('Its description; null: none.', {
          nullable: true,
          hidden: OF_PRIVATE,
          unless: 'is_public',
        }),
        share_type: code<ShareType>('`individual`, `gameweek` or `custom`.', {
          sql: `check (share_type in ('individual', 'gameweek', 'custom'))`,
        }),
        is_public: boolean('Whether it appears in the feeds.'),
        created_at: timestamp(),
        views: integer('Viewers, each once per day.', { sql: 'default 0' }),
        likes: integer('Current likes.', { sql: 'default 0' }),
        shares: integer('How often it was passed on, once per player and day.', { sql: 'default 0' }),
        comments: integer('Current comments.', { sql: 'default 0' }),
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
      doc: 'The predictions of a share. Their picks and points are in `predictions`: the owner has shared them, sealed or not.',
      columns: {
        share_id: integer(),
        prediction_id: integer('The prediction, by `predictions.id`.'),
        fixture_id: integer(),
      },
      key: ['share_id', 'prediction_id'],
    }),
    share_likes: table({
      doc: 'Likes by share and player. `day` is the day of `share_days` in which the like counts.',
      columns: {
        share_id: integer(),
        user_id: integer(null, { dataSubject: 'deletes' }),
        liked_at: timestamp('When the player liked the share.'),
        day: code('The day (UTC) in which it counts.'),
      },
      key: ['share_id', 'user_id'],
      indexes: { share_likes_user: '(user_id)' },
      readIndexes: { share_likes_lately: '(liked_at)' },
    }),
    share_passes: table({
      doc: 'Passes of shares by player and day (UTC), one per player and day.',
      columns: { share_id: integer(), user_id: integer(null, { dataSubject: 'deletes' }), day: code('The day (UTC).') },
      key: ['share_id', 'user_id', 'day'],
      indexes: { share_passes_user: '(user_id)' },
    }),
    share_comments: table({
      doc: 'One row per comment that is not deleted. Ids are in the order of writing.',
      columns: {
        id: integer('Number of the comment.'),
        share_id: integer(),
        user_id: integer('The author, by `people.id`.', { dataSubject: 'deletes' }),
        content: text('The text of the comment.', {
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
      doc: 'Activity of a share on a day (UTC): viewers, likes, passes and comments. Reverted likes and deleted comments are not counted.',
      columns: {
        share_id: integer(),
        day: code('The day (UTC).'),
        views: integer('Viewers of that day.'),
        likes: integer('Likes of that day, without reverted ones.'),
        shares: integer('How often it was passed on that day.'),
        comments: integer('Comments of that day, without deleted ones.'),
      },
      key: ['share_id', 'day'],
      readIndexes: { share_days_day: '(day) include (share_id, views, likes, shares, comments)' },
    }),
    share_reports: table({
      hidden: 'reports are confidential',
      doc: 'One row per report of a share, or of a comment on it (`comment_id`), for administrators. `id` is a number of the share sequence.',
      columns: {
        id: integer('Number of the report.'),
        share_id: integer(),
        comment_id: integer('The reported comment, by `share_comments.id`; null: the share itself.', {
          nullable: true,
        }),
        reporter_id: integer(null, { dataSubject: 'deletes' }),
        reason: text('The reason of the report; null: none.', { nullable: true }),
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
