import type { LiveTopic } from '../../../src/contracts/live.ts'
import { keys } from './keys.ts'

/** Where a league's predictions are counted. */
const STATISTICS = /^\/api\/leagues\/\d+\/statistics$/

/** The reads a topic makes old, by the beginning of their keys. */
const READS: Record<LiveTopic, readonly (string | RegExp)[]> = {
  fixtures: [keys.fixtures, keys.predictions, keys.adminFixtures, '/api/head-to-head/'],
  table: [keys.teams],
  leaderboard: ['/api/leaderboard', '/api/leagues/', '/api/user/leagues', '/api/competitions'],
  // The reader's own rows count predictions too, and achievements.
  predictions: [keys.predictions, keys.user, '/api/leaderboard', STATISTICS],
  user: [keys.user],
  lockouts: [keys.lockedAccounts],
  clock: [keys.fixtures, keys.predictions, keys.adminFixtures],
  leagues: ['/api/leagues', '/api/user/leagues'],
  competitions: ['/api/competitions'],
  messages: [keys.messageReports],
  achievements: [keys.userAchievements, keys.user, '/api/leaderboard'],
  notifications: [keys.notifications],
}

export const TOPICS = Object.keys(READS) as readonly LiveTopic[]

/** Topics that everybody hears of at once: their pages ask again over a short while instead of in one instant. */
const CROWD: ReadonlySet<LiveTopic> = new Set([
  'fixtures',
  'table',
  'leaderboard',
  'user',
  'clock',
  'competitions',
  'notifications',
])

export function isReadOf(topic: LiveTopic, key: unknown): boolean {
  if (typeof key !== 'string') return false
  return READS[topic].some((read) => (typeof read === 'string' ? key.startsWith(read) : read.test(key)))
}

/** How long to wait before asking again, in ms; `random` is 0 to 1. */
export function delayOf(topic: LiveTopic, random: number): number {
  return CROWD.has(topic) ? Math.round(random * 400) : 0
}
