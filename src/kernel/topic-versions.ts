import type { LiveTopic } from '../contracts/live.ts'

/** Counts what has changed in the read tables, topic by topic, so that an answer can be kept until its own tables change. */
export interface TopicVersions {
  /** Called after the commit, before anybody who waited for the event goes on. */
  note(changes: readonly { readonly topic: LiveTopic }[]): void
  /** Differs whenever one of these topics has changed. */
  of(...topics: readonly LiveTopic[]): string
}

export function createTopicVersions(): TopicVersions {
  const counts = new Map<LiveTopic, number>()
  return {
    note(changes) {
      for (const { topic } of changes) counts.set(topic, (counts.get(topic) ?? 0) + 1)
    },
    of: (...topics) => topics.map((topic) => counts.get(topic) ?? 0).join(' '),
  }
}
