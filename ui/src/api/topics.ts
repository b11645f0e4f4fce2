import type { LiveTopic } from '../../../src/contracts/live.ts'
import { keys } from './keys.ts'

/** The reads a topic makes old, by the beginning of their keys. */
const READS: Record<LiveTopic, readonly string[]> = {
  fixtures: [keys.fixtures, keys.predictions, keys.adminFixtures, '/api/head-to-head/'],
  table: [keys.teams],
  leaderboard: ['/api/leaderboard', '/api/leagues/', '/api/competitions'],
  predictions: [keys.predictions, keys.user],
  user: [keys.user],
  lockouts: [keys.lockedAccounts],
  clock: [keys.fixtures, keys.predictions, keys.adminFixtures],
  leagues: ['/api/leagues', '/api/user/leagues'],
  competitions: ['/api/competitions'],
  messages: [keys.messageReports],
  achievements: [keys.userAchievements],
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
  return typeof key === 'string' && READS[topic].some((beginning) => key.startsWith(beginning))
}

/** How long to wait before asking again, in ms; `random` is 0 to 1. */
export function delayOf(topic: LiveTopic, random: number): number {
  return CROWD.has(topic) ? Math.round(random * 400) : 0
}
