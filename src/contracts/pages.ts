/**
 * Default and maximum entries of a page, above the usual length of a list. A contract, so that the UI can detect that another page may
 * follow.
 */
export const PAGE = {
  ownLeagues: 100,
  leagueTeams: 100,
  leagueMembers: 500,
  competitions: 200,
  standings: 100,
  /** More than two seasons of matches. */
  predictions: 1_000,
  /** More than a season of matches, achievements and prizes. */
  ledger: 500,
  lockedAccounts: 500,
  feedback: 100,
  reports: 200,
  adminUsers: 1_000,
  administratorsLog: 100,
  users: 100,
  resetRequests: 100,
  testUsers: 500,
  seals: 100,
} as const
