/** A piece of prose: a comment, a paragraph, a list item or a table cell, in the order of its file. */
export interface Prose {
  readonly line: number
  readonly text: string
}

/** Comments of TypeScript, one a block or a run of `//` lines. Directives of tools are left out. */
export function commentsIn(source: string): readonly Prose[] {
  const pattern = /(?<=^|[\s({])\/\*\*?(?<block>[\s\S]*?)\*\/|(?<=^|\s)\/\/ (?<line>.*(?:\n[ \t]*\/\/ .*)*)/gm
  const found: Prose[] = []
  for (const { index, groups } of source.matchAll(pattern)) {
    const text = (groups?.block ?? groups?.line ?? '')
      .replace(/^[ \t]*(?:\*|\/\/)[ \t]?/gm, '')
      .replace(/^(?:biome-ignore|@|v8 ignore).*$/gm, '')
      .trim()
    if (text !== '') found.push({ line: source.slice(0, index).split('\n').length, text })
  }
  return found
}

/** Paragraphs, list items and table cells of Markdown, without headings, code and links' targets. */
export function paragraphsIn(markdown: string): readonly Prose[] {
  const lines = markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/.+/g, '')).split('\n')
  const found: { line: number; text: string }[] = []
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    if (/^\s*\|/.test(line)) {
      for (const cell of line.split('|')) if (/\w/.test(cell)) found.push({ line: index + 1, text: cell.trim() })
      isOpen = false
    } else if (line.trim() === '' || /^#/.test(line)) isOpen = false
    else if (isOpen && !/^\s*(?:[-*]|\d+\.) /.test(line)) found.at(-1)!.text += ` ${line.trim()}`
    else {
      found.push({ line: index + 1, text: line.replace(/^\s*(?:[-*]|\d+\.) /, '').trim() })
      isOpen = true
    }
  }
  return found
}

const plain = (text: string): string => text.replace(/`[^`]*`/g, 'code').replace(/\]\([^)]*\)/g, ']')

const sentencesOf = (text: string): readonly string[] =>
  plain(text)
    .split(/(?<=[.!?])\s+|\n\s*\n|\n(?=\s*[-*] )/)
    .filter((sentence) => /\w/.test(sentence))

const wordsOf = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0

/** Words that make prose read like a translation, with the highest count per 10,000 words (comments, docs). */
const HABITS = [
  { name: 'what (no question)', pattern: /\bwhat\b/gi, most: [40, 30] },
  { name: 'says/said', pattern: /\b(?:says|said)\b/gi, most: [8, 8] },
  { name: 'stands/stood', pattern: /\b(?:stands|stood)\b/gi, most: [6, 6] },
  { name: 'tells/told', pattern: /\b(?:tells|told)\b/gi, most: [6, 6] },
  { name: 'whoever', pattern: /\bwhoever\b/gi, most: [0, 0] },
  { name: 'somebody/nobody/everybody', pattern: /\b(?:some|no|every)body\b/gi, most: [8, 8] },
] as const

/** Longest sentence that counts as short, in words, and the highest share of longer ones. */
const [LONG_SENTENCE, MOST_LONG] = [30, 0.02]

export interface Measure {
  readonly words: number
  readonly rows: readonly { readonly name: string; readonly value: number; readonly most: number }[]
}

/** Counts per 10,000 words, and the share of long sentences in percent. `kind`: 0 for comments, 1 for docs. */
export function measure(texts: readonly string[], kind: 0 | 1): Measure {
  const sentences = texts.flatMap(sentencesOf)
  const words = sentences.reduce((sum, sentence) => sum + wordsOf(sentence), 0)
  const statements = sentences.filter((sentence) => !sentence.includes('?'))
  const rows = HABITS.map(({ name, pattern, most }) => {
    const count = statements.reduce((sum, sentence) => sum + (sentence.match(pattern)?.length ?? 0), 0)
    return { name, value: words === 0 ? 0 : (10_000 * count) / words, most: most[kind] }
  })
  const long = sentences.filter((sentence) => wordsOf(sentence) > LONG_SENTENCE).length
  const share = sentences.length === 0 ? 0 : (100 * long) / sentences.length
  return {
    words,
    rows: [...rows, { name: `sentences over ${LONG_SENTENCE} words, %`, value: share, most: 100 * MOST_LONG }],
  }
}

/** Sentences that contain a habit or are too long, for an editor. */
export const oddSentences = (text: string): readonly string[] =>
  sentencesOf(text).filter(
    (sentence) =>
      wordsOf(sentence) > LONG_SENTENCE ||
      (!sentence.includes('?') && HABITS.some(({ pattern }) => sentence.search(pattern) >= 0)),
  )
