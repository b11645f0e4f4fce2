import type { LiveTopic } from '../../../src/contracts/live.ts'
import { TOPICS } from '../../../src/contracts/topics.ts'

/** How long to wait before asking again for what has changed, in ms; `random` is 0 to 1. */
export function delayOf(topic: LiveTopic, random: number): number {
  return TOPICS[topic] === 'everybody' ? Math.round(random * 400) : 0
}
