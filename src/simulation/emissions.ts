import * as z from 'zod/mini'
import type { AccountEvent, AdministratorsEvent, LockoutEvent } from '../accounts/events.ts'
import type { AchievementCatalogueEvent, AchievementEvent } from '../achievements/events.ts'
import type { MessageEvent } from '../chat/events.ts'
import type { CompetitionEvent } from '../competitions/events.ts'
import { Registration } from '../contracts/accounts.ts'
import { Gameweek, GivenTime, Id } from '../contracts/common.ts'
import { AwardEntry, ResultEntry } from '../contracts/fixtures.ts'
import type { FeedbackEvent, FeedbackVoteEvent } from '../feedback/events.ts'
import type { FixtureEvent, GameweekEvent, SeasonEvent, TeamEvent } from '../fixtures/events.ts'
import type { FeedCalendar, FeedOutcome } from '../fixtures/feed-rules.ts'
import type { KnownFixture } from '../fixtures/fixture-state.ts'
import type { FollowEvent } from '../following/events.ts'
import type { LeagueEvent } from '../leagues/events.ts'
import type { NewsEvent } from '../news/events.ts'
import type { NotificationSettingsEvent } from '../notifications/events.ts'
import type { PredictionEvent } from '../predictions/events.ts'
import type { ProfileEvent } from '../profiles/events.ts'
import type { RecoveryEvent } from '../recovery/events.ts'
import type { ShareCommentEvent, ShareEvent, ShareReactionEvent, ShareViewsEvent } from '../sharing/events.ts'
import type { LeagueTeamEvent } from '../teams/events.ts'
import type { SimulationEvent } from '../testing/events.ts'
import type { WalletEvent } from '../wallet/events.ts'

/** Every event of the game. */
type GameEvent =
  | (AccountEvent | LockoutEvent | AdministratorsEvent | RecoveryEvent)
  | (AchievementEvent | AchievementCatalogueEvent)
  | (TeamEvent | SeasonEvent | FixtureEvent | GameweekEvent | PredictionEvent)
  | (LeagueEvent | LeagueTeamEvent | CompetitionEvent | MessageEvent)
  | (FollowEvent | ShareEvent | ShareCommentEvent | ShareReactionEvent | ShareViewsEvent)
  | (FeedbackEvent | FeedbackVoteEvent | NewsEvent | NotificationSettingsEvent | WalletEvent | ProfileEvent)
  | SimulationEvent

/** A call of the game by which a player brings an event about. What it checks and decides, it does as for players. */
export interface Call {
  readonly method: 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  /** What the parts of the path are called here, where a bare `id` would not say whose. */
  readonly names?: Readonly<Record<string, string>>
  /** Fields of the body that concern this event, where the call takes others as well. */
  readonly takes?: readonly string[]
  /** Those of them that the call could do without, and the event could not. */
  readonly needs?: readonly string[]
  /** What is sent in any case. */
  readonly sends?: Readonly<Record<string, unknown>>
}

interface ByPlayer {
  readonly by: 'player'
  /** Where there are several ways, that one is gone whose fields are given. */
  readonly calls: readonly [Call, ...Call[]]
}

interface BySource {
  readonly by: 'source'
  readonly fields: z.ZodMiniObject
  /** What the source of the fixtures would say, for the rules of fixtures to decide. */
  tell(given: unknown, match: KnownFixture, at: string): FeedCalendar | FeedOutcome
}

interface ByAccounts {
  readonly by: 'accounts'
  readonly does: 'register' | 'delete'
  readonly fields: z.ZodMiniObject
}

interface ByNobody {
  readonly by: null
  readonly why: string
}

/** How an event comes about when it is emitted, or why it is not. */
export type Emission = ByPlayer | BySource | ByAccounts | ByNobody

const call = (
  endpoint: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`,
  more: Omit<Call, 'method' | 'path'> = {},
) => {
  const [method, path] = endpoint.split(' ') as [string, string]
  return { method: method.toLowerCase() as Call['method'], path, ...more }
}
const player = (...calls: readonly [Call, ...Call[]]): ByPlayer => ({ by: 'player', calls })

const ofMatch = z.object({ fixtureId: Id })

/** `tell` is given what `fields` have made of the data. */
function source<Fields extends z.ZodMiniObject>(
  fields: Fields,
  tell: (given: z.output<Fields>, match: KnownFixture) => DistributiveOmit<FeedCalendar | FeedOutcome, 'at'>,
): BySource {
  return {
    by: 'source',
    fields,
    tell: (given, match, at) => ({ ...tell(given as z.output<Fields>, match), at }),
  }
}
type DistributiveOmit<Of, Key extends PropertyKey> = Of extends unknown ? Omit<Of, Key> : never

/** What the source would say of a match's place in the calendar, with this changed. */
const calendar = (match: KnownFixture, change: Partial<Omit<FeedCalendar, 'type' | 'at'>>) => {
  const { fixtureId, season, gameweek, homeTeamId, awayTeamId, feed } = match
  const told = { fixtureId, season, gameweek, homeTeamId, awayTeamId, kickoff: feed.kickoff, cancelled: false }
  return { type: 'feed-calendar' as const, ...told, ...change }
}
const outcome = (said: FeedOutcome['outcome']) => ({ type: 'feed-outcome' as const, outcome: said })

const scored = source(
  z.extend(ofMatch, z.omit(ResultEntry, { reason: true }).shape),
  ({ homeScore: home, awayScore: away }) => outcome({ kind: 'finished', score: { home, away } }),
)

const game: ByNobody = { by: null, why: 'the game says it by itself' }
const administrators: ByNobody = { by: null, why: 'only an administrator can bring it about' }
const seasons: ByNobody = { by: null, why: 'it comes with a season: npm run import' }
const secrets: ByNobody = { by: null, why: 'it takes a secret that only its player has' }

const ofLeague = { names: { id: 'leagueId' } }
const ofCompetition = { names: { id: 'competitionId' } }
const ofMessage = { names: { id: 'messageId' } }
const ofShare = { names: { shareUrl: 'shareUrl' } }
const ofComment = { names: { id: 'commentId' } }
const ofFeedback = { names: { id: 'feedbackId' } }

/**
 * How each event of the game comes about when a tester emits it (`npm run emit`). An event that is new to one of the unions does not
 * compile until it is named here.
 */
export const emissions: { readonly [Type in GameEvent['type']]: Emission } = {
  UserRegistered: {
    by: 'accounts',
    does: 'register',
    fields: z.object({
      username: Registration.shape.username,
      password: z.optional(Registration.shape.password),
    }),
  },
  UserDeleted: { by: 'accounts', does: 'delete', fields: z.object({}) },
  UserLoggedIn: secrets,
  UserPasswordChanged: secrets,
  UserRoleChanged: administrators,
  AdministratorAppointed: administrators,
  AdministratorDismissed: administrators,
  LoginFailed: game,
  IpLocked: game,
  IpUnlocked: game,
  IpForgotten: game,
  EmailChanged: secrets,
  EmailConfirmed: secrets,
  SecurityQuestionChanged: secrets,
  AdminResetRequested: secrets,
  AdminResetClosed: administrators,

  AchievementUnlocked: game,
  AchievementRevoked: game,
  AchievementsIntroduced: game,
  RetroactiveUnlocksOrdered: administrators,

  TeamRegistered: seasons,
  SeasonOpened: seasons,
  PointsDeducted: seasons,
  FixtureScheduled: seasons,
  FixtureRescheduled: source(z.extend(ofMatch, { kickoff: GivenTime }), ({ kickoff }, match) =>
    calendar(match, { kickoff: new Date(kickoff).toISOString() }),
  ),
  FixtureMovedToGameweek: source(z.extend(ofMatch, { gameweek: Gameweek }), ({ gameweek }, match) =>
    calendar(match, { gameweek }),
  ),
  FixturePostponed: source(ofMatch, (_, match) => calendar(match, { kickoff: null })),
  FixtureCancelled: source(ofMatch, (_, match) => calendar(match, { cancelled: true })),
  MatchStarted: source(ofMatch, () => outcome({ kind: 'started' })),
  MatchFinished: scored,
  MatchResultCorrected: scored,
  FeedResultNoted: scored,
  MatchAbandoned: source(ofMatch, () => outcome({ kind: 'abandoned' })),
  MatchAwarded: source(z.extend(ofMatch, z.omit(AwardEntry, { reason: true }).shape), ({ result }) =>
    outcome({ kind: 'awarded', result }),
  ),
  ResultLifted: administrators,
  GameweekSettled: game,

  PredictionSubmitted: player(call('POST /api/predictions')),
  PredictionUpdated: player(call('PUT /api/predictions/:id', { names: { id: 'predictionId' } })),
  PredictionVoided: game,

  LeagueCreated: player(call('POST /api/leagues')),
  LeagueChanged: player(call('PATCH /api/leagues/:id', { ...ofLeague, takes: ['name', 'description', 'type'] })),
  LeagueJoined: player(call('POST /api/leagues/:id/join', ofLeague), call('POST /api/leagues/join-code')),
  LeagueLeft: player(call('DELETE /api/leagues/:id/members/:userId', ofLeague)),
  LeagueAdminChanged: player(call('PATCH /api/leagues/:id', { ...ofLeague, takes: ['adminId'], needs: ['adminId'] })),
  LeagueJoinCodeChanged: player(call('POST /api/leagues/:id/join-code', ofLeague)),
  LeagueClosed: game,

  LeagueTeamCreated: player(
    call('POST /api/leagues/:id/teams', { ...ofLeague, takes: ['name', 'description', 'maxMembers', 'teamColor'] }),
  ),
  LeagueTeamJoined: player(call('POST /api/teams/:teamId/members', { takes: [] })),
  LeagueTeamLeft: player(call('DELETE /api/teams/:teamId/members/:userId')),
  LeagueTeamRoleChanged: player(call('PATCH /api/teams/:teamId/members/:userId')),
  LeagueTeamDisbanded: game,

  CompetitionCreated: administrators,
  CompetitionMoved: game,
  CompetitionJoined: player(call('POST /api/competitions/:id/join', ofCompetition)),
  CompetitionLeft: game,
  CupRoundDrawn: game,
  CupRoundDecided: game,
  KnockoutRoundDecided: game,
  CompetitionEnded: game,
  PrizeBooked: game,

  MessagePosted: player(
    call('POST /api/leagues/:id/messages', { ...ofLeague, takes: ['content'] }),
    call('POST /api/competitions/:id/messages', { ...ofCompetition, takes: ['content'] }),
  ),
  MessageEdited: player(call('PATCH /api/messages/:id', ofMessage)),
  MessageDeleted: player(call('DELETE /api/messages/:id', ofMessage)),
  MessageReported: player(call('POST /api/messages/:id/report', ofMessage)),

  PlayerFollowed: player(call('PUT /api/users/:id/follow', { names: { id: 'followedId' } })),
  PlayerUnfollowed: player(call('DELETE /api/users/:id/follow', { names: { id: 'followedId' } })),

  PredictionsShared: player(call('POST /api/share-predictions')),
  ShareDeleted: player(call('DELETE /api/shared-predictions/:shareUrl', ofShare)),
  ShareReported: player(call('POST /api/shared-predictions/:shareUrl/report', ofShare)),
  ShareCommented: player(call('POST /api/shared-predictions/:shareUrl/comments', { ...ofShare, takes: ['content'] })),
  ShareCommentDeleted: player(call('DELETE /api/comments/:id', ofComment)),
  ShareCommentReported: player(call('POST /api/comments/:id/report', ofComment)),
  ShareLiked: player(call('POST /api/shared-predictions/:shareUrl/like', ofShare)),
  ShareUnliked: player(
    call('POST /api/shared-predictions/:shareUrl/interact', { ...ofShare, takes: [], sends: { type: 'unlike' } }),
  ),
  SharePassedOn: player(
    call('POST /api/shared-predictions/:shareUrl/interact', { ...ofShare, takes: [], sends: { type: 'share' } }),
  ),
  SharesViewed: game,

  FeedbackSubmitted: player(call('POST /api/feedback')),
  FeedbackAnswered: administrators,
  FeedbackVoted: player(call('POST /api/feedback/:id/vote', ofFeedback)),
  FeedbackVoteTakenBack: player(call('DELETE /api/feedback/:id/vote', ofFeedback)),

  NewsPublished: game,
  NewsCorrected: game,
  NewsWithdrawn: game,
  NotificationsMuted: player(call('PUT /api/notifications/settings')),

  SimulationCleared: administrators,

  NameChanged: player(call('PUT /api/profile', { takes: ['firstName', 'lastName'] })),
  ProfileChanged: player(call('PUT /api/profile', { takes: ['bio', 'location', 'phone', 'favoriteTeam'] })),
  AvatarChanged: { by: null, why: 'it takes a picture' },
  AvatarRemoved: player(call('DELETE /api/user/avatar')),

  WalletConnected: player(call('PATCH /api/wallet')),
  WalletVerified: secrets,
  WalletDisconnected: player(call('PATCH /api/wallet', { takes: [], sends: { walletAddress: null } })),
}
