/** The SWR keys, each the path of its call. */
export const keys = {
  user: '/api/user',
  userPoints: '/api/user/points',
  fixtures: '/api/fixtures',
  currentFixtures: '/api/fixtures/current',
  teams: '/api/teams',
  headToHead: (homeTeamId: number, awayTeamId: number) => `/api/head-to-head/${homeTeamId}/${awayTeamId}`,
  predictions: '/api/predictions',
  leaderboard: (limit: number, offset: number) => `/api/leaderboard?limit=${limit}&offset=${offset}`,
  top100: '/api/leaderboard/top100',
  gameweekBoard: (gameweek: number) => `/api/leaderboard/gameweek/${gameweek}`,
  lockedAccounts: '/api/admin/locked-accounts',
  /** The beginning of both reads of the fixtures' administration. */
  adminFixtures: '/api/admin/fixtures',
  adminGameweek: (gameweek: number) => `/api/admin/fixtures?gameweek=${gameweek}`,
  overdueFixtures: '/api/admin/fixtures?overdue=true',
} as const
