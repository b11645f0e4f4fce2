import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst, transformWithOxc } from 'vite'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Statements, styles, patterns and addresses are no texts for players. */
const CODE =
  /^(?:select|insert|update|delete|with|create|alter|drop|case|coalesce|union|exists|order by|left join|and|\()\b|var\(|::|[;{}=<>]|\bpx\b|^[/.#@]|^[A-Z]+ \/|^\w+\.\w+|^M-?\d|^[\d\s.,%-]+$/
const isText = (text: string): boolean =>
  !CODE.test(text.trim()) &&
  (/\p{L}.*\s.*\p{L}/u.test(text) || /\p{L}{2,}\s$|^\s\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+[.!?…]?$/u.test(text))

/** Keys whose values are technical. */
const TECHNICAL = new Set(['className', 'doc', 'schedule', 'viewBox', 'd', 'rel', 'sizes', 'type', 'key'])

/**
 * Texts of a source file that a player or administrator may read: string literals and templates with words, in their order.
 * Expressions in a template are `{}`. SQL, styles and error messages for developers are left out.
 */
async function textsIn(file: string): Promise<readonly string[]> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const found = new Set<string>()
  const visit = (node: unknown, key = ''): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, key)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, ...rest } = node as Node
    if (
      type === 'TaggedTemplateExpression' ||
      type === 'ImportDeclaration' ||
      (type.startsWith('Export') && rest.source)
    )
      return
    // An error that is thrown is for developers; a problem for players has a class of its own.
    if (type === 'NewExpression' && (rest.callee as Node).name === 'Error') return
    if (type === 'Literal' && typeof rest.value === 'string') add(rest.value)
    else if (type === 'TemplateLiteral') {
      const { quasis, expressions } = rest as unknown as {
        quasis: { value: { cooked: string } }[]
        expressions: unknown[]
      }
      add(quasis.map(({ value }) => value.cooked).join('{}'))
      visit(expressions)
    } else
      for (const [name, child] of Object.entries(rest)) {
        if (type === 'Property' && name === 'key') continue
        if (type === 'Property' && name === 'value' && TECHNICAL.has(String((rest.key as Node).name))) continue
        visit(child, name)
      }
  }
  const add = (text: string) => {
    const folded = text.replace(/\s+/g, ' ')
    if (isText(folded)) found.add(folded.trim())
  }
  visit(parseAst(code))
  return [...found]
}

/** All texts of an area by file: its server half and its pages. */
export async function textsOfArea(root: string, folders: readonly string[]): Promise<string> {
  const parts: string[] = []
  for (const folder of folders)
    for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).sort()) {
      if (/\.test\.tsx?$|tables\.ts$|migrations\//.test(file)) continue
      const texts = await textsIn(path.join(root, file))
      if (texts.length > 0) parts.push(`${file}\n${texts.map((text) => `  ${text}\n`).join('')}`)
    }
  return parts.join('\n')
}
