import { EVERY_TOPIC } from '../contracts/topics.ts'

export type TopicVersions = ReturnType<typeof createTopicVersions>

/** Counts what has changed in the read tables, topic by topic, so that an answer can be kept until its own tables change. */
export function createTopicVersions() {
  const counts = new Map<string, number>()
  return {
    /** Called after the commit, before anybody who waited for the event goes on. */
    note(changes: readonly { readonly topic: string }[]): void {
      for (const { topic } of changes) counts.set(topic, (counts.get(topic) ?? 0) + 1)
    },
    /** Differs whenever one of these topics has changed. */
    of: (...topics: readonly string[]): string =>
      [EVERY_TOPIC, ...topics].map((topic) => counts.get(topic) ?? 0).join(' '),
  }
}
