import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AreaName, addArea, filesOfArea, listsWithArea } from '../../scripts/support/add-area.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a checkout consists of, but for what is installed, built or left behind by runs. */
const TREE = [
  ...['docs', 'projections', 'scripts', 'src', 'test', 'ui'],
  ...['README.md', 'CONTRIBUTING.md', 'package.json', 'tsconfig.json', 'vitest.config.ts'],
]
const LEFT_OUT = ['ui/dist', 'test/.artifacts', 'test/new-area/shouts']

export const SHOUTS: AreaName = { many: 'shouts', one: 'shout' }

/** Lines of each file of the area, and the lines it adds to files outside it: its diff without the catalogues. */
export function linesAdded(): ReadonlyMap<string, number> {
  const files = [...filesOfArea(root, SHOUTS)].map(([file, text]) => [file, linesOf(text)] as const)
  const lists = [...listsWithArea(root, SHOUTS)].map(
    ([file, text]) => [file, linesOf(text) - linesOf(readFileSync(path.join(root, file), 'utf8'))] as const,
  )
  return new Map([...files, ...lists])
}

const linesOf = (text: string): number => text.split('\n').length - 1

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
  addArea(folder, SHOUTS, root)
  symlinkSync(path.join(root, 'node_modules'), inFolder('node_modules'), 'junction')
  return scratch
}
