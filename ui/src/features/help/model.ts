import type { HelpEntry, HelpSection, HelpTopicId } from '../../lib/help.ts'

/** A tab of the help at `/help#{id}`. */
export interface HelpTopic {
  readonly id: HelpTopicId
  readonly title: string
  readonly sections: readonly Omit<HelpSection, 'topic'>[]
}

export interface Hit {
  readonly topic: HelpTopic
  readonly entry: HelpEntry
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const wordsOf = (query: string): readonly string[] => plain(query).split(/\s+/).filter(Boolean)

/**
 * Entries that contain all words of the query: title matches first, else in the order of the help. Empty for an empty
 * query.
 */
export function search(query: string, topics: readonly HelpTopic[]): readonly Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  const all = topics.flatMap((topic) =>
    topic.sections.flatMap((section) =>
      section.entries.map((entry) => ({ topic, entry, words: [topic.title, section.title, entry.title, entry.text] })),
    ),
  )
  const found = all.filter((hit) => has(hit.words.join(' ')))
  return [...found.filter(({ entry }) => has(entry.title)), ...found.filter(({ entry }) => !has(entry.title))]
}

interface Piece {
  readonly text: string
  readonly isHit: boolean
}

export function marked(text: string, query: string): readonly Piece[] {
  const lower = text.toLowerCase()
  const pieces: Piece[] = []
  let from = 0
  while (from < text.length) {
    const next = wordsOf(query)
      .map((word) => ({ at: lower.indexOf(word, from), length: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.length - a.length)[0]
    if (!next) break
    if (next.at > from) pieces.push({ text: text.slice(from, next.at), isHit: false })
    pieces.push({ text: text.slice(next.at, next.at + next.length), isHit: true })
    from = next.at + next.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false })
  return pieces
}

/** The topic and entry of a URL fragment, such as `#scoring` or `#lock`; the first topic for an unknown one. */
export function helpTargetOf(
  fragment: string,
  topics: readonly HelpTopic[],
): { topic: HelpTopic; entry: HelpEntry | null } {
  const id = fragment.replace(/^#/, '')
  const topic = topics.find((each) => each.id === id)
  if (topic) return { topic, entry: null }
  for (const each of topics)
    for (const section of each.sections) {
      const entry = section.entries.find((one) => one.id === id)
      if (entry) return { topic: each, entry }
    }
  return { topic: topics[0] as HelpTopic, entry: null }
}
