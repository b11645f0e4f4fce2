import type { SWRConfiguration } from 'swr'
import { EVERY_TOPIC } from '../../../src/contracts/topics.ts'

interface About {
  /** The topics that make its answer old; without them only its age does. */
  readonly topics?: readonly string[]
  /** How long its answer is fresh, where that is not until a topic or a write says otherwise. */
  readonly fresh?: SWRConfiguration
}

/** A read: its SWR key, which is the path of its call, and what was said about it. */
interface Read<Key> extends Required<About> {
  readonly key: Key
}

const topicsOf = new Map<string, readonly string[]>()

/** Says all about a read, once: what it asks, what makes the answer old and how long it is fresh. `about` may be another read. */
export function read(path: string, about?: About): Read<string>
export function read<Args extends readonly unknown[]>(
  path: (...args: Args) => string,
  about?: About,
): Read<(...args: Args) => string>
export function read(path: string | ((...args: unknown[]) => string), { topics = [], fresh = {} }: About = {}) {
  const noted = (key: string): string => {
    topicsOf.set(key, topics)
    return key
  }
  return { key: typeof path === 'string' ? noted(path) : (...args: unknown[]) => noted(path(...args)), topics, fresh }
}

/** Whether a topic makes the answer under this key old. What nobody has asked for yet is under no key. */
export function isReadOf(topic: string, key: unknown): boolean {
  const topics = typeof key === 'string' ? topicsOf.get(key) : undefined
  return topics !== undefined && (topic === EVERY_TOPIC ? topics.length > 0 : topics.includes(topic))
}
