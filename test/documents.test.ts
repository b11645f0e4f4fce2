import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { areaOf, eventCatalogue } from '../scripts/support/event-catalogue.ts'
import { AVATAR_LIMITS } from '../src/areas/profiles/constants.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('docs/events.md is up to date (npm run events)', () => {
  expect(read('docs/events.md')).toBe(eventCatalogue())
})

test('every event with a golden file is in docs/events.md', () => {
  const golden = readdirSync(new URL('golden', import.meta.url)).flatMap(
    (name) => /^(\w+)\.json$/.exec(name)?.[1] ?? [],
  )
  const told = read('docs/events.md')
  expect(golden.length).toBeGreaterThan(0)
  expect(golden.filter((name) => !told.includes(`- **${name}**`))).toEqual([])
})

test('an event is documented with its stream, its comment and its fields', () => {
  const source = `
/** Stream \`cup-{id}\`. */
export const cupEvents = {
  CupWon: event<{ cupId: number; /** The winner. */ userId: number }>({ stream: 'cup-' }),
  /**
   * Given back,
   * all of it.
   */
  CupGivenBack: event<{ cupId: number }>({ stream: 'cup-' }),
}
export type CupEvent = EventsOf<typeof cupEvents>
/** A shelf in a room. */
export interface Shelf { readonly room: string }
`
  expect(areaOf('src/cups/events.ts', source)).toBe(`## cups

Declared in [src/cups/events.ts](../src/cups/events.ts).

- **Shelf** \`{ room: string }\` A shelf in a room.

### CupEvent

Stream \`cup-{id}\`.

- **CupWon**
  - \`cupId: number\`
  - \`userId: number\` The winner.
- **CupGivenBack** Given back, all of it.
  - \`cupId: number\`
`)
})

describe('citations in comments and tests', () => {
  const files = ['src', 'projections', 'ui', 'scripts', 'test'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,mts,mjs}`, { cwd: root, exclude: (name) => name === 'node_modules' }),
  )
  const texts = files.filter((file) => file !== 'test/documents.test.ts').map((file) => ({ file, text: read(file) }))
  const numbersOf = (document: string, pattern: RegExp): Set<string> =>
    new Set([...read(document).matchAll(pattern)].map(([, number]) => number!))
  const known = new Set([
    ...numbersOf('docs/rules.md', /^- \*\*(R\d+)\*\* /gm),
    ...numbersOf('docs/threats.md', /^\| (T\d+) \| /gm),
  ])

  test('is in this repository', () => {
    const elsewhere = texts.filter(({ text }) =>
      /\b(?:decisions|security)\.md\b|\bcore-play\b|community and administration/.test(text),
    )
    expect(texts.length).toBeGreaterThan(500)
    expect(elsewhere.map(({ file }) => file)).toEqual([])
  })

  test('is a rule or a threat that exists', () => {
    const cited = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/(?<![\w.$-])[RT]\d+\b(?!:\d)/g)].map(([number]) => ({ file, number })),
    )
    expect(cited.length).toBeGreaterThan(150)
    expect(cited.filter(({ number }) => !known.has(number))).toEqual([])
  })
})

test('every decision record is in docs/decisions/README.md', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name)
  const records = readdirSync(new URL('../docs/decisions', import.meta.url)).filter((name) => /^\d/.test(name))
  expect(listed).toEqual(records.sort())
})

test('the nginx example lets a picture of the largest size through', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('docs/operations.md')) ?? []
  // The multipart form around it needs some bytes, too.
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(AVATAR_LIMITS.bytes)
})

test('the README names every document', () => {
  const told = read('README.md')
  const documents = readdirSync(new URL('../docs', import.meta.url)).filter((name) => name.endsWith('.md'))
  expect(documents.filter((name) => !told.includes(`(docs/${name})`))).toEqual([])
})

const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
test.each(documents)('%s has no broken links', (document) => {
  const linked = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, to]) => to!)
  expect(linked.filter((to) => !existsSync(new URL(to, new URL(`../${document}`, import.meta.url))))).toEqual([])
})
