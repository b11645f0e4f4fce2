/** The SWR keys, each the path of its call. */
export const keys = {
  user: '/api/user',
  userPoints: '/api/user/points',
  fixtures: '/api/fixtures',
  currentFixtures: '/api/fixtures/current',
  teams: '/api/teams',
  headToHead: (homeTeamId: number, awayTeamId: number) => `/api/head-to-head/${homeTeamId}/${awayTeamId}`,
  predictions: '/api/predictions',
  leaderboard: (limit: number, offset: number) => `/api/leaderboard?limit=${limit}&offset=${offset}&parts=true`,
  /** The page of the season's board, or a gameweek's, with the reader in its middle. */
  boardAround: (limit: number, gameweek?: number) =>
    `/api/leaderboard?around=me&limit=${limit}&parts=true${gameweek === undefined ? '' : `&gameweek=${gameweek}`}`,
  /** A page of a gameweek's board with the reader's own row. */
  gameweekPage: (gameweek: number, limit: number, offset: number) =>
    `/api/leaderboard?limit=${limit}&offset=${offset}&gameweek=${gameweek}`,
  /** Players whose names begin so. */
  playersNamed: (name: string, limit: number, gameweek?: number) =>
    `/api/leaderboard?search=${encodeURIComponent(name)}&limit=${limit}&parts=true${gameweek === undefined ? '' : `&gameweek=${gameweek}`}`,
  top100: '/api/leaderboard/top100',
  gameweekBoard: (gameweek: number) => `/api/leaderboard/gameweek/${gameweek}`,
  /** The reader's own. */
  userLeagues: '/api/user/leagues?standing=true',
  moreUserLeagues: (offset: number) => `/api/user/leagues?standing=true&offset=${offset}`,
  /** Public leagues, and the reader's own among the first. */
  leagues: (limit: number, offset: number) => `/api/leagues?limit=${limit}&offset=${offset}`,
  featuredLeagues: '/api/leagues/featured',
  /** One page of a league's standings, of the season with the latest gameweeks, or of a gameweek. */
  league: (id: number, page: { gameweek?: number; limit: number; offset: number }) =>
    `/api/leagues/${id}?limit=${page.limit}&offset=${page.offset}${page.gameweek === undefined ? '&recent=true' : `&gameweek=${page.gameweek}`}`,
  leagueStatistics: (id: number) => `/api/leagues/${id}/statistics`,
  leagueTeams: (id: number, offset = 0) => `/api/leagues/${id}/teams${offset > 0 ? `?offset=${offset}` : ''}`,
  competitions: '/api/competitions',
  competition: (id: number) => `/api/competitions/${id}`,
  /** A further page of its standings. */
  competitionPage: (id: number, limit: number, offset: number) =>
    `/api/competitions/${id}?limit=${limit}&offset=${offset}`,
  achievements: '/api/achievements',
  userAchievements: '/api/user/achievements',
  retroactive: '/api/admin/achievements/retroactive',
  /** The beginning of all reads of notifications. */
  notifications: '/api/notifications',
  /** What the bell counts. */
  unreadNotifications: '/api/notifications/unread',
  /** The latest. */
  inbox: '/api/notifications?limit=100',
  olderNotifications: (before: number) => `/api/notifications?limit=100&before=${before}`,
  notificationSettings: '/api/notifications/settings',
  lockedAccounts: '/api/admin/locked-accounts',
  projections: '/api/admin/projections',
  messageReports: '/api/admin/message-reports',
  /** The beginning of both reads of the fixtures' administration. */
  adminFixtures: '/api/admin/fixtures',
  adminGameweek: (gameweek: number) => `/api/admin/fixtures?gameweek=${gameweek}`,
  fixtureFeed: '/api/admin/fixtures/feed',
  overdueFixtures: '/api/admin/fixtures?overdue=true',
} as const
