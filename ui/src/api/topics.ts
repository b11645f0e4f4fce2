import type { LiveTopic } from '../../../src/contracts/live.ts'

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

/** How long to wait before asking again, in ms; `random` is 0 to 1. */
export function delayOf(topic: LiveTopic, random: number): number {
  return CROWD.has(topic) ? Math.round(random * 400) : 0
}
