import type { CurrentUser } from '../../src/areas/accounts/contract.ts'
import type { LeaderboardEntry } from '../../src/areas/boards/contract.ts'
import type { Competition, CompetitionDetail } from '../../src/areas/competitions/contract.ts'
import type { Feedback } from '../../src/areas/feedback/contract.ts'
import type { AdminFixture, Fixture, TableRow, Team } from '../../src/areas/fixtures/contract.ts'
import type {
  League,
  LeagueDetail,
  LeaguePicks,
  LeagueStanding,
  LeagueStatistics,
} from '../../src/areas/leagues/contract.ts'
import type { Article, NewsStory, StoryCard } from '../../src/areas/news/contract.ts'
import type { Notification } from '../../src/areas/notifications/contract.ts'
import type { Duel, Player } from '../../src/areas/players/contract.ts'
import type { Prediction } from '../../src/areas/predictions/contract.ts'
import type { ProfileStats } from '../../src/areas/profiles/contract.ts'
import type { SharedPick, SharedPrediction } from '../../src/areas/sharing/contract.ts'
import type { Wrap } from '../../src/areas/wraps/contract.ts'

/** Contract objects with sensible values, for tests in which only one or two fields matter. */

export const KICKOFF = '2025-11-29T17:30:00.000Z'

export function teamSample(id: number, shortName: string): Team {
  return {
    id,
    name: `${shortName} FC`,
    shortName,
    code: shortName.slice(0, 3).toUpperCase(),
    logoUrl: null,
    colours: { field: '#003399', band: '#ffffff', letters: '#ffffff' },
  }
}

/** Everton v Newcastle, gameweek 13, open until five minutes before its kickoff. */
export function fixtureSample(changes: Partial<Fixture> = {}): Fixture {
  const kickoffTime = changes.kickoffTime === undefined ? KICKOFF : changes.kickoffTime
  return {
    id: 4,
    season: '2025-26',
    gameweek: 13,
    kickoffTime,
    cutoffTime: kickoffTime === null ? null : new Date(Date.parse(kickoffTime) - 300_000).toISOString(),
    movedAt: null,
    isOpen: true,
    status: 'SCHEDULED',
    homeTeamId: 9,
    awayTeamId: 15,
    homeTeam: teamSample(9, 'Everton'),
    awayTeam: teamSample(15, 'Newcastle'),
    homeScore: null,
    awayScore: null,
    awardedResult: null,
    resultByHand: false,
    ...changes,
  }
}

/** A 2-1 prediction of user 1 for that match. */
export function predictionSample(changes: Partial<Prediction> = {}): Prediction {
  const fixture = changes.fixture ?? fixtureSample()
  return {
    id: 70 + fixture.id,
    userId: 1,
    fixtureId: fixture.id,
    predictedResult: 'home',
    predictedHomeScore: 2,
    predictedAwayScore: 1,
    pointsEarned: null,
    verdict: null,
    createdAt: '2025-11-28T10:00:00.000Z',
    updatedAt: '2025-11-29T14:02:00.000Z',
    revision: 1,
    ...changes,
    fixture,
  }
}

/** The same prediction, as a share shows it. */
export function sharedPickSample(changes: Partial<SharedPick> = {}): SharedPick {
  const fixture = changes.fixture ?? fixtureSample()
  return {
    id: 70 + fixture.id,
    fixtureId: fixture.id,
    homeTeamId: fixture.homeTeamId,
    awayTeamId: fixture.awayTeamId,
    homeTeam: fixture.homeTeam.name,
    awayTeam: fixture.awayTeam.name,
    homeScore: 2,
    awayScore: 1,
    result: 'home',
    pointsEarned: null,
    verdict: null,
    ...changes,
    fixture,
  }
}

/** A public share of that prediction. */
export function shareSample(changes: Partial<SharedPrediction> = {}): SharedPrediction {
  const predictionIds = changes.predictionIds ?? [sharedPickSample()]
  return {
    id: 1,
    shareUrl: 'q7Rk2mXw9TzBq7Rk2mXw9T',
    title: 'My five for Saturday',
    description: null,
    shareType: 'custom',
    isPublic: true,
    views: 126,
    likes: 31,
    shares: 9,
    commentCount: 0,
    createdAt: '2025-11-29T15:00:00.000Z',
    user: { id: 1, username: 'saoirse-b', displayName: 'saoirse-b', profileImage: null },
    predictionCount: predictionIds.length,
    points: null,
    isLiked: false,
    isMine: false,
    ...changes,
    predictionIds,
  }
}

/** A private league of user 1 with one member. */
export function leagueSample(changes: Partial<League> = {}): League {
  return {
    id: 3,
    name: 'Office',
    description: null,
    creatorId: 1,
    creator: { username: 'ada', displayName: 'ada', profileImage: null },
    adminId: 1,
    memberCount: 1,
    type: 'private',
    status: 'active',
    joinCode: 'ABCD2345',
    createdAt: '2025-08-01T10:00:00.000Z',
    isMember: true,
    hasOwnRules: false,
    standing: { ranking: 1, totalPoints: 0 },
    ...changes,
  }
}

/** The signed-in user 1, who has logged in before and has not predicted yet. */
export function readerSample(changes: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 1,
    username: 'maya_k',
    displayName: 'maya_k',
    profileImage: null,
    role: 'user',
    lastLoginAt: '2025-11-28T10:00:00.000Z',
    createdAt: '2025-08-01T10:00:00.000Z',
    walletAddress: null,
    walletVerified: false,
    totalPoints: 0,
    totalPredictions: 0,
    correctPredictions: 0,
    settledPredictions: 0,
    accuracy: 0,
    rank: null,
    achievementCount: 0,
    ...changes,
  }
}

/** The row of user 1 on a board, first with 25 points. */
export function boardRowSample(changes: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  return {
    id: 1,
    username: 'maya_k',
    displayName: 'maya_k',
    profileImage: null,
    ranking: 1,
    totalPoints: 25,
    exactScores: 1,
    correctPredictions: 3,
    settledPredictions: 4,
    totalPredictions: 8,
    accuracy: 75,
    movement: null,
    achievementCount: 0,
    ...changes,
  }
}

/** A club's row of the league table: first after twelve matches. */
export function tableRowSample(changes: Partial<TableRow> = {}): TableRow {
  return {
    ...teamSample(9, 'Everton'),
    position: 1,
    points: 26,
    played: 12,
    won: 8,
    drawn: 2,
    lost: 2,
    goalsFor: 24,
    goalsAgainst: 6,
    goalDifference: 18,
    deducted: 0,
    form: ['W', 'W', 'D', 'L', 'W'],
    ...changes,
  }
}

/** The player who reads the page: user 1, without picks or an earlier login. */
export const signedInSample = (changes: Partial<CurrentUser> = {}): CurrentUser =>
  readerSample({ username: 'ada', displayName: 'ada', lastLoginAt: null, ...changes })

/** A row of a season's board: the player of this id, ranked by it, with 1,000 points less the id. */
export function rivalRowSample(id: number, changes: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  const totalPoints = changes.totalPoints ?? 1_000 - id
  return {
    id,
    username: `rival${id}`,
    displayName: `rival${id}`,
    profileImage: null,
    ranking: id,
    exactScores: 1,
    correctPredictions: 5,
    settledPredictions: 10,
    totalPredictions: 12,
    accuracy: 50,
    movement: null,
    achievementCount: 0,
    parts: { matches: totalPoints, badges: 0, prizes: 0 },
    ...changes,
    totalPoints,
  }
}

/** A weekly competition of gameweek 20 that anyone can join. */
export function competitionSample(changes: Partial<Competition> = {}): Competition {
  return {
    id: 20,
    season: '2025-26',
    name: 'Gameweek 20 Challenge',
    description: null,
    type: 'weekly',
    status: 'upcoming',
    startDate: '2026-01-03T12:30:00.000Z',
    endDate: '2026-01-05T20:00:00.000Z',
    firstGameweek: 20,
    lastGameweek: 20,
    prizePool: 100,
    maxParticipants: null,
    participantCount: 0,
    isDrawn: false,
    isParticipant: false,
    participants: [],
    ...changes,
  }
}

/** The page of that competition, without participants. */
export function competitionPageSample(changes: Partial<CompetitionDetail> = {}): CompetitionDetail {
  return { ...competitionSample(), standings: [], rounds: [], winner: null, ...changes }
}

/** A member's row of a league's standings, first with 15 points. */
export function leagueRowSample(changes: Partial<LeagueStanding> = {}): LeagueStanding {
  const totalPoints = changes.totalPoints ?? 15
  return {
    id: 1,
    username: 'ada',
    displayName: 'ada',
    profileImage: null,
    ranking: 1,
    totalPoints,
    exactScores: 1,
    correctPredictions: 1,
    settledPredictions: 1,
    totalPredictions: 1,
    accuracy: 100,
    movement: null,
    role: 'member',
    joinedAt: '2025-08-01T10:00:00.000Z',
    pointsSinceJoining: totalPoints,
    ...changes,
  }
}

/** The page of a league whose only member is its admin, user 1. */
export function leaguePageSample(changes: Partial<LeagueDetail> = {}): LeagueDetail {
  const standings = changes.standings ?? [leagueRowSample({ role: 'admin' })]
  return {
    ...leagueSample({ memberCount: standings.length }),
    gameweek: null,
    latestGameweek: 13,
    standings,
    me: standings.find(({ id }) => id === 1) ?? null,
    ...changes,
  }
}

/** The picks of that league in gameweek 13: one match, and nothing revealed. */
export function leaguePicksSample(changes: Partial<LeaguePicks> = {}): LeaguePicks {
  const { fixtures = [fixtureSample()] } = changes
  const { id, username, displayName, profileImage } = leagueRowSample()
  const row = { id, username, displayName, profileImage, ranking: 1, totalPoints: 0, picks: [] }
  return { gameweek: 13, fixtures, rows: [row], me: row, ...changes }
}

/** The statistics of a league in which nobody has predicted yet. */
export function leagueStatisticsSample(changes: Partial<LeagueStatistics> = {}): LeagueStatistics {
  return {
    id: 3,
    name: 'Office',
    description: null,
    memberCount: changes.members?.length ?? 0,
    totalPredictions: 0,
    averageAccuracy: 0,
    activityTrend: 'stable',
    createdAt: '2025-08-01T10:00:00.000Z',
    lastActivity: null,
    topScorer: null,
    mostAccurate: null,
    weeklyLeader: null,
    members: [],
    ...changes,
  }
}

/** An unread notification about the points of a gameweek. */
export function notificationSample(changes: Partial<Notification> = {}): Notification {
  const id = changes.id ?? 1
  return {
    id,
    kind: 'gameweek',
    title: 'Gameweek settled',
    count: 1,
    text: `You scored ${id} in Gameweek ${1 + (id % 38)}.`,
    names: [],
    link: '/leaderboard',
    createdAt: '2025-11-29T20:00:00.000Z',
    isRead: false,
    ...changes,
  }
}

/** An open bug by ben, without votes or an answer. */
export function feedbackSample(changes: Partial<Feedback> = {}): Feedback {
  return {
    id: 5,
    category: 'bug',
    title: 'Leeds twice',
    description: 'It is listed two times there.',
    priority: 'medium',
    status: 'open',
    adminResponse: null,
    respondedBy: null,
    respondedAt: null,
    createdAt: '2025-11-29T14:00:00.000Z',
    updatedAt: '2025-11-29T14:00:00.000Z',
    user: { id: 2, username: 'ben', displayName: 'ben', profileImage: null },
    votes: 0,
    hasVoted: false,
    isMine: false,
    ...changes,
  }
}

/** A story of the game, as lists have it. */
export function articleSample(changes: Partial<Article> = {}): Article {
  return {
    title: 'Everton 3–1 Newcastle',
    description: null,
    urlToImage: null,
    url: '/news/everton-newcastle',
    publishedAt: '2025-11-29T20:00:00.000Z',
    source: { name: 'Club news' },
    ...changes,
  }
}

/** The report of Everton 3–1 Newcastle in the list of stories; the reader has no pick and no league mates. */
export function storyCardSample(changes: Partial<StoryCard> = {}): StoryCard {
  return {
    ...articleSample(),
    gameweek: 13,
    kind: 'Match report',
    isReport: true,
    yours: null,
    exactMates: 0,
    isOfMyLeagues: false,
    ...changes,
  }
}

/** The story of Everton 3–1 Newcastle, which only ada predicted. */
export function storySample(changes: Partial<NewsStory> = {}): NewsStory {
  return {
    slug: 'everton-newcastle',
    season: '2025-26',
    gameweek: 13,
    kind: 'Match report',
    title: 'Everton 3–1 Newcastle',
    description: 'ada saw it coming.',
    paragraphs: ['1 of 1 had the exact score.', 'ada was alone with it.'],
    names: {
      description: [{ id: 1, username: 'ada', displayName: 'ada', profileImage: null, start: 0, length: 3 }],
      paragraphs: [[], [{ id: 1, username: 'ada', displayName: 'ada', profileImage: null, start: 0, length: 3 }]],
    },
    publishedAt: '2025-11-29T20:00:00.000Z',
    match: {
      fixtureId: 4,
      home: teamSample(9, 'Everton'),
      away: teamSample(15, 'Newcastle'),
      result: 'home',
      score: { home: 3, away: 1 },
    },
    crowd: { picks: 4, home: 3, draw: 1, away: 0 },
    scores: [{ home: 3, away: 1, players: 2 }],
    moves: [],
    yours: null,
    mates: [],
    more: [],
    ...changes,
  }
}

/** The figures of a player without a settled pick. */
export const profileStatsSample = (changes: Partial<ProfileStats> = {}): ProfileStats => ({
  totalPredictions: 0,
  correctPredictions: 0,
  settledPredictions: 0,
  exactScores: 0,
  averageAccuracy: 0,
  currentStreak: 0,
  bestStreak: 0,
  totalPoints: 0,
  rank: null,
  weeklyPredictions: 0,
  monthlyPredictions: 0,
  recentPerformance: [],
  ...changes,
})

/** The public page of nia, who has predicted ten matches and shares no league with the reader. */
/** Ada's season with all six cards. */
export function wrapSample(changes: Partial<Wrap> = {}): Wrap {
  const { homeTeam: home, awayTeam: away } = fixtureSample()
  return {
    ...{ season: '2025-26', part: 'season', settledGameweeks: 38, neededGameweeks: 38 },
    ...{ picks: 358, neededPicks: 10, points: 1_455, path: '/wrap/1/2025-26/season/k3y' },
    cards: {
      bestCall: {
        ...{ gameweek: 10, home, away, predictedResult: 'home', predictedHomeScore: 3, predictedAwayScore: 1 },
        ...{ isExact: true, had: 37, players: 17_204 },
      },
      nemesis: { club: home, right: 7, picks: 37, backed: 22 },
      luckiest: { gameweek: 10, points: 65, mean: 28, exactScores: 5 },
      finish: { rank: 188, players: 21_310, percent: 99 },
      streak: { length: 9, from: '2025-10-04T14:00:00.000Z', to: '2025-10-26T14:00:00.000Z', endedBy: { home, away } },
      rival: { player: { id: 2, username: 'nia', displayName: 'nia', profileImage: null }, points: 1_470, swaps: 11 },
    },
    ...changes,
  }
}

/** A duel of Ada (1) and Nia (2), as league mates of both see it. */
export function duelSample(changes: Partial<Duel> = {}): Duel {
  const side = (id: number, username: string) => ({ id, username, displayName: username, profileImage: null })
  return {
    player: {
      ...side(1, 'ada'),
      ...{ points: 475, exactScores: 10, correctPredictions: 66, settledPredictions: 122, accuracy: 54, bestStreak: 7 },
    },
    opponent: {
      ...side(2, 'nia'),
      ...{ points: 510, exactScores: 11, correctPredictions: 71, settledPredictions: 122, accuracy: 58, bestStreak: 6 },
    },
    gameweeks: [
      { gameweek: 11, player: 65, opponent: 25 },
      { gameweek: 12, player: 30, opponent: 60 },
    ],
    won: { player: 5, opponent: 7, level: 0 },
    matches: { player: 30, opponent: 36, level: 56, both: 120, agreed: 48, lonePicks: { player: 9, opponent: 4 } },
    key: 'k3y',
    ...changes,
  }
}

export function playerPageSample(changes: Partial<Player> = {}): Player {
  const record = {
    totalPoints: 180,
    totalPredictions: 10,
    correctPredictions: 6,
    settledPredictions: 10,
    exactScores: 12,
    accuracy: 60,
    rank: 1,
    currentStreak: 3,
    bestStreak: 4,
  }
  return {
    id: 2,
    username: 'nia',
    displayName: 'nia',
    profileImage: null,
    joinedAt: '2025-08-03T10:00:00.000Z',
    favoriteTeam: null,
    bio: null,
    location: null,
    ...record,
    badges: [],
    followers: 0,
    isFollowing: false,
    leagues: [],
    yours: { ...record, totalPoints: 15, exactScores: 1, rank: null },
    ...changes,
  }
}

/** The same match as administrators see it, with 3 predictions and its first event. */
export function ruledFixtureSample(changes: Partial<AdminFixture> = {}): AdminFixture {
  return {
    ...fixtureSample(changes),
    isOverdue: false,
    predictionCount: 3,
    history: [
      {
        type: 'FixtureScheduled',
        at: '2025-08-01T10:00:00.000Z',
        summary: 'Scheduled',
        reason: null,
        by: null,
        byId: null,
      },
    ],
    ...changes,
  }
}
