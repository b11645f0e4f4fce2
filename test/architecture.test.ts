import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// docs/architecture.md, "Rooms", as a check over the import statements of every source file.

const root = fileURLToPath(new URL('..', import.meta.url))

interface Import {
  /** Path of the importing file from the root. */
  readonly from: string
  /** Path of the imported file from the root, or the name of a package. */
  readonly to: string
  readonly specifier: string
}

const sources = ['src', 'projections', 'ui/src', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((name) => /\.(ts|tsx|mts|mjs)$/.test(name)),
)
const isTest = (file: string): boolean => /\.(test|long)\.tsx?$/.test(file) || file.startsWith('test/')
const textOf = new Map(sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))

/** `import … from`, `export … from`, `import '…'` and `import('…')`, but none of a comment's. */
const IMPORT = /^(?!\s*(?:\/\/|\*)).*?(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/gm

const imports: readonly Import[] = sources.flatMap((from) =>
  [...textOf.get(from)!.matchAll(IMPORT)].map(([, specifier = '']) => ({
    from,
    specifier,
    to: specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : specifier,
  })),
)
const ofProduct = imports.filter(({ from }) => !isTest(from))
const inside = ({ to }: Import): boolean => /^(src|projections|ui|scripts|test)\//.test(to)

const NOT_AREAS = ['contracts', 'kernel', 'slice', 'event-log', 'database', 'web', 'simulation', 'areas']
/** What vitest loads by its default export. */
const FOR_VITEST = [
  'scripts/support/unowned-errors.mjs',
  'test/support/global-setup.ts',
  'test/support/browser-setup.ts',
]

/** `src/<area>/…`, not the rooms that areas build on and not the files that wire everything. */
const areaOf = (file: string): string | null => {
  const [, area] = /^src\/([^/]+)\//.exec(file) ?? []
  return area === undefined || NOT_AREAS.includes(area) ? null : area
}

type Files = (file: string) => boolean
/** What the files of a room may import of ours. */
type Rule = readonly [rule: string, room: Files, allowed: (to: string, from: string) => boolean]

const under =
  (...prefixes: string[]): Files =>
  (file) =>
    prefixes.some((prefix) => file.startsWith(prefix))

const contracts = 'src/contracts/'
const kernel = ['src/kernel/', contracts]
const slice = [...kernel, 'src/slice/']
const foundation = [...slice, 'src/event-log/', 'src/database/']
const engine = 'projections/engine/'
const uiParts = ['ui/src/ui/', 'ui/src/theme/', 'ui/src/api/', 'ui/src/lib/']

const featureOf = (file: string): string | undefined => /^ui\/src\/features\/([^/]+)\//.exec(file)?.[1]
const groupOf = (file: string): string | undefined => /^projections\/(?!engine\/)([^/]+)\//.exec(file)?.[1]

/** What an area does for others, by the names that every area gives it. */
const SERVICES = /\/(commands|problems|queries|letters|seasons)\.ts$/
/** Packages that compute, and reach nothing. */
const COMPUTES = /^(node:crypto|zod)(\/|$)/

/** Events, streams, folds and rules: what follows from its arguments alone, as no import leads to a store, a request or a clock. */
const isPure = (file: string, above: readonly string[] = []): boolean =>
  above.includes(file) ||
  imports
    .filter(({ from }) => from === file)
    .every((one) => {
      if (!inside(one)) return COMPUTES.test(one.to)
      return under(...kernel)(one.to) || (areaOf(one.to) !== null && isPure(one.to, [...above, file]))
    })

const rules: readonly Rule[] = [
  ['src/contracts imports nothing else of ours', under(contracts), under(contracts)],
  ['src/kernel imports contracts', under('src/kernel/'), under(...kernel)],
  ['src/slice imports the kernel', under('src/slice/'), under(...slice)],
  [
    'src/event-log imports the kernel and the database',
    under('src/event-log/'),
    under(...kernel, 'src/event-log/', 'src/database/'),
  ],
  [
    'src/database imports the kernel and the shapes of slices',
    under('src/database/'),
    under(...slice, 'src/database/'),
  ],
  [
    'an area imports the rooms below it, what other areas do for it, and their events and pure rules',
    (file) => areaOf(file) !== null,
    (to, from) =>
      under(...foundation)(to) ||
      areaOf(to) === areaOf(from) ||
      (areaOf(to) !== null && (SERVICES.test(to) || isPure(to))),
  ],
  ['projections/engine imports no area and no group', under(engine), under(...foundation, engine)],
  [
    'a projection group imports the kernel, the shapes of slices, events and pure rules of areas, and no other group',
    (file) => groupOf(file) !== undefined,
    (to, from) => under(...slice)(to) || (areaOf(to) !== null && isPure(to)) || groupOf(to) === groupOf(from),
  ],
  [
    'src/web imports the rooms below it: areas and the engine, no projection group',
    under('src/web/'),
    (to) => under(...foundation, engine, 'src/web/')(to) || areaOf(to) !== null,
  ],
  [
    'src/simulation plays the areas from above: it knows no server and no projection group',
    under('src/simulation/'),
    (to) => under(...foundation, engine, 'src/simulation/')(to) || areaOf(to) !== null,
  ],
  ['scripts import src and projections', under('scripts/'), under('scripts/', 'src/', 'projections/')],
  ['ui imports contracts and nothing else of src', under('ui/src/'), under(contracts, 'ui/src/')],
  [
    'a feature of the UI imports no other feature and no page',
    (file) => featureOf(file) !== undefined,
    (to, from) => under(contracts, ...uiParts)(to) || featureOf(to) === featureOf(from),
  ],
  ['the parts of the UI import no feature and no page', under(...uiParts), under(contracts, ...uiParts)],
]

/** Folders whose files belong together; what only starts processes stands above all of them, file by file. */
const roomOf = (file: string): string => {
  const [top = '', second = '', third = ''] = file.split('/')
  if (top === 'ui') return third === 'features' ? file.split('/').slice(0, 4).join('/') : [top, second, third].join('/')
  return top === 'scripts' ? top : [top, second].join('/')
}

/** A way through the rooms that comes back to where it began; null: there is none. */
function circleOf(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const cleared = new Set<string>()
  const follow = (way: readonly string[]): readonly string[] | null => {
    const room = way.at(-1)!
    if (way.indexOf(room) < way.length - 1) return way.slice(way.indexOf(room))
    if (cleared.has(room)) return null
    for (const next of edges.get(room) ?? []) {
      const circle = follow([...way, next])
      if (circle) return circle
    }
    cleared.add(room)
    return null
  }
  for (const room of edges.keys()) {
    const circle = follow([room])
    if (circle) return circle
  }
  return null
}

const written = ({ from, specifier }: Import): string => `${from} imports ${specifier}`
const importersOf = (name: RegExp): string[] => ofProduct.filter(({ to }) => name.test(to)).map(({ from }) => from)

describe('imports go one way', () => {
  test('the check reads the sources', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(ofProduct.filter(inside).length).toBeGreaterThan(200)
    expect(imports).toContainEqual({ from: 'test/architecture.test.ts', to: 'node:path', specifier: 'node:path' })
  })

  test.each(rules)('%s', (_, room, allowed) => {
    const own = ofProduct.filter((one) => inside(one) && room(one.from))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ to, from }) => !allowed(to, from)).map(written)).toEqual([])
  })

  test('rooms never import each other in a circle, types included', () => {
    const between = ofProduct.filter((one) => inside(one) && roomOf(one.from) !== roomOf(one.to))
    const edges = new Map<string, Set<string>>()
    for (const { from, to } of between) {
      const rooms = edges.get(roomOf(from)) ?? new Set()
      edges.set(roomOf(from), rooms.add(roomOf(to)))
    }
    expect(edges.size).toBeGreaterThan(20)
    expect(circleOf(edges)).toBeNull()
    expect(circleOf(new Map([...edges, ['src/kernel', new Set(['src/web'])]]))).toContain('src/kernel')
  })

  test('no room imports the composition root: only what starts a process does', () => {
    const importers = ofProduct.filter(({ to }) => ['src/container.ts', 'src/node.ts', 'src/main.ts'].includes(to))
    const starts = (file: string): boolean => file.startsWith('scripts/') || /^src\/[a-z]+\.ts$/.test(file)
    expect(importers.length).toBeGreaterThan(0)
    expect(importers.filter(({ from }) => !starts(from)).map(written)).toEqual([])
  })

  test('product code imports no test code', () => {
    expect(ofProduct.filter(({ to }) => isTest(to)).map(written)).toEqual([])
  })
})

describe('packages are known in one place', () => {
  test('the client of EventStoreDB is imported by its adapter only', () => {
    const importers = importersOf(/^@eventstore\/db-client/)
    expect(importers.length).toBeGreaterThan(0)
    expect(importers.filter((file) => !under('src/event-log/eventstoredb/')(file))).toEqual([])
  })

  test('Radix is imported by the primitives of the UI only', () => {
    const importers = importersOf(/^(radix-ui|@radix-ui\/)/)
    expect(importers.length).toBeGreaterThan(0)
    expect(importers.filter((file) => !under('ui/src/ui/')(file))).toEqual([])
  })
})

test('parts that come later are `part`s: what React’s lazy reveals, it holds back for 300 ms', () => {
  const reveals = /^import [^;]*\b(lazy|Suspense)\b[^;]*? from 'react'$/m
  expect(sources.filter((file) => reveals.test(textOf.get(file)!))).toEqual([])
})

describe('modules', () => {
  test('there are no barrels: no file hands on what another exports', () => {
    const barrels = sources.filter((file) =>
      /^export\s+(type\s+)?(\*|\{[^}]*\})[^;\n]*\sfrom\s/m.test(textOf.get(file)!),
    )
    expect(barrels).toEqual([])
  })

  test('exports have names', () => {
    const unnamed = sources.filter((file) => /^export default /m.test(textOf.get(file)!))
    expect(unnamed.filter((file) => !FOR_VITEST.includes(file))).toEqual([])
  })
})
