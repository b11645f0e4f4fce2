// npm run mutation [-- PATH…]: changes one operator, constant or statement at a time and runs the unit tests of the file.
// All mutants of a round share one Vitest run: the test file is imported once per mutant, as `x.test.ts?mutant=7`.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { createVitest } from 'vitest/node'
import { EQUIVALENT } from './support/equivalent-mutants.ts'
import { killedPercent, type Mutant, mutantsOf, mutated } from './support/mutants.ts'

const TARGET_PERCENT = 90
const root = fileURLToPath(new URL('..', import.meta.url))

/** Pure functions of files that also have queries. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  'src/areas/leagues/standings.ts': ['withRanks'],
  'src/areas/leagues/statistics.ts': ['meanAccuracy', 'mostAccurate'],
  'src/areas/matches/live.ts': ['goalsOf', 'effectOf'],
}
/** Other pure modules, by folder. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'src/areas/boards': ['past'],
  'src/areas/calendar': ['calendar'],
  'src/areas/competitions': ['cup', 'ranking', 'rounds'],
  'src/areas/fixtures': ['cutoff', 'gameweek-window', 'settlement-reactor'],
  'src/areas/league-rules': ['rules'],
  'src/areas/leagues': ['trend'],
  'src/areas/matches': ['provisional'],
  'src/areas/predictions': ['commitment'],
  'src/areas/proofs': ['note', 'tree'],
  'src/areas/reminders': ['schedule'],
  'src/areas/wraps': ['cards'],
  'src/contracts': [
    ...['final-table', 'league-scoring', 'points', 'receipts', 'reminder-words', 'scoring-rules', 'time-zones'],
  ],
  'src/event-log': ['key-wrap', 'personal-data'],
  'src/kernel': ['time-zone'],
  'ui/src/features/players': ['duel'],
}
const FILES = [
  ...globSync('src/areas/*/*-decider.ts', { cwd: root }),
  ...Object.entries(MODULES).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}.ts`)),
  ...Object.keys(ONLY),
].sort()

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(`npm run mutation [-- PATH…]   mutates the files whose path contains PATH, and lists the changes that no unit test of the file notices

Exit code 1 if a file is below ${TARGET_PERCENT} %. Equivalent mutants: scripts/support/equivalent-mutants.ts. Files:
${FILES.map((file) => `  ${file}`).join('\n')}`)
  process.exit(0)
}
const unknown = args.find((arg) => !FILES.some((file) => file.includes(arg)))
if (unknown !== undefined) {
  console.error(`No file is called ${unknown}; npm run mutation -- --help lists the files`)
  process.exit(1)
}

interface Case extends Mutant {
  readonly file: string
  readonly line: number
  readonly lineText: string
  readonly tests: readonly string[]
  isKilled: boolean
}

const sources = new Map<string, string>()
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(path.join(root, file), 'utf8')
  sources.set(file, known)
  return known
}

const reached = new Map<string, ReadonlySet<string>>()
/** Files that a file imports, directly or not, and the file itself. Imports of types do not count. */
function importsOf(file: string): ReadonlySet<string> {
  const known = reached.get(file)
  if (known) return known
  const all = new Set([file])
  for (const each of all) {
    for (const [, from] of sourceOf(each).matchAll(/^(?!import type|export type).*\bfrom '(\.[^']+\.ts)'/gm))
      all.add(path.join(path.dirname(each), from!))
  }
  reached.set(file, all)
  return all
}

const TESTS = globSync('{src,ui/src}/**/*.test.ts', { cwd: root }).filter(
  // Neither tests with a store nor those that start programs.
  (test) => !/\.(?:store|alone)\.test\.ts$/.test(test) && !sourceOf(test).includes("'node:child_process'"),
)

/** Unit tests that import a file: those in its folder, directly or not, and others directly. Those of the same name first. */
function testsOf(file: string): readonly string[] {
  const { dir, base, name } = path.parse(file)
  const isNear = (test: string) => path.dirname(test) === dir || sourceOf(test).includes(`/${base}'`)
  const isOther = (test: string) => Number(path.basename(test) !== `${name}.test.ts`)
  return TESTS.filter((test) => importsOf(test).has(file) && isNear(test)).sort((a, b) => isOther(a) - isOther(b))
}

const wanted = FILES.filter((file) => args.length === 0 || args.some((arg) => file.includes(arg)))
const cases = wanted.flatMap((file): Case[] => {
  const source = sourceOf(file)
  const tests = testsOf(file)
  return mutantsOf(source, ONLY[file]).map((mutant) => {
    const line = source.slice(0, mutant.start).split('\n').length
    return { ...mutant, file, line, lineText: source.split('\n')[line - 1]!.trim(), tests, isKilled: false }
  })
})

const queryOf = (id: string | undefined): string => /\?mutant=-?\d+$/.exec(id ?? '')?.[0] ?? ''
const caseOf = (id: string): Case | undefined => cases[Number(queryOf(id).split('=')[1])]
const fileOf = (id: string): string => path.relative(root, id.replace(/\?.*/, ''))

/** Imports every module between a test and its mutant once per mutant, and changes the mutant’s own source. */
const mutate: Plugin = {
  name: 'mutate',
  enforce: 'pre',
  transform(code, id) {
    const query = queryOf(id)
    const mutant = caseOf(id)
    if (!mutant) return null
    const folder = path.dirname(fileOf(id))
    return (fileOf(id) === mutant.file ? mutated(code, mutant) : code).replace(
      /\bfrom '(\.[^']+\.ts)'/g,
      (text, from: string) => (importsOf(path.join(folder, from)).has(mutant.file) ? `from '${from}${query}'` : text),
    )
  },
}

const vitest = await createVitest(
  'test',
  {
    config: false,
    root,
    watch: false,
    include: ['{src,ui/src}/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    reporters: [{}],
    silent: true,
    // It does not know which mutant a module had in an earlier run.
    fsModuleCache: false,
    testTimeout: 60_000,
  },
  { plugins: [mutate] },
)
const project = vitest.getRootProject()

/** Runs test files, each for one mutant (-1: none). Returns the ids of those that failed. */
async function failuresOf(
  runs: readonly { readonly test: string; readonly mutant: number }[],
): Promise<ReadonlySet<string>> {
  const specifications = runs.map(({ test, mutant }) =>
    project.createSpecification(`${path.join(root, test)}?mutant=${mutant}`),
  )
  const { testModules } = await vitest.runTestSpecifications(specifications)
  return new Set(testModules.filter((module) => module.state() !== 'passed').map((module) => module.moduleId))
}
const idOf = (test: string, mutant: number): string => `${path.join(root, test)}?mutant=${mutant}`

const started = performance.now()
const tests = [...new Set(cases.flatMap((each) => each.tests))]
const unchanged = tests.map((test) => ({ test, mutant: -1 }))
let broken = await failuresOf(unchanged)
for (let nth = 0; nth < Math.max(...cases.map((each) => each.tests.length)); nth++) {
  const runs = cases.flatMap(({ tests, isKilled }, mutant) => {
    const test = tests[nth]
    return isKilled || test === undefined ? [] : [{ test, mutant }]
  })
  // Tests of the unchanged source come last as well: a mutant must not break those that run after it.
  const failures = await failuresOf([...runs, ...unchanged.map(({ test }) => ({ test, mutant: -2 - nth }))])
  for (const { test, mutant } of runs) if (failures.has(idOf(test, mutant))) cases[mutant]!.isKilled = true
  broken = new Set([...broken, ...[...failures].filter((id) => id.includes('?mutant=-'))])
}
await vitest.close()

const equivalentOf = ({ file, lineText, change }: Case) =>
  EQUIVALENT.find((each) => each.file === file && each.line === lineText && each.change === change)
let isBelow = false
for (const file of wanted) {
  const own = cases.filter((each) => each.file === file)
  const survivors = own.filter((each) => !each.isKilled && !equivalentOf(each))
  const equivalent = own.filter((each) => !each.isKilled && equivalentOf(each)).length
  const killed = own.filter((each) => each.isKilled).length
  const percent = killedPercent({ mutants: own.length, killed, equivalent })
  isBelow ||= percent < TARGET_PERCENT
  console.log(
    `${percent.toFixed(0).padStart(3)} %  ${file}: ${own.length} mutants, ${killed} killed, ${equivalent} equivalent`,
  )
  for (const { line, lineText, change } of survivors) console.log(`       ${line}: ${change}   ${lineText}`)
}
const stale = EQUIVALENT.filter(
  (each) => wanted.includes(each.file) && !cases.some((mutant) => !mutant.isKilled && equivalentOf(mutant) === each),
)
for (const { file, line, change } of stale) console.log(`Not equivalent, or gone: ${file}: ${change}   ${line}`)
for (const id of broken) console.log(`Fails without a mutant: ${fileOf(id)}`)
const killed = cases.filter((each) => each.isKilled).length
const equivalent = cases.filter((each) => !each.isKilled && equivalentOf(each)).length
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `\n${killedPercent({ mutants: cases.length, killed, equivalent }).toFixed(1)} %: ${cases.length} mutants, ${killed} killed, ${equivalent} equivalent, ${seconds} s`,
)
process.exit(isBelow || stale.length > 0 || broken.size > 0 ? 1 : 0)
