import type { SWRConfiguration } from 'swr'
import { EVERY_TOPIC } from '../../../src/contracts/topics.ts'

interface About {
  /** Topics whose changes make the response stale; without any, only its age does. */
  readonly topics?: readonly string[]
  /** How long the response is fresh, if it is not fresh until a topic or a write invalidates it. */
  readonly fresh?: SWRConfiguration
}

/** A read: its SWR key, which is the path of its request, and its options. */
interface Read<Key> extends Required<About> {
  readonly key: Key
}

const topicsOf = new Map<string, readonly string[]>()

/**
 * Declares a read once: its path, the topics that make it stale, and how long it is fresh. `about` may be another read.
 */
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

/**
 * Whether a topic makes the response under this key stale. False for keys that have not been read yet. A key `[name, path]` ignores the
 * topics of its path: only a change of everything makes it stale.
 */
export function isReadOf(topic: string, key: unknown): boolean {
  if (Array.isArray(key)) return topic === EVERY_TOPIC && isReadOf(topic, key.at(-1))
  const topics = typeof key === 'string' ? topicsOf.get(key) : undefined
  return topics !== undefined && (topic === EVERY_TOPIC ? topics.length > 0 : topics.includes(topic))
}
