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
import {
  type ChangedResult,
  ownChanges,
  ownRuledChanges,
  type PastOf,
  pastAhead,
  pastBars,
  pastIds,
  pastMembers,
  pastMoves,
  pastNamed,
  pastPlayers,
  pastRuledMembers,
  settledRows,
} from './boards/past-rows.ts'
import { scoreQuery } from './boards/score.ts'
import { verdictRows } from './competitions/points.ts'
import { cardQuery, cardsQuery, detailQuery } from './competitions/queries.ts'
import { cupTies, decidedPlayers, openPlayers } from './competitions/round-queries.ts'
import { placedRows } from './competitions/standings.ts'
import { firstCutoffRows, mateTableRows, scoredBoard, seasonRow, seasonTablesRow } from './final-table/queries.ts'
import { scoredTables } from './final-table/scoring.ts'
import { adminQuery } from './fixtures/admin-queries.ts'
import { meetingRows } from './fixtures/head-to-head.ts'
import { currentGameweekRows, fixtureQuery } from './fixtures/queries.ts'
import { sourceStateQuery } from './fixtures/source-state.ts'
import { tableRows } from './fixtures/table.ts'
import { seenPlayerRows } from './following/queries.ts'
import { chosenRows, jokerRows, memberPointsRows, previewRows, provisionalRows } from './league-rules/queries.ts'
import { classicRules } from './league-rules/rules.ts'
import { picksRows } from './leagues/gameweek-picks.ts'
import { counterRows } from './leagues/join-guard.ts'
import { pointsCountRows } from './leagues/league-ranks.ts'
import { commonLeagues, leagueChoices, ownQuery, rankedLeaguesQuery, seenQuery } from './leagues/queries.ts'
import { rankRows } from './leagues/rank-history.ts'
import { recentRows, shownRows, sinceRows } from './leagues/standings.ts'
import { formRows } from './leagues/statistics.ts'
import { memberRow, nameRows, picksRow, scoreRows, totalsRow } from './matches/live-queries.ts'
import { crowdRows, leagueCountRows, mateRows, predictionCount } from './matches/queries.ts'
import { gameweekFactRows, matchFactRows } from './news/facts.ts'
import { storedNewsRows } from './news/news-feed.ts'
import { storyRows } from './news/queries.ts'
import { calledRows, notesRow } from './news/reader.ts'
import { inboxRows, markedRows } from './notifications/inbox.ts'
import { duelPicksRow, duelRow } from './players/duel.ts'
import { gameweekRow, playerRow } from './players/queries.ts'
import { revealedRow } from './players/revealed.ts'
import { ownPickRows, voidPickRows } from './predictions/queries.ts'
import { profileRows, statsRows } from './profiles/queries.ts'
import { boardSeal, dueSeals, matchEntries, receiptRows, sealRow, sealRows, sealTotals } from './proofs/queries.ts'
import {
  choiceRows,
  closingRows,
  deliveryRows,
  leasedRows,
  nextRow,
  pageRow,
  storedReminders,
  waitingZones,
} from './reminders/queries.ts'
import { communityRows } from './sharing/community.ts'
import { countRows, foundRows, shownShareRows } from './sharing/queries.ts'
import { unloggedRows } from './sharing/views.ts'
import { gameweekMatches } from './teams/gameweeks.ts'
import { stintRows, teamsQuery } from './teams/queries.ts'
import { testDataQuery, testFixtureRows, testUserRows } from './testing/queries.ts'
import { beginRun, runRows } from './testing/runs.ts'
import { ownWrapRow, pointsRows, rivalRow } from './wraps/queries.ts'

const SEASON = '2024-25'
const AT = '2024-08-16T12:00:00.000Z'
const page = { limit: 10, offset: 0 }
/** A league by the rules of the whole game, and one with rules of its own. */
const LEAGUES = [false, true].map((own_rules) => ({ id: 1, own_rules }))
const places = new Map([[1, { first: 1, last: 2 }]])
const WRAP = { userId: 2, season: SEASON, through: 38 }
const DUEL = { playerId: 2, opponentId: 3, readerId: 1, season: SEASON }
const boards = [
  { season: SEASON, gameweek: null, withParts: true },
  { season: SEASON, gameweek: null, withParts: false },
  { season: SEASON, gameweek: 1, withParts: false },
]

const change = {
  ...{ gameweek: 1, settled_at: AT, deleted: 0, fixture_id: 1, fixture_gameweek: 1, home: 'A', away: 'B' },
  ...{ old_result: 'draw', old_home: 1, old_away: 1, new_result: 'home', new_home: 2, new_away: 1 },
  ...{ changed_at: AT, reason: null },
} satisfies ChangedResult
const past = (changes: readonly ChangedResult[], league: number | null): PastOf => ({
  ...{ season: SEASON, gameweek: 2, previous: 1, league, changes },
})
const pastBoards = [[], [change]].flatMap((changes) => [past(changes, null), past(changes, 1)])

/** Runs a statement about a competition `c` that is part of other statements. */
const ofCompetition = <Row>(rows: RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`select r.* from read.competitions c cross join lateral (${rows}) r`

/** Columns of a person in a row. */
const person = { username: 'text | null', display_name: 'text | null', profile_image: 'text | null' } as const

const boardRow = {
  rank: 'integer',
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
const pastRow = {
  id: 'integer',
  ...person,
  totalPoints: 'integer',
  exactScores: 'integer',
  correctPredictions: 'integer',
  settledPredictions: 'integer',
  accuracy: 'integer',
  published_rank: 'integer',
  published_points: 'integer',
  previous_rank: 'integer | null',
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
  own_rules: 'boolean',
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
  has_begun: 'boolean',
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
  live_home: 'smallint | null',
  live_away: 'smallint | null',
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
const sealColumns = {
  number: 'integer',
  fixture_id: 'integer | null',
  season: 'text',
  gameweek: 'smallint',
  sealed_at: 'timestamp with time zone',
  size: 'integer',
  root: 'text',
  checkpoint: 'text',
  home: 'text | null',
  away: 'text | null',
  total: 'integer',
} as const

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
  pageRows: boards.map((board) => described(pageRows(board, page), boardRow)),
  boardPositionQuery: boards.flatMap((board) =>
    [null, 10].map((around) =>
      described(boardPositionQuery(board, [1], around), {
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
      }),
    ),
  ),
  namedRows: boards.map((board) => described(namedRows(board, 'mar', page), boardRow)),
  settledRows: described(settledRows(SEASON), {
    gameweek: 'smallint',
    settled_at: 'timestamp with time zone',
    deleted: 'integer',
    fixture_id: 'integer | null',
    fixture_gameweek: 'smallint | null',
    home: 'text | null',
    away: 'text | null',
    old_result: 'text | null',
    old_home: 'smallint | null',
    old_away: 'smallint | null',
    new_result: 'text | null',
    new_home: 'smallint | null',
    new_away: 'smallint | null',
    changed_at: 'timestamp with time zone | null',
    reason: 'text | null',
  }),
  pastBars: described(pastBars(SEASON, 1), { points: 'integer', players: 'integer' }),
  pastMoves: [past([change], null), past([change, change], null)].map((of) =>
    described(pastMoves(of), { from: 'integer', to: 'integer', players: 'integer' }),
  ),
  pastIds: pastBoards.map((of) =>
    described(pastIds(of, { highest: 9, lowest: 1, skip: 0, limit: 10 }), { id: 'integer' }),
  ),
  pastPlayers: pastBoards.map((of) => described(pastPlayers(of, [1]), pastRow)),
  pastRuledMembers: pastBoards.map((of) => described(pastRuledMembers({ ...of, league: 1 }), pastRow)),
  pastMembers: pastBoards.map((of) => described(pastMembers({ ...of, league: 1 }), pastRow)),
  pastAhead: pastBoards.map((of) => described(pastAhead(of, 1, 5), { ahead: 'integer' })),
  pastNamed: described(pastNamed(past([], null), 'mar', page), { id: 'integer' }),
  ownChanges: described(ownChanges([change], 1), { fixture_id: 'integer', points: 'integer' }),
  ownRuledChanges: described(ownRuledChanges({ season: SEASON, league: 1 }, [change], 1), {
    fixture_id: 'integer',
    points: 'integer',
  }),
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
  shownRows: LEAGUES.flatMap((league) =>
    [null, 1].flatMap((gameweek) =>
      [null, 3].map((recent) =>
        described(shownRows(league, { season: SEASON, gameweek }, { ...page, reader: 1, recent }), {
          ...standing,
          first_kickoff: 'timestamp with time zone | null',
          since: 'integer | null',
          recent: 'integer[] | null',
        }),
      ),
    ),
  ),
  sinceRows: LEAGUES.map((league) =>
    described(sinceRows(league, [{ id: 1, joinedAt: AT }], { season: SEASON, gameweek: 1 }), {
      id: 'integer',
      points: 'integer',
    }),
  ),
  currentGameweekRows: described(currentGameweekRows(SEASON), {
    gameweek: 'smallint',
    begins: 'timestamp with time zone | null',
    has_result: 'boolean',
    previous: 'smallint | null',
  }),
  picksRows: LEAGUES.map((league) =>
    described(picksRows({ ...page, league, reader: 1, season: SEASON, gameweek: 1, at: AT }), {
      id: 'integer',
      nth: 'integer',
      points: 'integer',
      ranking: 'integer',
      ...person,
      picks: 'json',
    }),
  ),
  rankRows: LEAGUES.map((league) =>
    described(rankRows(league, SEASON, 1), { id: 'integer', ...person, ranks: 'integer[]', gameweeks: 'integer[]' }),
  ),
  recentRows: LEAGUES.map((league) =>
    described(recentRows(league, SEASON, 3, [1]), { id: 'integer', points: 'integer[]' }),
  ),
  formRows: LEAGUES.map((league) =>
    described(formRows(league, SEASON, AT), {
      id: 'integer',
      streak: 'integer',
      weeklyPoints: 'integer',
      last: 'integer',
      before: 'integer',
      newest: 'timestamp with time zone | null',
    }),
  ),
  memberPointsRows: described(memberPointsRows(1, SEASON), { user_id: 'integer', points: 'integer' }),
  chosenRows: described(chosenRows(1), {
    season: 'text',
    from_gameweek: 'smallint',
    result: 'smallint',
    goal_difference: 'smallint',
    exact: 'smallint',
    joker: 'boolean',
    late_joiners: 'text',
    changed_at: 'timestamp with time zone',
    changed_by: 'text | null',
    changed_by_id: 'bigint | null',
  }),
  jokerRows: described(jokerRows(1, null, SEASON, [1], AT), {
    league_id: 'integer',
    league_name: 'text',
    gameweek: 'integer',
    fixture_id: 'integer | null',
    match_gameweek: 'smallint | null',
    status: 'text | null',
    kickoff: 'timestamp with time zone | null',
    closed: 'boolean | null',
    has_open: 'boolean',
  }),
  previewRows: described(
    previewRows(LEAGUES[1]!, { season: SEASON, gameweek: 1 }, classicRules(SEASON), {
      limit: 5,
      reader: 1,
    }),
    {
      id: 'integer',
      nth: 'integer',
      ...person,
      ranking: 'integer',
      points: 'integer',
      newRanking: 'integer',
      newPoints: 'integer',
    },
  ),
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
  counterRows: described(counterRows(sql`('user', '1')`, AT), {
    wrong: 'integer',
    codes: 'text[]',
    since: 'timestamp with time zone',
  }),
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
  closingRows: described(closingRows(SEASON, AT, AT), { gameweek: 'smallint', cutoff: 'timestamp with time zone' }),
  choiceRows: described(choiceRows(), { when: 'text', zone: 'text' }),
  storedReminders: described(
    storedReminders(SEASON, [1], [{ cutoff: AT, when: 'day', zone: 'UTC' }], { at: AT, limit: 9 }),
    { found: 'integer' },
  ),
  waitingZones: described(waitingZones('mail', AT), { zone: 'text' }),
  leasedRows: described(leasedRows('push', [{ zone: 'UTC', ends: AT }], { at: AT, limit: 9 }), { id: 'uuid' }),
  deliveryRows: described(deliveryRows(['00000000-0000-4000-8000-000000000000'], AT), {
    ...{
      id: 'uuid',
      user_id: 'bigint',
      season: 'text',
      gameweek: 'smallint',
      device: 'text | null',
      username: 'text | null',
    },
    ...{
      zone: 'text',
      email: 'text | null',
      endpoint: 'text | null',
      p256dh: 'text | null',
      auth: 'text | null',
      missing: 'json',
    },
  }),
  pageRow: described(pageRow(1), {
    ...{
      mail: 'boolean | null',
      when: 'text | null',
      timeZone: 'text | null',
      pushDeclined: 'boolean | null',
      email: 'text | null',
    },
    ...{ emailConfirmed: 'boolean', devices: 'json', sent: 'json' },
  }),
  nextRow: described(nextRow(1, SEASON, AT), {
    ...{
      gameweek: 'smallint',
      missing: 'integer',
      closesAt: 'timestamp with time zone | null',
      firstMatch: 'text | null',
    },
    isSent: 'boolean',
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
  commonLeagues: described(commonLeagues(1, sql`2`), {
    id: 'integer',
    name: 'text',
    own_rules: 'boolean',
    version: 'text',
  }),
  leagueChoices: described(leagueChoices([1]), {
    reader: 'integer',
    id: 'integer',
    name: 'text',
    members: 'integer',
  }),
  scoreRows: described(scoreRows(SEASON, AT), { id: 'integer', scores: 'json' }),
  totalsRow: described(totalsRow(SEASON), {
    ids: 'integer[] | null',
    points: 'integer[] | null',
    matchPoints: 'integer[] | null',
    exact: 'integer[] | null',
    correct: 'integer[] | null',
    settled: 'integer[] | null',
  }),
  picksRow: described(picksRow(1), { ids: 'integer[] | null', codes: 'integer[] | null' }),
  nameRows: described(nameRows([1]), { id: 'bigint', ...person }),
  memberRow: described(memberRow(1), { ids: 'integer[] | null' }),
  predictionCount: described(predictionCount(1, AT), { predictions: 'integer', players: 'integer' }),
  leagueCountRows: described(leagueCountRows(1, AT, [1]), { league_id: 'integer', n: 'integer' }),
  crowdRows: described(crowdRows(1, AT), {
    result: 'text',
    home: 'smallint | null',
    away: 'smallint | null',
    picks: 'integer',
  }),
  mateRows: [null, 1].map((leagueId) =>
    described(mateRows(1, 1, leagueId, AT), {
      id: 'integer',
      ...person,
      pick: 'json | null',
      scoring: 'json | null',
      joker: 'boolean',
    }),
  ),
  provisionalRows: described(provisionalRows(1, SEASON, [{ id: 1, homeScore: 1, awayScore: 0 }]), {
    id: 'integer',
    ranking: 'integer',
    settledRanking: 'integer',
    points: 'integer',
    totalPoints: 'integer',
  }),
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
  duelRow: [1, null].map((readerId) =>
    described(duelRow({ ...DUEL, readerId }, scoreQuery), {
      player_id: 'bigint',
      opponent_id: 'bigint',
      player: 'json',
      opponent: 'json',
      player_record: 'json',
      opponent_record: 'json',
      gameweeks: 'json',
      matches: 'json | null',
    }),
  ),
  duelPicksRow: described(duelPicksRow({ ...DUEL, gameweek: undefined, at: AT }), {
    is_near: 'boolean',
    gameweek: 'integer | null',
    last: 'integer | null',
    picks: 'json',
  }),
  ownWrapRow: described(ownWrapRow(2, SEASON), {
    user_id: 'bigint',
    ...person,
    gameweeks: 'json',
    settled: 'integer',
    picks: 'json',
    means: 'json',
  }),
  pointsRows: [19, null].map((through) =>
    described(pointsRows(SEASON, through), { points: 'integer', players: 'integer' }),
  ),
  rivalRow: described(rivalRow(WRAP, 10), { user_id: 'integer', ...person, points: 'integer', gameweeks: 'json' }),
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
    revision: 'integer',
  }),
  voidPickRows: described(voidPickRows({ userId: 0, fixtureId: 0 }, 10), { userId: 'integer', fixtureId: 'integer' }),
  profileRows: described(profileRows(1, SEASON, sql`select 1`), {
    id: 'bigint | null',
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
    counts_at: 'timestamp with time zone | null',
    has_result: 'boolean',
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
  notesRow: described(notesRow({ id: 1, at: '2025-01-01T00:00:00Z' }, [1], [2]), { matches: 'json', mates: 'json' }),
  calledRows: described(calledRows({ id: 1, at: '2025-01-01T00:00:00Z' }, 1), {
    id: 'integer',
    pick: 'json',
    is_reader: 'boolean',
    username: 'text | null',
    display_name: 'text | null',
    profile_image: 'text | null',
  }),
  storedNewsRows: described(storedNewsRows('https://news.example/'), {
    asked_at: 'timestamp with time zone',
    taken_at: 'timestamp with time zone | null',
    problem: 'text | null',
    articles: 'jsonb',
  }),
  dueSeals: described(dueSeals(AT, AT), {
    subject: 'json',
    closed_at: 'timestamp with time zone',
    isSimulated: 'boolean',
  }),
  matchEntries: described(matchEntries(1), { entries: 'bytea', others: 'json' }),
  receiptRows: [{ predictionId: 1 }, { season: SEASON, gameweek: 1 }].map((only) =>
    described(receiptRows(1, only), {
      ...{ id: 'integer', user_id: 'integer', fixture_id: 'integer', result: 'text' },
      ...{ home_score: 'smallint | null', away_score: 'smallint | null', revision: 'integer' },
      ...{ season: 'text', updated_at: 'timestamp with time zone', home: 'text', away: 'text' },
      ...{ cutoff: 'timestamp with time zone | null', seal: 'integer | null', root: 'text | null' },
      checkpoint: 'text | null',
    }),
  ),
  sealRows: described(sealRows({ limit: 5, offset: 0, search: 'arsenal', fixtureId: 1 }), sealColumns),
  sealRow: described(sealRow(1), sealColumns),
  sealTotals: described(sealTotals(), { seals: 'integer', picks: 'integer' }),
  boardSeal: described(boardSeal(SEASON, 1), { root: 'text', checkpoint: 'text' }),
  firstCutoffRows: described(firstCutoffRows(SEASON), {
    fixture_id: 'integer',
    at: 'timestamp with time zone | null',
  }),
  seasonRow: described(seasonRow(SEASON), {
    closes_at: 'timestamp with time zone | null',
    is_complete: 'boolean',
    total: 'integer',
    clubs: 'json',
  }),
  seasonTablesRow: described(seasonTablesRow(SEASON), { matches: 'json', deductions: 'json', settled: 'integer[]' }),
  scoredTables: described(scoredTables(SEASON, places), {
    user_id: 'integer',
    points: 'integer',
    spot_on: 'integer',
  }),
  scoredBoard: described(scoredBoard(SEASON, places), {
    scores: 'json',
    champion: 'json | null',
    bottom: 'json | null',
  }),
  mateTableRows: described(mateTableRows(SEASON, 1), { user_id: 'integer', club_ids: 'integer[]', ...person }),
  teamsQuery: LEAGUES.map((league) =>
    described(teamsQuery(league, SEASON), {
      teams: 'json',
      stints: 'json',
      sums: 'json',
      picks: 'json',
      matches: 'json',
    }),
  ),
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
