import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AreaName, addArea, filesOfArea, listsWithArea } from '../../scripts/support/add-area.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files and folders of a checkout, without installed, built and temporary ones. */
const TREE = [
  ...['docs', 'projections', 'scripts', 'src', 'test', 'ui'],
  ...['README.md', 'CONTRIBUTING.md', 'package.json', 'tsconfig.json', 'vitest.config.ts'],
]
const EXCLUDED = ['ui/dist', 'test/.artifacts', 'test/new-area/shouts']

export const SHOUTS: AreaName = { many: 'shouts', one: 'shout' }

/** Returns the lines of each file of the area, and the lines it adds to other files: its diff without the generated documents. */
export function linesAdded(): ReadonlyMap<string, number> {
  const files = [...filesOfArea(root, SHOUTS)].map(([file, text]) => [file, linesOf(text)] as const)
  const lists = [...listsWithArea(root, SHOUTS)].map(
    ([file, text]) => [file, linesOf(text) - linesOf(readFileSync(path.join(root, file), 'utf8'))] as const,
  )
  return new Map([...files, ...lists])
}

const linesOf = (text: string): number => text.split('\n').length - 1

/** A copy of the checkout with the area `shouts`. */
export interface Scratch {
  /** Runs a program in the copy and returns its output. Throws an error with the output if it fails. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** Runs a script of the copy, or a program of a package, with Node.js. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** Copies more files or folders of the checkout. */
  copy(...names: readonly string[]): void
  remove(): void
}

/** Copies the checkout and adds the area. `beforeAdding` gets the copy without the area. */
export async function scratchWithShouts(beforeAdding: (scratch: Scratch) => Promise<void>): Promise<Scratch> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-new-area-'))
  const inFolder = (name: string): string => path.join(folder, name)
  const run: Scratch['run'] = async (program, args, env = {}) => {
    // The environment of the outer test run must not leak in.
    const isolated = { ...bareEnvironment(), TEST_DATABASE_URL: process.env.TEST_DATABASE_URL, ...env }
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      cwd: folder,
      env: isolated,
      maxBuffer: 2 ** 26,
    }).catch((error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error([program, ...args, '\n', error.stdout, error.stderr].join(' '), { cause: error })
    })
    return stdout + stderr
  }
  const scratch: Scratch = {
    run,
    node: (args, env) => run(process.execPath, args, env),
    copy(...names) {
      for (const name of names) cpSync(path.join(root, name), inFolder(name), { recursive: true })
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
  for (const name of TREE)
    cpSync(path.join(root, name), inFolder(name), {
      recursive: true,
      filter: (from) => !EXCLUDED.includes(path.relative(root, from).replaceAll(path.sep, '/')),
    })
  await beforeAdding(scratch)
  addArea(folder, SHOUTS, root)
  symlinkSync(path.join(root, 'node_modules'), inFolder('node_modules'), 'junction')
  return scratch
}
