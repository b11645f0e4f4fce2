import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { areaOf, eventCatalogue } from '../scripts/support/event-catalogue.ts'
import { boardTables } from '../src/areas/boards/tables.ts'
import { predictionTables } from '../src/areas/predictions/tables.ts'
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

test('README and CONTRIBUTING link to every how-to page', () => {
  const pages = globSync('docs/how-to/*.md', { cwd: root })
  expect(pages.length).toBeGreaterThan(0)
  for (const from of ['README.md', 'CONTRIBUTING.md'])
    expect(pages.filter((page) => !read(from).includes(`(${page})`))).toEqual([])
})

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
test.each(documents)('%s links to what is there', (document) => {
  const linked = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, to]) => to!)
  expect(linked.filter((to) => !existsSync(new URL(to, new URL(`../${document}`, import.meta.url))))).toEqual([])
})

describe('code blocks', () => {
  interface Block {
    readonly document: string
    readonly language: string
    /** Path of a file and, optionally, the name of one of its schemas; or the name of a view. */
    readonly source: string
    readonly code: string
  }
  const blocks = documents.flatMap((document): Block[] =>
    [...read(document).matchAll(/^ *```(ts|tsx|json)\b *(.*)\n([\s\S]*?)^ *```$/gm)].map(
      ([, language = '', source = '', code = '']) => ({ document, language, source, code }),
    ),
  )
  const typescript = blocks.filter(({ language }) => language !== 'json')
  const json = blocks.filter(({ language }) => language === 'json')
  const inEventFile = (block: Block) => /^test\/.*golden\/\w+\.json$/.test(block.source)

  /** In a copy of the checkout that has the sample area, its files are in their final folders. */
  const textOf = (file: string): string =>
    read(existsSync(`${root}${file}`) ? file : file.replace('test/new-area/shouts/', ''))

  /** True if the text contains the code at any indentation. A line `// …` matches any number of lines. */
  function contains(text: string, code: string): boolean {
    const lines = code.trimEnd().split('\n')
    return [0, 2, 4, 6, 8, 10, 12].some((indentation) => {
      const pattern = lines.map((line) => {
        if (line.trim() === '// …') return '(?:.*\\n)*?'
        return `${line && ' '.repeat(indentation)}${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\n`
      })
      return new RegExp(`^${pattern.join('')}`, 'm').test(`${text}\n`)
    })
  }

  test('a line `// …` matches any lines, and common indentation is ignored', () => {
    const text = 'function f() {\n  // A comment.\n  one()\n  two()\n}\n'
    expect(contains(text, 'one()\ntwo()\n')).toBe(true)
    expect(contains(text, 'function f() {\n  // …\n  two()\n')).toBe(true)
    expect(contains(text, 'two()\none()\n')).toBe(false)
    expect(contains(text, 'function f() {\n  one()\n')).toBe(false)
  })

  test('TypeScript and JSON name their source', () => {
    expect(typescript.length).toBeGreaterThan(8)
    expect(json.length).toBeGreaterThan(4)
    expect(blocks.filter(({ source }) => source === '')).toEqual([])
  })

  test.each(typescript)('$document: TypeScript from $source', ({ source, code }) => {
    expect(contains(textOf(source), code), code).toBe(true)
  })

  /** Fields of an interface of src/kernel/event.ts that are always present. */
  const requiredFields = (name: string): readonly string[] => {
    const [, body = ''] =
      new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(read('src/kernel/event.ts')) ?? []
    return [...body.matchAll(/^ {2}readonly ([^\s?]+):/gm)].map(([, field]) => field!)
  }

  test.each(json.filter(inEventFile))('$document: golden events from $source', ({ source, code }) => {
    const golden = JSON.parse(textOf(source)) as unknown[]
    const shown = JSON.parse(code)
    for (const each of Array.isArray(shown) ? shown : [shown]) {
      const { metadata } = each
      if (metadata === undefined) expect(golden).toContainEqual(each)
      else {
        expect(golden).toContainEqual({ version: metadata.version, data: each.data })
        expect(Object.keys(metadata).sort()).toEqual([...requiredFields('EventMetadata')].sort())
        const fields = [...requiredFields('NewEvent'), ...requiredFields('RecordedEvent')]
        expect(Object.keys(each).sort()).toEqual(fields.sort())
        expect(`${each.type}.json`).toBe(source.split('/').at(-1))
      }
    }
  })

  test.each(json.filter((block) => !inEventFile(block)))('$document: JSON of $source', async ({ source, code }) => {
    const shown = JSON.parse(code)
    const view = /^read\.(\w+)$/.exec(source)?.[1]
    if (view !== undefined) {
      const views: Readonly<Record<string, { readonly columns: object }>> = {
        ...predictionTables.public,
        ...boardTables.public,
      }
      expect(Object.keys(shown).sort()).toEqual(Object.keys(views[view]!.columns).sort())
    } else {
      const [file, schema] = source.split(' ') as [string, string]
      const { [schema]: contract } = await import(new URL(`../${file}`, import.meta.url).href)
      expect(z.parse(contract as z.ZodMiniType, shown)).toEqual(shown)
    }
  })
})
