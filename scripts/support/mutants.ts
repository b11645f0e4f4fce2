import { parseAst } from 'vite'

/** One change of a source text. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly to: string
  /** The change in words, such as `&& → ||`. */
  readonly change: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const BINARY: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
}

/** Wrappers whose inner expression is code, unlike other nodes of types. */
const TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
const LOOPS = ['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']
const REMOVABLE = ['ExpressionStatement', 'IfStatement', 'ThrowStatement', 'ReturnStatement', 'ContinueStatement']

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Nodes that are executed, each with its parent. */
function* nodesOf(node: Node, parent: Node | null = null): Generator<{ node: Node; parent: Node | null }> {
  const isTyped = TYPED.includes(node.type)
  if ((node.type.startsWith('TS') && !isTyped) || node.type.startsWith('Import')) return
  yield { node, parent }
  for (const child of isTyped ? [node.expression] : Object.values(node).flat()) {
    if (isNode(child)) yield* nodesOf(child, node)
  }
}

const parse = (source: string): Node => parseAst(source, { lang: 'ts' }) as unknown as Node

/** Names declared by a top-level statement. */
function declaredBy(statement: Node): readonly string[] {
  const declaration = (statement.declaration ?? statement) as Node
  const declarations = (declaration.declarations as readonly Node[] | undefined) ?? [declaration]
  return declarations.flatMap(({ id }) => (isNode(id) ? [String(id.name)] : []))
}

/** All mutants of a source; with `only`, of the top-level declarations of these names. */
export function mutantsOf(source: string, only?: readonly string[]): readonly Mutant[] {
  const top = (parse(source).body as readonly Node[]).filter(
    (statement) => !only || declaredBy(statement).some((name) => only.includes(name)),
  )
  return top
    .flatMap((statement) => [...nodesOf(statement)])
    .flatMap((each) => mutantsAt(source, each.node, each.parent))
}

function mutantsAt(source: string, node: Node, parent: Node | null): readonly Mutant[] {
  const { start, end, type } = node
  const replace = (to: string, change: string): Mutant => ({ start, end, to, change })
  const short = source.slice(start, end).split('\n')[0]
  // The only statement of an `if` goes with it.
  if (REMOVABLE.includes(type)) return parent?.type === 'IfStatement' ? [] : [replace(';', `removed: ${short}`)]
  if (type === 'BinaryExpression' || type === 'LogicalExpression' || type === 'AssignmentExpression')
    return operator(source, node, node.left as Node, node.right as Node)
  if (type === 'UpdateExpression') {
    const to = BINARY[String(node.operator)]![0]!
    return [replace(source.slice(start, end).replace(String(node.operator), to), `${node.operator} → ${to}`)]
  }
  if (type === 'UnaryExpression' && node.operator === '!')
    return [replace(source.slice((node.argument as Node).start, end), `removed ! of ${short}`)]
  if (type === 'ConditionalExpression') {
    const test = node.test as Node
    const text = source.slice(test.start, test.end)
    return [{ start: test.start, end: test.end, to: `!(${text})`, change: `negated: ${text}` }]
  }
  if (type === 'Literal' && typeof node.value === 'boolean')
    return [replace(String(!node.value), `${short} → ${!node.value}`)]
  if (type === 'Literal' && typeof node.value === 'number')
    return [node.value + 1, node.value - 1].map((to) => replace(`(${to})`, `${short} → ${to}`))
  const isReturned =
    parent?.type === 'ReturnStatement' || (parent?.type === 'ArrowFunctionExpression' && parent.body === node)
  const content = (node.elements ?? node.properties) as readonly unknown[] | undefined
  if (isReturned && content && content.length > 0)
    return [type === 'ArrayExpression' ? replace('[]', 'returns []') : replace('{}', 'returns {}')]
  return []
}

/** Mutants of the operator between two operands. */
function operator(source: string, node: Node, left: Node, right: Node): readonly Mutant[] {
  const own = String(node.operator)
  // Parentheses and comments may surround the operator.
  const start = source.indexOf(own, left.end)
  return start > right.start
    ? []
    : (BINARY[own] ?? []).map((to) => ({ start, end: start + own.length, to, change: `${own} → ${to}` }))
}

/** The source with one change. Loops that no longer end throw. */
export function mutated(source: string, { start, end, to }: Mutant): string {
  const text = source.slice(0, start) + to + source.slice(end)
  const bodies = [...nodesOf(parse(text))]
    .filter(({ node }) => LOOPS.includes(node.type))
    .map(({ node }) => node.body as Node)
  const inserts = bodies.flatMap((body) => [
    { at: body.start, text: "{ if (++$steps > 1e5) throw new Error('endless loop'); " },
    { at: body.end, text: ' }' },
  ])
  const guarded = inserts
    .sort((a, b) => b.at - a.at)
    .reduce((result, insert) => result.slice(0, insert.at) + insert.text + result.slice(insert.at), text)
  return `${guarded}\nvar $steps = 0\n`
}

/** Killed mutants as a percentage of those that can be killed. 0 without any mutant, as after a function of the list was renamed. */
export function killedPercent(count: { mutants: number; killed: number; equivalent: number }): number {
  const killable = count.mutants - count.equivalent
  if (killable > 0) return (100 * count.killed) / killable
  return count.mutants === 0 ? 0 : 100
}
