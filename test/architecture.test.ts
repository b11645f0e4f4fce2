import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// Checks docs/architecture.md, "Layers", against the import statements of every source file.

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

/** Matches `import … from`, `export … from`, `import '…'` and `import('…')`, but not inside comments. */
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

/** Files that vitest loads by their default export. */
const FOR_VITEST = ['scripts/support/run-report.mjs', 'test/support/global-setup.ts', 'test/support/browser-setup.ts']

/** The manifest of an area: it binds the parts of the area, its projection group included. */
const isManifest = (file: string): boolean => /^src\/areas\/([^/]+\/area|[^/]+)\.ts$/.test(file)
/** The UI half of a manifest: it loads the pages that compose the features. */
const isUiManifest = (file: string): boolean => /^ui\/src\/features\/[^/]+\/area\.tsx$/.test(file)
/** Pages of the UI, each in a folder of its own; the files of `app` itself are the shell around them. */
const isPage = (file: string): boolean => /^ui\/src\/app\/[^/]+\//.test(file)
/** Requests, responses and the constants of both: all that the UI may import of the server. */
const isContract = (file: string): boolean => /^src\/(contracts\/|areas\/[^/]+\/(contract|constants)\.ts$)/.test(file)
/** The area of a file; null for its manifest and its contract, which are layers of their own. */
const areaOf = (file: string): string | null =>
  isManifest(file) || isContract(file) ? null : (/^src\/areas\/([^/]+)\//.exec(file)?.[1] ?? null)

type Files = (file: string) => boolean
/** Which of our own files a layer may import. */
type Rule = readonly [rule: string, layer: Files, allowed: (to: string, from: string) => boolean]

const under =
  (...prefixes: string[]): Files =>
  (file) =>
    prefixes.some((prefix) => file.startsWith(prefix))

const anyOf =
  (...all: Files[]): Files =>
  (file) =>
    all.some((one) => one(file))

const kernel = anyOf(under('src/kernel/'), isContract)
const slice = anyOf(kernel, under('src/slice/'))
const foundation = anyOf(slice, under('src/event-log/', 'src/database/'))
const engine = under('projections/engine/')
const uiParts = ['ui/src/ui/', 'ui/src/theme/', 'ui/src/api/', 'ui/src/lib/']

const featureOf = (file: string): string | undefined =>
  isUiManifest(file) ? undefined : /^ui\/src\/features\/([^/]+)\//.exec(file)?.[1]
const groupOf = (file: string): string | undefined => /^projections\/(?!engine\/)([^/]+)\//.exec(file)?.[1]

/** Files of `src` itself: settings, the container, the start. */
const isRoot: Files = (file) => /^src\/[^/]+\.ts$/.test(file)

/** What an area offers to others, under the file names that every area uses. */
const SERVICES = /\/(commands|problems|queries|notifications|seasons)\.ts$/
/** Declared tables of an area, which its projection group fills. */
const TABLES = /\/tables\.ts$/
/** Packages that only compute and have no side effects. */
const COMPUTES = /^(node:crypto|zod)(\/|$)/

/**
 * Events, streams, folds and rules: pure functions of their arguments. No import leads to a store, a request or a
 * clock.
 */
const isPure = (file: string, above: readonly string[] = []): boolean =>
  above.includes(file) ||
  imports
    .filter(({ from }) => from === file)
    .every((one) => {
      if (!inside(one)) return COMPUTES.test(one.to)
      return kernel(one.to) || (areaOf(one.to) !== null && isPure(one.to, [...above, file]))
    })

const rules: readonly Rule[] = [
  ['contracts import contracts', isContract, isContract],
  ['src/kernel imports contracts', under('src/kernel/'), kernel],
  ['src/slice imports the kernel', under('src/slice/'), slice],
  [
    'src/event-log imports the kernel and the database',
    under('src/event-log/'),
    anyOf(kernel, under('src/event-log/', 'src/database/')),
  ],
  ['src/database imports the kernel and src/slice', under('src/database/'), anyOf(slice, under('src/database/'))],
  [
    'an area imports the layers below it, and of other areas commands, queries, events and pure rules',
    (file) => areaOf(file) !== null,
    (to, from) =>
      foundation(to) || areaOf(to) === areaOf(from) || (areaOf(to) !== null && (SERVICES.test(to) || isPure(to))),
  ],
  ['projections/engine imports no area and no group', engine, anyOf(foundation, engine)],
  [
    'a projection group imports the kernel, src/slice, events, tables and pure rules of areas, and no other group',
    (file) => groupOf(file) !== undefined,
    (to, from) =>
      slice(to) || (areaOf(to) !== null && (TABLES.test(to) || isPure(to))) || groupOf(to) === groupOf(from),
  ],
  [
    'src/web imports areas and the engine, no projection group',
    under('src/web/'),
    (to) => anyOf(foundation, engine, under('src/web/'))(to) || areaOf(to) !== null,
  ],
  [
    'src/simulation imports areas and the engine, no server and no projection group',
    under('src/simulation/'),
    (to) => anyOf(foundation, engine, under('src/simulation/'))(to) || areaOf(to) !== null,
  ],
  [
    'a manifest imports areas, their groups, other manifests and the shared layers',
    isManifest,
    (to) =>
      anyOf(foundation, engine, isManifest, under('src/web/', 'src/simulation/'))(to) ||
      areaOf(to) !== null ||
      groupOf(to) !== undefined ||
      isRoot(to),
  ],
  ['the composition root imports src and projections', isRoot, under('src/', 'projections/')],
  ['scripts import src and projections', under('scripts/'), under('scripts/', 'src/', 'projections/')],
  ['ui imports contracts and nothing else of src', under('ui/src/'), anyOf(isContract, under('ui/src/'))],
  [
    'a feature of the UI imports no other feature and no page',
    (file) => featureOf(file) !== undefined,
    (to, from) => anyOf(isContract, under(...uiParts))(to) || featureOf(to) === featureOf(from),
  ],
  [
    'a manifest of the UI imports its own feature and pages',
    isUiManifest,
    (to, from) => anyOf(isContract, isPage, under(...uiParts, `${path.posix.dirname(from)}/`))(to),
  ],
  [
    'a page of the UI imports features and other pages, neither manifests nor the shell',
    isPage,
    (to) => anyOf(isContract, isPage, under(...uiParts))(to) || featureOf(to) !== undefined,
  ],
  ['the primitives of the UI import no feature and no page', under(...uiParts), anyOf(isContract, under(...uiParts))],
]

/**
 * The layer of a file. Each file of the composition root is a layer of its own, as the manifests import its
 * identifiers.
 */
const layerOf = (file: string): string => {
  if (isContract(file)) return 'contracts'
  if (isManifest(file)) return 'manifests'
  if (isUiManifest(file)) return 'manifests of the UI'
  if (isPage(file)) return 'pages of the UI'
  const [top = '', second = '', third = ''] = file.split('/')
  if (areaOf(file) !== null) return [top, second, third].join('/')
  if (top === 'ui') return third === 'features' ? file.split('/').slice(0, 4).join('/') : [top, second, third].join('/')
  return top === 'scripts' ? top : [top, second].join('/')
}

/** A cycle in a graph, as the path that closes it; null where there is none. */
function cycleOf(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const cleared = new Set<string>()
  const follow = (way: readonly string[]): readonly string[] | null => {
    const room = way.at(-1)!
    if (way.indexOf(room) < way.length - 1) return way.slice(way.indexOf(room))
    if (cleared.has(room)) return null
    for (const next of edges.get(room) ?? []) {
      const cycle = follow([...way, next])
      if (cycle) return cycle
    }
    cleared.add(room)
    return null
  }
  for (const room of edges.keys()) {
    const cycle = follow([room])
    if (cycle) return cycle
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

  test.each(rules)('%s', (_, layer, allowed) => {
    const own = ofProduct.filter((one) => inside(one) && layer(one.from))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ to, from }) => !allowed(to, from)).map(written)).toEqual([])
  })

  test.each([
    ['layers', layerOf],
    ['files', (file: string) => file],
  ])('%s never import each other in a cycle, types included', (_, nodeOf) => {
    const edges = new Map<string, Set<string>>()
    for (const { from, to } of ofProduct.filter((one) => inside(one) && nodeOf(one.from) !== nodeOf(one.to)))
      edges.set(nodeOf(from), (edges.get(nodeOf(from)) ?? new Set()).add(nodeOf(to)))
    expect(edges.size).toBeGreaterThan(20)
    expect(cycleOf(edges)).toBeNull()
    expect(cycleOf(new Map([...edges, ['a', new Set(['b'])], ['b', new Set(['a'])]]))).toEqual(['a', 'b', 'a'])
  })

  test('only what starts a process imports the composition root', () => {
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

test('lazy parts use `lazyComponent`: React’s own lazy delays the reveal by 300 ms', () => {
  const reveals = /^import [^;]*\b(lazy|Suspense)\b[^;]*? from 'react'$/m
  expect(sources.filter((file) => reveals.test(textOf.get(file)!))).toEqual([])
})

test('pages use `groupBy` of ui/src/lib: Safari supports `Map.groupBy` since 17.4 only', () => {
  expect(sources.filter((file) => file.startsWith('ui/src/') && textOf.get(file)!.includes('Map.groupBy('))).toEqual([])
})

describe('modules', () => {
  test('there are no barrels: no file re-exports the exports of another', () => {
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
