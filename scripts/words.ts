// npm run words [-- [--list] PATH…]: measures the language of comments and docs, and finds retired identifiers.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { commentsIn, type Measure, measure, oddSentences, type Prose, paragraphsIn } from './support/prose.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const GENERATED = ['docs/read-models.md', 'docs/events.md']

/** Identifiers that standard terms have replaced. Persisted names are not among them. */
const RETIRED =
  'Hearing heardIn Circular takesItself giveBack Naming HeldView heldViewsOf KeptFixtures createKeptFixtures createMerged showingWhatStands ' +
  'withPatience createTurns HashLine Lane createLane readLanes createBell createBells createFeed FeedCalendar FeedRefresh Deeds honoursOf worksFrom beginsEmpty ' +
  'takenBack StoreLook lookAtStore createWishes createDesk Desk createPlaces browserPlace OnDesk emission emissionList Barrier barrierOf ' +
  'cutStalled useLazyPart pricesOf TellNews isToldOnce isUnsaid'

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(`npm run words                    measures comments and docs, and finds retired identifiers; exit code 1 where a target is missed
npm run words -- [--list] PATH…  measures files and folders; --list prints the sentences to rewrite`)
  process.exit(0)
}
const isListing = args.includes('--list')
const given = args.filter((arg) => !arg.startsWith('-')).map((arg) => path.relative(root, path.resolve(arg)))
const unknown = given.find((each) => !existsSync(path.join(root, each)))
if (unknown !== undefined) {
  console.error(`There is no file or folder ${unknown}`)
  process.exit(1)
}
const files = globSync(['*.md', 'docs/**/*.md', '{src,projections,ui,scripts,test}/**/*.{ts,tsx,mts,mjs}'], {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
  .filter((file) => given.length === 0 || given.some((each) => file === each || file.startsWith(`${each}/`)))
  .sort()
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const sources = files.filter((file) => /\.(?:tsx?|mjs|mts)$/.test(file))
const documents = files.filter((file) => file.endsWith('.md') && !GENERATED.includes(file))

const comments = sources.map((file) => ({ file, prose: commentsIn(read(file)) }))
const docs = documents.map((file) => ({ file, prose: paragraphsIn(read(file)) }))
if (isListing) for (const each of [...comments, ...docs]) list(each)

const missed = [report('Comments', comments, 0), report('Docs', docs, 1)].flat()
const pattern = new RegExp(`(?<![\\w$'-])(?:${RETIRED.split(' ').join('|')})(?![\\w$])`, 'g')
const retired = sources.flatMap((file) =>
  file === 'scripts/words.ts' ? [] : [...new Set(read(file).match(pattern))].map((name) => `${file}: ${name}`),
)
console.log(retired.length === 0 ? 'No retired identifier.' : `Retired identifiers:\n  ${retired.join('\n  ')}`)
// Targets are those of the whole.
process.exit(retired.length > 0 || (given.length === 0 && missed.length > 0) ? 1 : 0)

interface Texts {
  readonly file: string
  readonly prose: readonly Prose[]
}

function list({ file, prose }: Texts): void {
  for (const { line, text } of prose)
    for (const sentence of oddSentences(text)) console.log(`${file}:${line}: ${sentence.replace(/\s+/g, ' ')}`)
}

/** Prints one table; returns the rows that miss their target. */
function report(title: string, texts: readonly Texts[], kind: 0 | 1): Measure['rows'] {
  const { words, rows } = measure(
    texts.flatMap(({ prose }) => prose.map(({ text }) => text)),
    kind,
  )
  console.log(`${title}: ${words} words, per 10,000:`)
  for (const { name, value, most } of rows)
    console.log(`  ${name.padEnd(28)}${value.toFixed(1).padStart(6)}  at most ${most}${value > most ? '  missed' : ''}`)
  return rows.filter(({ value, most }) => value > most)
}
