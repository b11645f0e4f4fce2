import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible } from '../../contracts/common.ts'
import { Fixture, Outcome } from '../fixtures/contract.ts'
import { PickVerdict } from '../predictions/contract.ts'

/** `individual`: one pick; `gameweek`: picks of one gameweek; `custom`: any choice. */
export const ShareType = z.enum(['individual', 'gameweek', 'custom'])
export type ShareType = z.infer<typeof ShareType>

/** The random part of a share's address: 128 bits and more, in letters that an address takes as they are. */
export const ShareToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))

const NONE = 'Please select at least one prediction to share'
/** `POST /api/share-predictions` */
export const ShareCreate = z.object({
  predictionIds: z.array(Id, NONE).check(z.minLength(1, NONE), z.maxLength(50, 'A share holds at most 50 predictions')),
  title: z
    .string('A share needs a title')
    .check(
      z.trim(),
      visible('A share needs a title'),
      onOneLine,
      z.maxLength(100, 'A title has at most 100 characters'),
    ),
  description: z.nullish(z.string().check(z.trim(), z.maxLength(500, 'A description has at most 500 characters'))),
  shareType: z._default(ShareType, 'custom'),
  isPublic: z._default(z.boolean(), true),
})
export type ShareCreate = z.infer<typeof ShareCreate>

/** Who shares or comments, and who is followed. */
export const Author = z.extend(Person, { id: Id })
export type Author = z.infer<typeof Author>

/** One pick of a share: what was said, the match as it stands, and what it paid. */
export const SharedPick = z.object({
  /** The prediction. */
  id: Id,
  fixtureId: Id,
  homeTeamId: Id,
  awayTeamId: Id,
  /** The clubs' names. */
  homeTeam: z.string(),
  awayTeam: z.string(),
  /** The predicted score; null where only the result was predicted. */
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  /** The predicted result. */
  result: Outcome,
  /** Both null until the match is finished; `void`: it was cancelled. */
  pointsEarned: z.nullable(z.int()),
  verdict: z.nullable(PickVerdict),
  fixture: Fixture,
})
export type SharedPick = z.infer<typeof SharedPick>

export const SharedPrediction = z.object({
  id: Id,
  shareUrl: ShareToken,
  title: z.string(),
  description: z.nullable(z.string()),
  shareType: ShareType,
  isPublic: z.boolean(),
  /** Viewers, each once a day; never the owner. */
  views: z.int(),
  likes: z.int(),
  shares: z.int(),
  commentCount: z.int(),
  createdAt: IsoTime,
  /** null: nobody's name stands here any more. */
  user: z.nullable(Author),
  /** By kickoff. Lists carry the first ten; `predictionCount` says how many there are. */
  predictionIds: z.array(SharedPick),
  predictionCount: z.int(),
  /** Sum over the finished ones; null: none is. */
  points: z.nullable(z.int()),
  /** Of the reader; false for strangers. */
  isLiked: z.boolean(),
  isMine: z.boolean(),
})
export type SharedPrediction = z.infer<typeof SharedPrediction>

/** `POST /api/shared-predictions/{shareUrl}/interact`; `like` alone is a call of its own, too. */
export const Interaction = z.object({ type: z.enum(['like', 'unlike', 'share']) })
/** What a like, unlike or share answers. */
export const ShareCounts = z.object({ views: z.int(), likes: z.int(), shares: z.int(), isLiked: z.boolean() })
export type ShareCounts = z.infer<typeof ShareCounts>

const EMPTY = 'A comment needs some text'
/** `POST /api/shared-predictions/{shareUrl}/comments`: the parent is the one of the path. */
export const CommentPost = z.object({
  sharedPredictionId: z.optional(Id),
  content: z.string(EMPTY).check(z.trim(), visible(EMPTY), z.maxLength(500, 'A comment has at most 500 characters')),
})
export const ShareComment = z.object({
  id: Id,
  sharedPredictionId: Id,
  content: z.string(),
  createdAt: IsoTime,
  /** Always 0: no call likes a comment. The field is the specification's. */
  likes: z.int(),
  user: z.nullable(Author),
  /** Whether the reader may delete it: its author, the share's owner, an administrator. */
  mayDelete: z.boolean(),
})
export type ShareComment = z.infer<typeof ShareComment>

/** `GET /api/shared-predictions/{shareUrl}/comments`: the latest, or those before one of them (its id); oldest first. */
export const CommentsQuery = z.object({
  before: z.optional(Id),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
})

/** `POST …/report` of a share or comment. */
export const ShareReport = z.object({ reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) })

/** The feed's order: newest first, most likes, or what happened in the last seven days, newer weighing more. */
export const FeedSort = z.enum(['recent', 'popular', 'trending'])
export type FeedSort = z.infer<typeof FeedSort>

/** `GET /api/social-feed`: the next page's cursor comes in the header `Plp-Next-Cursor`; none: that was all. */
export const FeedQuery = z.object({
  sort: z._default(FeedSort, 'recent'),
  type: z._default(z.enum(['all', 'individual', 'gameweek', 'custom']), 'all'),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 10),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  following: z.optional(z.enum(['true', 'false'])),
})

/** `GET /api/shared-predictions`: the latest public shares and the reader's own, which go on like the feed. */
export const SharesQuery = z.object({ limit: FeedQuery.shape.limit, cursor: FeedQuery.shape.cursor })
/** `GET /api/trending-predictions` */
export const TrendingQuery = z.object({ limit: FeedQuery.shape.limit })

/** `GET /api/users/discover`: those of the reader's leagues first, then those most followed. */
export const DiscoverQuery = z.object({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
  offset: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0),
})

/** `GET /api/community-stats`, counts of public shares. `activeUsers`: players who predicted, shared, liked or commented in the last 30 days. */
export const CommunityStats = z.object({
  activeUsers: z.int(),
  totalSharedPredictions: z.int(),
  totalLikes: z.int(),
  totalComments: z.int(),
})
export type CommunityStats = z.infer<typeof CommunityStats>

/** A player to follow: of `GET /api/users/discover`, and what `PUT /api/users/{id}/follow` answers. */
export const FollowedPlayer = z.object({
  ...Author.shape,
  followers: z.int(),
  isFollowing: z.boolean(),
  /** Names of the leagues that the reader shares with them. */
  leagues: z.array(z.string()),
  /** Of the season; accuracy is a rounded percentage of settled predictions. */
  totalPredictions: z.int(),
  settledPredictions: z.int(),
  accuracy: z.int(),
})
export type FollowedPlayer = z.infer<typeof FollowedPlayer>

/** `GET /api/admin/reports`: what players have reported and still stands, newest first. */
export const Report = z.object({
  /** E.g. `message-41`: reports of messages are numbered apart. */
  id: z.string(),
  kind: z.enum(['message', 'share', 'comment']),
  /** Of the message, share or comment. */
  subjectId: Id,
  /** What it says; null: deleted since. */
  text: z.nullable(z.string()),
  /** The username of who wrote it; null: not there any more. */
  author: z.nullable(z.string()),
  /** The same as others see them. */
  user: z.nullable(Author),
  /** Where it stands: the chat's name, or the share's title with its page. */
  place: z.object({ name: z.string(), link: z.nullable(z.string()) }),
  /** `id` null: not there any more. */
  reportedBy: z.extend(Person, { id: z.nullable(Id) }),
  reason: z.nullable(z.string()),
  createdAt: IsoTime,
})
export type Report = z.infer<typeof Report>
