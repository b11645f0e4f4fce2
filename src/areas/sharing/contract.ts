import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible } from '../../contracts/common.ts'
import { Fixture, Outcome } from '../fixtures/contract.ts'
import { PickVerdict } from '../predictions/contract.ts'

/** `individual`: one pick; `gameweek`: picks of one gameweek; `custom`: any choice. */
export const ShareType = z.enum(['individual', 'gameweek', 'custom'])
export type ShareType = z.infer<typeof ShareType>

/** The random part of a share's address: at least 128 bits, in base64url. */
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

/** The author of a share or comment, or a followed player. */
export const Author = z.extend(Person, { id: Id })
export type Author = z.infer<typeof Author>

/** One pick of a share, with the current state of its match and its points. */
export const SharedPick = z.object({
  /** Id of the prediction. */
  id: Id,
  fixtureId: Id,
  homeTeamId: Id,
  awayTeamId: Id,
  /** Names of the clubs. */
  homeTeam: z.string(),
  awayTeam: z.string(),
  /** The predicted score; null if only the result was predicted. */
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  /** The predicted result. */
  result: Outcome,
  /** Points and verdict are null until the match is finished. Verdict `void`: the match was cancelled. */
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
  /** Viewers, each once per day, without the owner. */
  views: z.int(),
  likes: z.int(),
  shares: z.int(),
  commentCount: z.int(),
  createdAt: IsoTime,
  /** The owner; null: the account is deleted. */
  user: z.nullable(Author),
  /** Picks by kickoff. Lists contain the first ten; `predictionCount` is the total number. */
  predictionIds: z.array(SharedPick),
  predictionCount: z.int(),
  /** Sum over finished matches; null: no match is finished. */
  points: z.nullable(z.int()),
  /** Whether the reader likes it; false without a session. */
  isLiked: z.boolean(),
  isMine: z.boolean(),
})
export type SharedPrediction = z.infer<typeof SharedPrediction>

/** Body of `POST /api/shared-predictions/{shareUrl}/interact`. `like` also has its own path. */
export const Interaction = z.object({ type: z.enum(['like', 'unlike', 'share']) })
/** Response to a like, unlike or share. */
export const ShareCounts = z.object({ views: z.int(), likes: z.int(), shares: z.int(), isLiked: z.boolean() })
export type ShareCounts = z.infer<typeof ShareCounts>

const EMPTY = 'A comment needs some text'
/** Body of `POST /api/shared-predictions/{shareUrl}/comments`. The path identifies the share. */
export const CommentPost = z.object({
  sharedPredictionId: z.optional(Id),
  content: z.string(EMPTY).check(z.trim(), visible(EMPTY), z.maxLength(500, 'A comment has at most 500 characters')),
})
export const ShareComment = z.object({
  id: Id,
  sharedPredictionId: Id,
  content: z.string(),
  createdAt: IsoTime,
  /** Always 0: comments cannot be liked. The specification requires the field. */
  likes: z.int(),
  user: z.nullable(Author),
  /** Whether the reader may delete it, as its author, as the share's owner or as an administrator. */
  mayDelete: z.boolean(),
})
export type ShareComment = z.infer<typeof ShareComment>

/** Order of the feed: newest first, most likes, or activity of the last seven days with more weight for recent days. */
export const FeedSort = z.enum(['recent', 'popular', 'trending'])
export type FeedSort = z.infer<typeof FeedSort>

/** `GET /api/social-feed`. The header `Plp-Next-Cursor` contains the cursor of the next page; it is missing on the last page. */
export const FeedQuery = z.object({
  sort: z._default(FeedSort, 'recent'),
  type: z._default(z.enum(['all', 'individual', 'gameweek', 'custom']), 'all'),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 10),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  following: z.optional(z.enum(['true', 'false'])),
})

/** `GET /api/shared-predictions`: the latest public shares and the reader's own, with the same paging as the feed. */
export const SharesQuery = z.object({ limit: FeedQuery.shape.limit, cursor: FeedQuery.shape.cursor })
/** `GET /api/trending-predictions` */
export const TrendingQuery = z.object({ limit: FeedQuery.shape.limit })

/** `GET /api/users/discover`: members of the reader's leagues first, then the most followed players. */
export const DiscoverQuery = z.object({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
  offset: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0),
})

/** `GET /api/community-stats`: counts of public shares. `activeUsers` predicted, shared, liked or commented in the last 30 days. */
export const CommunityStats = z.object({
  activeUsers: z.int(),
  totalSharedPredictions: z.int(),
  totalLikes: z.int(),
  totalComments: z.int(),
})
export type CommunityStats = z.infer<typeof CommunityStats>

/** A player to follow, in the responses of `GET /api/users/discover` and `PUT /api/users/{id}/follow`. */
export const FollowedPlayer = z.object({
  ...Author.shape,
  followers: z.int(),
  isFollowing: z.boolean(),
  /** Names of leagues that the reader shares with the player. */
  leagues: z.array(z.string()),
  /** Figures of the season; accuracy is a rounded percentage of settled predictions. */
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  accuracy: z.int(),
})
export type FollowedPlayer = z.infer<typeof FollowedPlayer>

/** `GET /api/admin/reports`: reports of messages, shares and comments that still exist, newest first. */
export const Report = z.object({
  /** E.g. `message-41`, because reports of messages have their own sequence of numbers. */
  id: z.string(),
  kind: z.enum(['message', 'share', 'comment']),
  /** Id of the message, share or comment. */
  subjectId: Id,
  /** Its text; null: deleted since. */
  text: z.nullable(z.string()),
  /** Username of its author; null: deleted since. */
  author: z.nullable(z.string()),
  /** The author as shown to other players. */
  user: z.nullable(Author),
  /** The chat by name, or the share by title, with the path of its page. */
  place: z.object({ name: z.string(), link: z.nullable(z.string()) }),
  /** `id` null: the account is deleted. */
  reportedBy: z.extend(Person, { id: z.nullable(Id) }),
  reason: z.nullable(z.string()),
  createdAt: IsoTime,
})
export type Report = z.infer<typeof Report>
