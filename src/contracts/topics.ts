/**
 * What open pages may be showing, and who hears that it has changed: `everybody` in the same instant, as when a match ends, so that
 * their pages read it again spread over a short while, or `some`, whose pages read it again at once.
 */
export const TOPICS = {
  fixtures: 'everybody',
  table: 'everybody',
  leaderboard: 'everybody',
  predictions: 'some',
  user: 'everybody',
  lockouts: 'some',
  'reset-requests': 'some',
  clock: 'everybody',
  leagues: 'some',
  competitions: 'everybody',
  messages: 'some',
  achievements: 'some',
  notifications: 'everybody',
  feedback: 'everybody',
  shares: 'everybody',
  people: 'everybody',
  reports: 'some',
  users: 'some',
} as const
