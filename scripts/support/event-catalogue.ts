import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Span {
  readonly start: number
  readonly end: number
}

const INTRO = `# Events

All events of the log, by area. This page is generated from the declarations in \`src/areas/*/events.ts\` and their comments: edit
those, then run \`npm run events\`. A test compares the two.

An event has a type, data and metadata (\`EventMetadata\` in [src/kernel/event.ts](../src/kernel/event.ts)) with its actor, cause
and effective time. Names of streams begin with \`EVENTSTORE_PREFIX\` and a dot.
`

/** Generates the text of `docs/events.md` from the declarations of all areas. */
export function eventCatalogue(): string {
  const files = globSync('src/areas/*/events.ts', { cwd: root }).sort()
  const areas = files.map((file) => areaOf(file, readFileSync(path.join(root, file), 'utf8')))
  return [INTRO, ...areas].join('\n')
}

/** The section of one area: its events, and the types of their data. */
export function areaOf(file: string, source: string): string {
  const { program, comments } = parseSync(file, source)

  /** Paragraphs of the comment directly before a node. */
  const commentBefore = ({ start }: Span): string[] => {
    const before = comments.findLast(({ end }) => end <= start)
    if (before === undefined || !/^[\s|]*$/.test(source.slice(before.end, start))) return []
    const text = before.value.replace(/^\*/, '').replace(/\n *\* ?/g, '\n')
    return text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
  }
  const written = ({ start, end }: Span): string =>
    source.slice(start, end).replace(/\s+/g, ' ').replaceAll('readonly ', '').replace(/;$/, '')
  const entry = (name: string, type: string, declared: Span): string =>
    [`- **${name}** \`${type}\``, ...commentBefore(declared)].join(' ')

  const field = (each: Span): string => [`  - \`${written(each)}\``, ...commentBefore(each)].join(' ')
  /** Union names by list name, from `export type FeedbackEvent = EventsOf<typeof feedbackEvents>`. */
  const unionOf = new Map(
    [...source.matchAll(/^export type (\w+) = EventsOf<typeof (\w+)>/gm)].map(([, t, list]) => [list, t]),
  )
  const shapes: string[] = []
  const unions: string[] = []
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) continue
    const { declaration } = node
    if (declaration.type === 'TSInterfaceDeclaration')
      shapes.push(entry(declaration.id.name, `{ ${declaration.body.body.map(written).join('; ')} }`, node))
    if (declaration.type === 'VariableDeclaration')
      for (const { id, init } of declaration.declarations) {
        const union = id.type === 'Identifier' ? unionOf.get(id.name) : undefined
        // The list, or the argument of `purgeable([…], {…})`.
        const list = init?.type === 'CallExpression' ? init.arguments.at(-1) : init
        if (union === undefined || list?.type !== 'ObjectExpression') continue
        const events = list.properties.flatMap((property) => {
          if (property.type !== 'Property' || property.value.type !== 'CallExpression') return []
          const [data] = property.value.typeArguments?.params ?? []
          if (data?.type !== 'TSTypeLiteral')
            throw new Error(`${file}: write the data of ${written(property.key)} where it is declared`)
          return [[`- **${written(property.key)}**`, ...commentBefore(property)].join(' '), ...data.members.map(field)]
        })
        unions.push([`### ${union}`, ...commentBefore(node), events.join('\n')].join('\n\n'))
      }
    if (declaration.type === 'TSTypeAliasDeclaration' && ![...unionOf.values()].includes(declaration.id.name))
      shapes.push(entry(declaration.id.name, written(declaration.typeAnnotation).replace(/^\| /, ''), node))
  }
  const head = `## ${path.basename(path.dirname(file))}\n\nDeclared in [${file}](../${file}).`
  return `${[head, ...(shapes.length > 0 ? [shapes.join('\n')] : []), ...unions].join('\n\n')}\n`
}
