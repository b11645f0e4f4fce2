import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bareEnvironment } from '../support/bare-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const area = fileURLToPath(new URL('./shouts', import.meta.url))

/** What a checkout consists of, but for what is installed, built or left behind by runs. */
const TREE = [
  ...['docs', 'projections', 'scripts', 'src', 'test', 'ui'],
  ...['README.md', 'package.json', 'tsconfig.json', 'vitest.config.ts'],
]
const LEFT_OUT = ['ui/dist', 'test/.artifacts', 'test/new-area/shouts']

/** What an area adds to a file that is there: `lines` before the first `before` that follows `after`. */
interface Addition {
  readonly file: string
  readonly after: string
  readonly before: string
  readonly lines: readonly string[]
}

/** All that `shouts` needs of the rest. */
const ADDITIONS: readonly Addition[] = [
  {
    file: 'src/areas/index.ts',
    after: '',
    before: 'import { teams }',
    lines: ["import { shouts } from './shouts.ts'"],
  },
  { file: 'src/areas/index.ts', after: 'export const areas', before: ']\n', lines: ['  shouts,'] },
  { file: 'src/contracts/topics.ts', after: 'export const TOPICS', before: '}', lines: ["  shouts: 'some',"] },
  {
    file: 'src/simulation/emissions.ts',
    after: '',
    before: 'import type { SimulationEvent }',
    lines: ["import type { ShoutEvent } from '../shouts/events.ts'"],
  },
  {
    file: 'src/simulation/emissions.ts',
    after: 'type GameEvent =',
    before: '  | SimulationEvent',
    lines: ['  | ShoutEvent'],
  },
  {
    file: 'src/simulation/emissions.ts',
    after: 'export const emissions',
    before: '  SimulationCleared:',
    lines: ["  Shouted: player(call('POST /api/shouts')),"],
  },
  {
    file: 'ui/src/app/pages.tsx',
    after: 'export const PAGES',
    before: '  admin: {',
    lines: [
      '  shouts: {',
      "    path: '/shouts',",
      "    title: 'Shouts',",
      "    link: { label: 'Shouts', icon: Users, in: ['more'] },",
      "    help: { to: 'multiplayer', label: 'How leagues work' },",
      "    Code: part(() => import('./shouts/ShoutsPage.tsx').then((module) => module.ShoutsPage), waiting),",
      '  },',
    ],
  },
]

/** How many lines stand in each file of the area, and how many it adds to each that is there: what its diff adds, but for catalogues. */
export function linesAdded(): ReadonlyMap<string, number> {
  const files = readdirSync(area, { recursive: true, encoding: 'utf8' }).filter((name) => path.extname(name) !== '')
  const added = new Map(files.map((name) => [name.replaceAll(path.sep, '/'), linesOf(path.join(area, name))]))
  for (const { file, lines } of ADDITIONS) added.set(file, (added.get(file) ?? 0) + lines.length)
  return added
}

const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1

/** The files outside of the area in which it says anything; each has a place for it. */
export function touched(): readonly string[] {
  for (const addition of ADDITIONS) withAddition(path.join(root, addition.file), addition)
  return [...new Set(ADDITIONS.map(({ file }) => file))]
}

/** A copy of the checkout to which the area `shouts` was added. */
export interface Scratch {
  /** Runs a program in it; gives what it has printed. Throws, with what it printed, where it fails. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** Runs one of its scripts, or a program of a package. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  remove(): void
}

/** Copies the checkout and adds the area; `beforeAdding` sees the copy as the checkout is. */
export async function scratchWithShouts(beforeAdding: (scratch: Scratch) => Promise<void>): Promise<Scratch> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-new-area-'))
  const inFolder = (name: string): string => path.join(folder, name)
  const run: Scratch['run'] = async (program, args, env = {}) => {
    // Nothing of the run around may leak in.
    const its = { ...bareEnvironment(), TEST_DATABASE_URL: process.env.TEST_DATABASE_URL, ...env }
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      cwd: folder,
      env: its,
      maxBuffer: 2 ** 26,
    }).catch((error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error([program, ...args, '\n', error.stdout, error.stderr].join(' '), { cause: error })
    })
    return stdout + stderr
  }
  const scratch: Scratch = {
    run,
    node: (args, env) => run(process.execPath, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
  for (const name of TREE)
    cpSync(path.join(root, name), inFolder(name), {
      recursive: true,
      filter: (from) => !LEFT_OUT.includes(path.relative(root, from).replaceAll(path.sep, '/')),
    })
  await beforeAdding(scratch)
  cpSync(area, folder, { recursive: true })
  for (const addition of ADDITIONS)
    writeFileSync(inFolder(addition.file), withAddition(inFolder(addition.file), addition))
  symlinkSync(path.join(root, 'node_modules'), inFolder('node_modules'), 'junction')
  return scratch
}

function withAddition(file: string, { after, before, lines }: Addition): string {
  const text = readFileSync(file, 'utf8')
  const at = text.indexOf(before, text.indexOf(after))
  if (!text.includes(after) || at < 0) throw new Error(`${file} has no place for ${lines[0]}`)
  return `${text.slice(0, at)}${lines.join('\n')}\n${text.slice(at)}`
}
