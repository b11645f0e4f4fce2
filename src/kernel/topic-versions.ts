import { EVERY_TOPIC } from '../contracts/topics.ts'

export type TopicVersions = ReturnType<typeof createTopicVersions>

/** Counts changes of read tables by topic, so that an answer can be cached until its tables change. */
export function createTopicVersions() {
  const counts = new Map<string, number>()
  return {
    /** Called after the commit and before requests that wait for the event continue. */
    note(changes: readonly { readonly topic: string }[]): void {
      for (const { topic } of changes) counts.set(topic, (counts.get(topic) ?? 0) + 1)
    },
    /** A version that differs after a change of any of these topics. */
    of: (...topics: readonly string[]): string =>
      [EVERY_TOPIC, ...topics].map((topic) => counts.get(topic) ?? 0).join(' '),
  }
}
