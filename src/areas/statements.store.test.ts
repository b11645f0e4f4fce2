import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf, type Described, described } from '../../test/support/columns.ts'
import { emptyReadTables, testDatabase } from '../../test/support/postgres.ts'
import { sumRows } from '../simulation/report.ts'
import {
  achievementRows,
  claimedRows,
  orderRows,
  playerRows,
  stateRows,
  unlockStateQuery,
} from './achievements/queries.ts'
import { dueRows } from './achievements/reactor.ts'
import { actRows } from './administration/log.ts'
import { reportRows } from './administration/reports.ts'
import { consequencesQuery, listQuery, searchQuery, shownOf, userCountsQuery } from './administration/users.ts'
import { crowdRow, ownRow } from './analytics/queries.ts'
import { winnerRows } from './boards/history.ts'
import { boardPositionQuery, namedRows, pageRows } from './boards/leaderboard.ts'
import { scoreQuery } from './boards/score.ts'
import { verdictRows } from './competitions/points.ts'
import { cardQuery, cardsQuery, detailQuery } from './competitions/queries.ts'
import { cupTies, decidedPlayers, openPlayers } from './competitions/round-queries.ts'
import { placedRows } from './competitions/standings.ts'
import { adminQuery } from './fixtures/admin-queries.ts'
import { meetingRows } from './fixtures/head-to-head.ts'
import { currentGameweekRows, fixtureQuery } from './fixtures/queries.ts'
import { sourceStateQuery } from './fixtures/source-state.ts'
import { tableRows } from './fixtures/table.ts'
import { seenPlayerRows } from './following/queries.ts'
import { picksRows } from './leagues/gameweek-picks.ts'
import { counterRows } from './leagues/join-guard.ts'
import { pointsCountRows } from './leagues/league-ranks.ts'
import { commonLeagues, ownQuery, rankedLeaguesQuery, seenQuery } from './leagues/queries.ts'
import { rankRows } from './leagues/rank-history.ts'
import { recentRows, shownRows, sinceRows } from './leagues/standings.ts'
import { activeRows } from './leagues/statistics.ts'
import { gameweekFactRows, matchFactRows } from './news/facts.ts'
import { storedNewsRows } from './news/news-feed.ts'
import { storyRows } from './news/queries.ts'
import { inboxRows, markedRows } from './notifications/inbox.ts'
import { gameweekRow, playerRow } from './players/queries.ts'
import { revealedRow } from './players/revealed.ts'
import { ownPickRows, voidPickRows } from './predictions/queries.ts'
import { profileRows, statsRows } from './profiles/queries.ts'
import { communityRows } from './sharing/community.ts'
import { countRows, foundRows, shownShareRows } from './sharing/queries.ts'
import { unloggedRows } from './sharing/views.ts'
import { gameweekMatches } from './teams/gameweeks.ts'
import { contributionRows, stintRows, teamsQuery } from './teams/queries.ts'
import { testDataQuery, testFixtureRows, testUserRows } from './testing/queries.ts'
import { beginRun, runRows } from './testing/runs.ts'

const SEASON = '2024-25'
const AT = '2024-08-16T12:00:00.000Z'
const page = { limit: 10, offset: 0 }
const boards = [
  { season: SEASON, gameweek: null, withParts: true },
  { season: SEASON, gameweek: null, withParts: false },
  { season: SEASON, gameweek: 1, withParts: false },
]

/** Runs a statement about a competition `c` that is part of other statements. */
const ofCompetition = <Row>(rows: RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`select r.* from read.competitions c cross join lateral (${rows}) r`

/** Columns of a person in a row. */
const person = { username: 'text | null', display_name: 'text | null', profile_image: 'text | null' } as const

const boardRow = {
  id: 'integer',
  ...person,
  totalPoints: 'integer',
  exactScores: 'integer',
  correctPredictions: 'integer',
  settledPredictions: 'integer',
  totalPredictions: 'integer',
  accuracy: 'integer',
  was: 'integer | null',
  achievementCount: 'integer',
  badges: 'integer | null',
  prizes: 'integer | null',
} as const
const standing = {
  id: 'integer',
  ...person,
  joinedAt: 'timestamp with time zone',
  totalPoints: 'integer',
  exactScores: 'integer',
  correctPredictions: 'integer',
  settledPredictions: 'integer',
  totalPredictions: 'integer',
  accuracy: 'integer',
  was: 'integer | null',
} as const
const league = {
  id: 'integer',
  name: 'text',
  description: 'text | null',
  type: 'text',
  status: 'text',
  creator_id: 'integer',
  creator: 'json',
  admin_id: 'integer',
  members: 'integer',
  join_code: 'text',
  created_at: 'timestamp with time zone',
  is_member: 'boolean',
} as const
const competition = {
  id: 'integer',
  stream: 'text',
  season: 'text',
  kind: 'text',
  name: 'text',
  description: 'text | null',
  first_gameweek: 'smallint | null',
  last_gameweek: 'smallint | null',
  from_kickoff: 'timestamp with time zone | null',
  to_kickoff: 'timestamp with time zone | null',
  start_date: 'timestamp with time zone',
  end_date: 'timestamp with time zone',
  prize_pool: 'integer',
  max_participants: 'integer | null',
  participants: 'integer',
  ended_at: 'timestamp with time zone | null',
  has_rounds: 'boolean',
} as const
const fixture = {
  id: 'integer',
  season: 'text',
  gameweek: 'smallint',
  kickoff: 'timestamp with time zone | null',
  cutoff: 'timestamp with time zone | null',
  moved_at: 'timestamp with time zone | null',
  closed: 'boolean',
  status: 'text',
  started_at: 'timestamp with time zone | null',
  home_score: 'smallint | null',
  away_score: 'smallint | null',
  awarded_result: 'text | null',
  by_hand: 'boolean',
  home: 'json',
  away: 'json',
} as const
const user = {
  id: 'bigint',
  ...person,
  role: 'text',
  createdAt: 'timestamp with time zone',
  totalPoints: 'integer',
  totalPredictions: 'integer',
  correctPredictions: 'integer',
  settledPredictions: 'integer',
  accuracy: 'integer',
  achievementCount: 'integer',
  favoriteTeam: 'integer | null',
  walletAddress: 'text | null',
  is_ranked: 'boolean',
  total: 'integer',
} as const
const roundPlayer = {
  round: 'smallint',
  gameweek: 'smallint',
  user_id: 'integer',
  ...person,
  points: 'integer',
  out: 'boolean',
} as const
const order = {
  ordered_at: 'timestamp with time zone',
  only_achievement: 'text | null',
  achievements: 'integer',
  users: 'integer',
  left: 'integer',
} as const

/** Every statement with its own row type, by its name in the code. */
const statements: Readonly<Record<string, Described | readonly Described[]>> = {
  userCountsQuery: (['none', 'others', 'both', 'username', 'createdAt'] as const).map((lists) =>
    described(userCountsQuery(SEASON, lists), {
      users: 'integer',
      heights: 'json',
      by_predictions: 'json | null',
      others: 'json | null',
      marks: 'json | null',
    }),
  ),
  shownOf: described(shownOf(SEASON, sql`select 1, 0, 0, 0`), user),
  listQuery: (['rank', 'username', 'points', 'predictions', 'createdAt'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map((order) =>
      described(
        listQuery(
          SEASON,
          { ...page, sort, order },
          { users: 20, heights: [[5, 12]], by_predictions: [1], others: null, marks: [{ key: '2026-01-01', id: 1 }] },
        ),
        user,
      ),
    ),
  ),
  searchQuery: described(searchQuery(SEASON, '#17', { ...page, sort: 'points', order: 'asc' }), user),
  consequencesQuery: described(consequencesQuery(SEASON, 1), {
    predictions: 'integer',
    points: 'integer',
    leagues: 'integer',
    teams: 'integer',
    messages: 'integer',
    feedback: 'integer',
  }),
  actRows: described(actRows(page), {
    id: 'text',
    kind: 'text',
    at: 'timestamp with time zone',
    by: 'json | null',
    atServer: 'boolean',
    user: 'json | null',
    fixture: 'json | null',
    score: 'json | null',
    outcome: 'text | null',
    kickoff: 'timestamp with time zone | null',
    count: 'integer',
    reason: 'text | null',
    deletionReason: 'text | null',
    total: 'integer',
  }),
  crowdRow: described(crowdRow(SEASON, AT), {
    clubs: 'json',
    matches: 'json',
    scores: 'json',
    players: 'integer',
    ranked_from: 'integer',
    top: 'json',
    heights: 'json',
    week: 'smallint | null',
    week_before: 'smallint | null',
    leagues: 'json',
    closed_at: 'double precision | null',
  }),
  ownRow: described(ownRow(SEASON, 1, [1]), { picks: 'json', leagues: 'json', seen: 'json', sizes: 'json' }),
  winnerRows: described(winnerRows(SEASON, 1), {
    gameweek: 'smallint',
    points: 'integer',
    players: 'integer',
    id: 'integer',
    ...person,
    own: 'integer | null',
  }),
  pageRows: boards.map((board) => described(pageRows(board, page, { points: 1, above: 0 }), boardRow)),
  boardPositionQuery: boards.flatMap((board) =>
    [0, 'around' as const].map((offset) =>
      described(boardPositionQuery(board, [1], { limit: 10, offset }), {
        ...boardRow,
        id: 'integer | null',
        totalPoints: 'integer | null',
        exactScores: 'integer | null',
        correctPredictions: 'integer | null',
        settledPredictions: 'integer | null',
        totalPredictions: 'integer | null',
        accuracy: 'integer | null',
        achievementCount: 'integer | null',
        total: 'integer',
        reader: 'integer',
        rank: 'integer | null',
        begin: 'integer',
        from: 'integer | null',
        above: 'integer | null',
      }),
    ),
  ),
  namedRows: boards.map((board) => described(namedRows(board, 'mar', page), { ...boardRow, rank: 'integer' })),
  scoreQuery: described(scoreQuery(1, SEASON), {
    totalPoints: 'integer',
    totalPredictions: 'integer',
    correctPredictions: 'integer',
    exactScores: 'integer',
    settledPredictions: 'integer',
    accuracy: 'integer',
    rank: 'bigint | null',
    achievementCount: 'integer',
  }),
  tableRows: described(tableRows(SEASON), {
    id: 'integer',
    name: 'text',
    short_name: 'text',
    code: 'text',
    field: 'text',
    band: 'text',
    letters: 'text',
    position: 'integer',
    points: 'integer',
    played: 'integer',
    won: 'integer',
    drawn: 'integer',
    lost: 'integer',
    goals_for: 'integer',
    goals_against: 'integer',
    deducted: 'integer',
    form: 'json',
  }),
  meetingRows: described(meetingRows(1, 2), {
    id: 'integer',
    season: 'text',
    home_score: 'smallint',
    away_score: 'smallint',
    played_at: 'timestamp with time zone',
    home: 'json',
    away: 'json',
  }),
  fixtureQuery: described(fixtureQuery(sql`true`), fixture),
  adminQuery: described(adminQuery(sql`true`), {
    ...fixture,
    home_slug: 'text',
    away_slug: 'text',
    predictions: 'integer',
    administrators: 'json',
  }),
  testFixtureRows: described(testFixtureRows(SEASON, 1), {
    ...fixture,
    is_simulated: 'boolean',
    test_predictions: 'integer',
  }),
  testUserRows: described(testUserRows(SEASON, page), {
    id: 'integer',
    username: 'text | null',
    predictions: 'integer',
    points: 'integer',
    created_at: 'timestamp with time zone',
    total: 'integer',
  }),
  testDataQuery: described(testDataQuery, {
    users: 'integer',
    predictions: 'integer',
    results: 'integer',
    gameweeks: 'integer[]',
  }),
  beginRun: described(beginRun({ task: { kind: 'clear' }, by: null, at: AT }), {
    id: 'integer',
    first_run: 'integer | null',
    plan: 'jsonb',
  }),
  runRows: described(runRows(sql`true`), {
    id: 'integer',
    kind: 'text',
    state: 'text',
    gameweeks: 'integer[]',
    seed: 'integer | null',
    started_at: 'timestamp with time zone',
    ended_at: 'timestamp with time zone | null',
    percent: 'integer',
    steps: 'jsonb',
    counts: 'jsonb',
    message: 'text | null',
    error: 'text | null',
    by: 'json | null',
  }),
  sourceStateQuery: described(sourceStateQuery, {
    source: 'text',
    at: 'timestamp with time zone',
    takenAt: 'timestamp with time zone | null',
    problem: 'text | null',
    since: 'timestamp with time zone',
  }),
  shownRows: [null, 1].flatMap((gameweek) =>
    [null, 3].map((recent) =>
      described(shownRows(1, { season: SEASON, gameweek }, { ...page, reader: 1, recent }), {
        ...standing,
        first_kickoff: 'timestamp with time zone | null',
        since: 'integer | null',
        recent: 'integer[] | null',
      }),
    ),
  ),
  sinceRows: described(sinceRows([{ id: 1, joinedAt: AT }], { season: SEASON, gameweek: 1 }), {
    id: 'integer',
    points: 'integer',
  }),
  currentGameweekRows: described(currentGameweekRows(SEASON), {
    gameweek: 'smallint',
    begins: 'timestamp with time zone | null',
    has_result: 'boolean',
    previous: 'smallint | null',
  }),
  picksRows: described(picksRows({ ...page, leagueId: 1, reader: 1, season: SEASON, gameweek: 1, at: AT }), {
    id: 'integer',
    nth: 'integer',
    points: 'integer',
    ranking: 'integer',
    ...person,
    picks: 'json',
  }),
  rankRows: described(rankRows(1, SEASON, 1), { id: 'integer', ...person, ranks: 'integer[]', gameweeks: 'integer[]' }),
  recentRows: described(recentRows(SEASON, 3, [1]), { id: 'integer', points: 'integer[]' }),
  activeRows: described(activeRows(1, SEASON, AT), {
    ...standing,
    last: 'bigint',
    before: 'bigint',
    newest: 'timestamp with time zone | null',
    streak: 'bigint',
    weeklyPoints: 'integer',
  }),
  pointsCountRows: described(pointsCountRows([1], SEASON), {
    league_id: 'integer',
    points: 'integer',
    members: 'integer',
  }),
  ownQuery: described(ownQuery(1, page), { ...league, total: 'integer' }),
  rankedLeaguesQuery: described(rankedLeaguesQuery(1, page, SEASON), {
    ...league,
    total: 'integer',
    version: 'text',
    points: 'integer',
  }),
  seenQuery: described(seenQuery(1, 1), { ...league, version: 'text' }),
  counterRows: described(counterRows(sql`('user', '1')`, AT), { wrong: 'integer', since: 'timestamp with time zone' }),
  placedRows: described(placedRows(sql`true`, 3), {
    competition_id: 'integer',
    user_id: 'integer',
    ...person,
    points: 'integer',
    exact: 'integer',
    rank: 'integer',
    place: 'integer',
    prize: 'integer | null',
  }),
  cardsQuery: described(cardsQuery(SEASON), { ...competition, top: 'json' }),
  cardQuery: described(cardQuery(1, 1), { ...competition, top: 'json', is_own: 'boolean' }),
  detailQuery: described(detailQuery(1, 1), {
    ...competition,
    is_own: 'boolean',
    ties: 'json | null',
    decided_rounds: 'json | null',
    open_round: 'json | null',
  }),
  cupTies: described(ofCompetition(cupTies), {
    round: 'smallint',
    gameweek: 'smallint',
    decided: 'boolean',
    home: 'integer',
    away: 'integer | null',
    home_player: 'json',
    away_player: 'json',
    home_points: 'integer | null',
    away_points: 'integer | null',
    winner: 'integer | null',
  }),
  decidedPlayers: described(ofCompetition(decidedPlayers(1)), roundPlayer),
  openPlayers: described(ofCompetition(openPlayers(1)), { ...roundPlayer, round: 'integer', gameweek: 'integer' }),
  verdictRows: described(verdictRows([1], []), { userId: 'integer', correct: 'integer', exact: 'integer' }),
  unlockStateQuery: described(unlockStateQuery(1), {
    season: 'text | null',
    picks: 'bytea | null',
    state: 'jsonb | null',
    deeds: 'jsonb | null',
    achievement: 'text | null',
    unlocked_at: 'timestamp with time zone | null',
  }),
  claimedRows: described(claimedRows(['exact'], 1, AT), {
    unlockId: 'uuid',
    achievementId: 'text',
    unlockedAt: 'timestamp with time zone',
  }),
  achievementRows: [{ only: null }, { orderId: '018f0000-0000-7000-8000-000000000000' }].map((of) =>
    described(achievementRows(of), { achievement: 'text', players: 'integer' }),
  ),
  playerRows: described(playerRows({ only: null }), {
    id: 'integer',
    username: 'text | null',
    earned: 'json',
    users: 'integer',
  }),
  orderRows: described(orderRows('018f0000-0000-7000-8000-000000000000'), order),
  stateRows: described(stateRows, {
    held: 'integer',
    holders: 'integer',
    ordered_at: 'timestamp with time zone | null',
    only_achievement: 'text | null',
    achievements: 'integer | null',
    users: 'integer | null',
    left: 'integer | null',
  }),
  dueRows: described(dueRows({ user_id: 0, achievement: '' }, ['exact']), {
    user_id: 'integer',
    achievement: 'text',
    earned_by: 'uuid | null',
    earned_at: 'timestamp with time zone | null',
    season: 'text | null',
    simulated: 'boolean',
    unlock_id: 'uuid | null',
    lost: 'jsonb | null',
  }),
  inboxRows: described(inboxRows(1, { limit: 10 }), {
    id: 'bigint',
    kind: 'text',
    count: 'integer',
    data: 'jsonb',
    created_at: 'timestamp with time zone',
    read_at: 'timestamp with time zone | null',
    person_id: 'bigint | null',
    username: 'text | null',
    display_name: 'text | null',
    profile_image: 'text | null',
    competition: 'text | null',
    team: 'text | null',
    home: 'text | null',
    away: 'text | null',
    share: 'text | null',
    shareUrl: 'text | null',
    league: 'text | null',
    seesLeague: 'boolean',
  }),
  reportRows: described(reportRows(page), {
    id: 'text',
    kind: 'text',
    subjectId: 'integer',
    text: 'text | null',
    author_id: 'integer',
    author: 'json',
    place: 'json',
    reporter_id: 'integer',
    reporter: 'json',
    reason: 'text | null',
    createdAt: 'timestamp with time zone',
    total: 'integer',
  }),
  shownShareRows: described(shownShareRows(sql`select 1 as share_id, 1 as nth, null::int as score`, 1, 10, undefined), {
    id: 'integer',
    token: 'text',
    title: 'text',
    description: 'text | null',
    share_type: 'text',
    is_public: 'boolean',
    created_at: 'timestamp with time zone',
    views: 'integer',
    likes: 'integer',
    shares: 'integer',
    comments: 'integer',
    user_id: 'integer',
    ...person,
    liked: 'boolean',
    picks: 'json',
    pick_count: 'integer',
    points: 'integer | null',
    score: 'integer | null',
  }),
  foundRows: described(foundRows({ id: 1 }, null), { id: 'integer', userId: 'integer', isPublic: 'boolean' }),
  countRows: described(countRows(1, 1), {
    views: 'integer',
    likes: 'integer',
    shares: 'integer',
    isLiked: 'boolean',
  }),
  communityRows: described(communityRows(), {
    totalSharedPredictions: 'integer',
    totalLikes: 'integer',
    totalComments: 'integer',
  }),
  unloggedRows: described(unloggedRows(), { shareId: 'integer', day: 'text', views: 'integer' }),
  seenPlayerRows: described(seenPlayerRows(sql`select 1::bigint as user_id, 1 as nth`, 1, SEASON), {
    user_id: 'bigint',
    ...person,
    username: 'text',
    followers: 'integer',
    following: 'boolean',
    leagues: 'json',
    predictions: 'integer',
    correct: 'integer',
    settled: 'integer',
    accuracy: 'integer',
  }),
  commonLeagues: described(commonLeagues(1, sql`2`), { id: 'integer', name: 'text', version: 'text' }),
  playerRow: described(playerRow({ playerId: 2, readerId: 1, season: SEASON }, scoreQuery), {
    user_id: 'bigint',
    ...person,
    joinedAt: 'timestamp with time zone',
    favoriteTeam: 'json | null',
    bio: 'text | null',
    location: 'text | null',
    followers: 'integer',
    isFollowing: 'boolean',
    theirs: 'json',
    yours: 'json',
    badges: 'json',
    leagues: 'json',
  }),
  gameweekRow: described(gameweekRow({ playerId: 2, readerId: 1, season: SEASON }), { gameweeks: 'json' }),
  revealedRow: described(revealedRow({ playerId: 2, readerId: 1, season: SEASON, gameweek: undefined, at: AT }), {
    all: 'boolean',
    gameweek: 'integer | null',
    last: 'integer | null',
    picks: 'json',
    sealed: 'json',
  }),
  markedRows: described(markedRows(1, undefined, AT), { marked: 'bigint', unread: 'bigint' }),
  ownPickRows: described(ownPickRows([{ nr: 0, userId: 1, fixtureId: 1 }]), {
    nr: 'integer',
    id: 'integer',
    user_id: 'integer',
    fixture_id: 'integer',
    result: 'text',
    home_score: 'smallint | null',
    away_score: 'smallint | null',
    points: 'integer | null',
    verdict: 'text | null',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
  }),
  voidPickRows: described(voidPickRows({ userId: 0, fixtureId: 0 }, 10), { userId: 'integer', fixtureId: 'integer' }),
  profileRows: described(profileRows(1, SEASON, sql`select 1`), {
    ...person,
    firstName: 'text | null',
    lastName: 'text | null',
    bio: 'text | null',
    location: 'text | null',
    phone: 'text | null',
    favoriteTeam: 'integer | null',
    email: 'text | null',
    emailConfirmed: 'boolean',
    securityQuestion: 'text | null',
    joinedAt: 'timestamp with time zone',
    score: 'json',
    currentStreak: 'integer',
    bestStreak: 'integer',
  }),
  statsRows: described(statsRows(1, SEASON, AT, sql`select 1`), {
    score: 'json',
    currentStreak: 'integer',
    bestStreak: 'integer',
    week: 'integer',
    month: 'integer',
    gameweeks: 'json',
  }),
  sumRows: described(sumRows(SEASON), {
    ledger: 'bigint',
    matches: 'bigint',
    totals: 'bigint',
    gameweeks: 'bigint',
    players: 'bigint',
    predictions: 'bigint',
    settled: 'bigint',
  }),
  gameweekMatches: described(gameweekMatches(SEASON), {
    id: 'integer',
    gameweek: 'smallint',
    kickoff: 'timestamp with time zone | null',
    settling: 'integer[] | null',
    settled_at: 'timestamp with time zone | null',
  }),
  stintRows: described(stintRows(1, SEASON), {
    team_id: 'integer',
    user_id: 'integer',
    revision: 'integer',
    role: 'text',
    joined_at: 'timestamp with time zone',
    left_at: 'timestamp with time zone | null',
    ...person,
    correct: 'integer',
    settled: 'integer',
  }),
  matchFactRows: [{ ids: [1] }, { season: SEASON, gameweeks: [1] }].map((of) =>
    described(matchFactRows(of), {
      fixtureId: 'integer',
      season: 'text',
      gameweek: 'smallint',
      at: 'timestamp with time zone | null',
      homeTeamId: 'integer',
      awayTeamId: 'integer',
      homeSlug: 'text',
      awaySlug: 'text',
      result: 'text | null',
      homeScore: 'smallint | null',
      awayScore: 'smallint | null',
      picks: 'integer',
      home: 'integer',
      draw: 'integer',
      away: 'integer',
      exact: 'integer',
      paid: 'integer',
      scores: 'json',
    }),
  ),
  gameweekFactRows: described(gameweekFactRows(SEASON), {
    gameweek: 'smallint',
    at: 'timestamp with time zone',
    players: 'integer',
    sum: 'integer',
    points: 'integer | null',
    winners: 'integer',
    next: 'integer | null',
    first: 'json',
    leaders: 'jsonb',
    atTop: 'integer',
    before: 'json | null',
  }),
  storyRows: described(storyRows(sql`n.season = ${SEASON}`, 5), { stories: 'json', clubs: 'json' }),
  storedNewsRows: described(storedNewsRows('https://news.example/'), {
    asked_at: 'timestamp with time zone',
    taken_at: 'timestamp with time zone | null',
    problem: 'text | null',
    articles: 'jsonb',
  }),
  contributionRows: described(contributionRows(1, SEASON), {
    team_id: 'integer',
    user_id: 'integer',
    revision: 'integer',
    gameweek: 'smallint',
    points: 'integer',
  }),
  teamsQuery: described(teamsQuery(1, SEASON), {
    teams: 'json',
    stints: 'json',
    contributions: 'json',
    matches: 'json',
  }),
}

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database?.drop())

test.each(Object.entries(statements))('%s has the columns of its row type', async (_, cases) => {
  for (const { statement, columns } of [cases].flat())
    expect(await columnsOf(database, statement)).toEqual(
      Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, type.replace(' | null', '')])),
    )
})

/** Matches row types of a single column, which need no description. */
const IS_ONE_COLUMN = /^(?:unknown|object|string|number|boolean|number\[\]|string \| null|\{ \w+: [^;\n]+ \})$/

/** Names of declarations with a row type. Generic declarations are described where they are used. */
function statementsIn(text: string): string[] {
  return text.split(/^(?=(?:export )?(?:async )?(?:const|function|class) )/m).flatMap((declaration) => {
    const [, name] = /^(?:export )?(?:async )?(?:const|function|class) (\w+)/.exec(declaration) ?? []
    if (name === undefined || /^.*<Row extends /.test(declaration)) return []
    const rowTypes = [...declaration.matchAll(/\b(?:sql|RawBuilder)<([^`(]+?)>(?=`|[,)]| =>| \{| =)/g)]
    return rowTypes.some(([, row]) => !IS_ONE_COLUMN.test(row!)) ? [name] : []
  })
}

test('every statement with several columns is described', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.ts', { cwd }).filter((file) => !file.endsWith('.test.ts'))
  const found = files.flatMap((file) => statementsIn(readFileSync(`${cwd}/${file}`, 'utf8')))
  expect(found.filter((name) => statements[name] === undefined)).toEqual([])
  expect(found.length).toBeGreaterThan(35)
  // Duplicate names would hide each other.
  expect(found.filter((name, index) => found.indexOf(name) < index)).toEqual([])
})
