import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst, transformWithOxc } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The file that declares a group. */
const sourceOf = (name: string): string => `projections/${name}/projector.ts`

export interface GroupVersion {
  readonly version: number
  /** Hash of tables, views, projector and imported rules. */
  readonly hash: string
}

/**
 * Hash of a group's code: all files that its declaring file imports, directly or indirectly, such as tables, views and scoring rules.
 * Ignores types, comments and formatting.
 */
export async function hashOfGroup(name: string): Promise<string> {
  const hash = createHash('sha256')
  for (const [file, code] of [...(await reached(sourceOf(name)))].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${file}\n${meaningOf(code)}\n`)
  return hash.digest('hex').slice(0, 16)
}

async function reached(first: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const waiting = [first]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    const { code } = await transformWithOxc(readFileSync(path.join(root, file), 'utf8'), path.join(root, file))
    found.set(file, code)
    for (const [, to = ''] of code.matchAll(/\bfrom ["'](\.[^"']+)["']/g))
      waiting.push(path.posix.join(path.posix.dirname(file), to))
  }
  return found
}

/** The syntax tree without source positions. */
const meaningOf = (code: string): string =>
  JSON.stringify(parseAst(code), (key, value) => (['start', 'end', 'range', 'raw'].includes(key) ? undefined : value))
