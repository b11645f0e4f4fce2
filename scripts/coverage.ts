// npm run coverage [-- PATH… --project NAME]: branch coverage of src, projections and ui, by tests and by the processes that tests start.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeScriptCovs, type ScriptCov } from '@bcoe/v8-coverage'
import convert from 'ast-v8-to-istanbul'
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
type Coverage = Readonly<Record<string, FileCoverage>>

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(`npm run coverage                              branch coverage of all tests, by folder, and the ${WORST} files that lack most
npm run coverage -- PATH… --project NAME      of some tests, as for npm test

Counts branches executed by tests and by the processes that they start. Processes killed by kill -9 and pages in the browser do not count.`)
  process.exit(0)
}
const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--project' && arg !== '-t')
if (unknown !== undefined) {
  console.error(`npm run coverage does not know ${unknown}; its options are --project and -t`)
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'plp-coverage-'))
const children = path.join(folder, 'children')
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
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PLP_CHILD_COVERAGE: children } },
)
const coverage: Coverage = JSON.parse(readFileSync(path.join(folder, 'vitest/coverage-final.json'), 'utf8'))
const inProcess = totals(Object.values(coverage))
await addChildren()
rmSync(folder, { recursive: true, force: true })

const byFolder = Object.groupBy(Object.entries(coverage), ([file]) => topFolder(file))
console.log('\n| folder | branches | covered | % |\n|---|---|---|---|')
for (const [name, files = []] of Object.entries(byFolder).sort()) printRow(name, totals(files.map(([, file]) => file)))
const all = totals(Object.values(coverage))
printRow('all', all)
console.log(
  `\n${all.covered - inProcess.covered} branches are covered only by other processes.\n\nMost uncovered branches:`,
)
const missing = Object.entries(coverage).map(([file, each]) => ({ file, ...totals([each]) }))
for (const { file, covered, branches } of missing
  .sort((a, b) => b.branches - b.covered - (a.branches - a.covered))
  .slice(0, WORST))
  console.log(
    `${String(branches - covered).padStart(5)} of ${String(branches).padStart(4)}  ${path.relative(root, file)}`,
  )
process.exit(status ?? 1)

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
  const scripts = new Map<string, ScriptCov>()
  for (const name of readFolder(children)) {
    const { result } = JSON.parse(readFileSync(path.join(children, name), 'utf8')) as { result: ScriptCov[] }
    for (const script of result) {
      if (!script.url.startsWith('file://') || !(fileURLToPath(script.url) in coverage)) continue
      const before = scripts.get(script.url)
      scripts.set(script.url, mergeScriptCovs(before ? [before, script] : [script])!)
    }
  }
  for (const [url, { functions }] of scripts) {
    const file = fileURLToPath(url)
    const code = readFileSync(file, 'utf8')
    const ast = parseAst(code, { lang: 'ts' }) as Parameters<typeof convert>[0]['ast']
    const converted = (await convert({ code, ast, coverage: { url, functions } })) as unknown as Coverage
    for (const each of Object.values(converted)) addHits(coverage[file]!, each)
  }
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
