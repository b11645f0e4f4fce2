// npm run coverage [-- PATH… --project NAME]: branch coverage of src, projections and ui, by tests, the processes that tests start, and
// pages in the browser.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mergeScriptCovs, type ScriptCov } from '@bcoe/v8-coverage'
import convert, { type Options } from 'ast-v8-to-istanbul'
import { parseAst } from 'vite'
import { packageBin } from './support/prepare.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['src/**/*.ts', 'projections/**/*.ts', 'ui/src/**/*.{ts,tsx}']
const WORST = 20

/** Coverage of one file, in the format of Istanbul. */
interface FileCoverage {
  readonly branchMap: Readonly<Record<string, { type: string; loc: { start: { line: number; column: number } } }>>
  readonly b: Record<string, number[]>
}
type SourceMap = NonNullable<Options['sourceMap']>
type Coverage = Readonly<Record<string, FileCoverage>>

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(`npm run coverage                              branch coverage of all tests, by folder, and the ${WORST} files that lack most
npm run coverage -- PATH… --project NAME      of some tests, as for npm test
npm run coverage -- --add FILE …              adds what the run covers to FILE, and prints the sum: for a run in parts

Counts branches executed by tests, by the processes that they start, and by pages in the browser. Processes killed by kill -9 do not count.
Leaves a build of the pages with source maps, which the next start replaces.`)
  process.exit(0)
}
const addsTo = takeOption('--add')
const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--project' && arg !== '-t')
if (unknown !== undefined) {
  console.error(`npm run coverage does not know ${unknown}; its options are --add, --project and -t`)
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'plp-coverage-'))
const children = path.join(folder, 'children')
const pages = path.join(folder, 'pages')
const options = [
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.reporter=json',
  `--coverage.reportsDirectory=${folder}/vitest`,
]
const { status } = spawnSync(
  process.execPath,
  [
    ...[packageBin('vitest'), 'run', '--reporter=dot', '--coverage.reportOnFailure', ...options],
    ...SOURCES.map((source) => `--coverage.include=${source}`),
    ...args,
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLP_CHILD_COVERAGE: children, PLP_BROWSER_COVERAGE: pages },
  },
)
const coverage: Coverage = JSON.parse(readFileSync(path.join(folder, 'vitest/coverage-final.json'), 'utf8'))
const inProcess = totals(Object.values(coverage))
await addChildren()
await addPages()
const elsewhere = totals(Object.values(coverage)).covered - inProcess.covered
rmSync(folder, { recursive: true, force: true })
if (addsTo !== undefined) {
  const before: Coverage = existsSync(addsTo) ? JSON.parse(readFileSync(addsTo, 'utf8')) : {}
  for (const [file, each] of Object.entries(before)) if (coverage[file]) addHits(coverage[file], each)
  writeFileSync(addsTo, JSON.stringify(coverage))
}

const byFolder = Object.groupBy(Object.entries(coverage), ([file]) => topFolder(file))
console.log('\n| folder | branches | covered | % |\n|---|---|---|---|')
for (const [name, files = []] of Object.entries(byFolder).sort()) printRow(name, totals(files.map(([, file]) => file)))
const all = totals(Object.values(coverage))
printRow('all', all)
console.log(`\n${elsewhere} branches are covered only by other processes and pages.\n\nMost uncovered branches:`)
const missing = Object.entries(coverage).map(([file, each]) => ({ file, ...totals([each]) }))
for (const { file, covered, branches } of missing
  .sort((a, b) => b.branches - b.covered - (a.branches - a.covered))
  .slice(0, WORST))
  console.log(
    `${String(branches - covered).padStart(5)} of ${String(branches).padStart(4)}  ${path.relative(root, file)}`,
  )
process.exit(status ?? 1)

/** Removes an option and returns its value; undefined if it is missing. */
function takeOption(name: string): string | undefined {
  const at = args.indexOf(name)
  if (at < 0) return undefined
  const [, value] = args.splice(at, 2)
  if (value !== undefined) return value
  console.error(`${name} takes a file`)
  return process.exit(1)
}

/** `src/areas/leagues`, `src/web`, `projections`, `ui/src/features/leagues`. */
function topFolder(file: string): string {
  const parts = path.dirname(path.relative(root, file)).split(path.sep)
  const isDeeper = parts[0] === 'ui' || parts[1] === 'areas'
  return parts.slice(0, parts[0] === 'projections' ? 1 : isDeeper ? 3 : 2).join('/')
}

function totals(files: readonly FileCoverage[]): { readonly branches: number; readonly covered: number } {
  const counts = files.flatMap(({ b }) => Object.values(b).flat())
  return { branches: counts.length, covered: counts.filter((count) => count > 0).length }
}

function printRow(name: string, { branches, covered }: { readonly branches: number; readonly covered: number }): void {
  console.log(
    `| ${name} | ${branches} | ${covered} | ${branches === 0 ? '' : ((100 * covered) / branches).toFixed(1)} |`,
  )
}

/** Adds the branches executed by child processes. Node strips types in place, so offsets are those of the source. */
async function addChildren(): Promise<void> {
  for (const script of executed(children, (url) => url.startsWith('file://') && fileURLToPath(url) in coverage)) {
    const code = readFileSync(fileURLToPath(script.url), 'utf8')
    await addScript(script, code, parseAst(code, { lang: 'ts' }))
  }
}

/** Adds the branches executed by pages in the browser. */
async function addPages(): Promise<void> {
  const built = (url: string) => path.join(root, 'ui/dist', url)
  // The bundler's own runtime has no source map.
  for (const { url, functions } of executed(pages, (url) => existsSync(`${built(url)}.map`))) {
    const file = built(url)
    const code = readFileSync(file, 'utf8')
    const sourceMap = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap
    await addScript({ url: pathToFileURL(file).href, functions }, code, parseAst(code), sourceMap)
  }
}

/** The scripts that processes or pages have executed, merged from the files of a folder. */
function executed(from: string, isWanted: (url: string) => boolean): readonly ScriptCov[] {
  const scripts = new Map<string, ScriptCov>()
  for (const name of readFolder(from)) {
    const { result } = JSON.parse(readFileSync(path.join(from, name), 'utf8')) as { result: ScriptCov[] }
    for (const script of result.filter(({ url }) => isWanted(url))) {
      const before = scripts.get(script.url)
      scripts.set(script.url, mergeScriptCovs(before ? [before, script] : [script])!)
    }
  }
  return [...scripts.values()]
}

async function addScript(
  { url, functions }: Pick<ScriptCov, 'url' | 'functions'>,
  code: string,
  ast: unknown,
  sourceMap?: SourceMap,
): Promise<void> {
  const options = {
    code,
    ast: ast as Options['ast'],
    coverage: { url, functions },
    ...(sourceMap ? { sourceMap } : {}),
  }
  const converted = (await convert(options)) as unknown as Coverage
  for (const [file, each] of Object.entries(converted)) if (coverage[file]) addHits(coverage[file], each)
}

function readFolder(name: string): readonly string[] {
  try {
    return readdirSync(name)
  } catch {
    return []
  }
}

/** Adds counts to branches that begin at the same place. */
function addHits(to: FileCoverage, from: FileCoverage): void {
  const keyOf = ({ branchMap }: FileCoverage, id: string) => {
    const { type, loc } = branchMap[id]!
    return `${type} ${loc.start.line}:${loc.start.column}`
  }
  const counts = new Map(Object.entries(from.b).map(([id, each]) => [keyOf(from, id), each]))
  for (const [id, each] of Object.entries(to.b)) {
    const more = counts.get(keyOf(to, id)) ?? []
    to.b[id] = each.map((count, index) => count + (more[index] ?? 0))
  }
}
