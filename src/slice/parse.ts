import * as z from 'zod/mini'
import { sentenceOf } from '../contracts/sentences.ts'
import { isStorable } from '../kernel/storable.ts'
import { fieldOf } from './field.ts'
import { HttpProblem } from './problem.ts'

/** A part of a request. */
type Part = 'path' | 'query' | 'body'

/** Most fields in one error answer; a list may have thousands. */
const MOST_ERRORS = 20

/** Parses a part of a request by its schema (undefined without one). Throws a 400 that names each invalid field. */
export function parse(schema: z.ZodMiniType | undefined, value: unknown, where: Part): unknown {
  if (!schema) return undefined
  const input = where === 'path' || where === 'query' ? numbersOf(schema, value) : value
  const parsed = z.safeParse(schema, input, { error: (issue) => sentenceOf(issue, fieldOf(schema, issue.path ?? [])) })
  if (parsed.success) {
    refuseUnstorable(schema, parsed.data, where)
    return parsed.data
  }
  const errors = parsed.error.issues.slice(0, MOST_ERRORS).map(({ path, message }) => {
    const field = fieldOf(schema, path) || where
    return { path: field, message: isRepeated(input, where, field) ? `${field} is given twice` : message }
  })
  throw new HttpProblem(400, errors[0]?.message ?? 'The request is not valid', { errors })
}

/** Query parameters are single values; a repeated one arrives as a list. */
const isRepeated = (input: unknown, where: Part, name: string): boolean =>
  where === 'query' && Array.isArray((input as Record<string, unknown>)[name])

/**
 * Refuses text that PostgreSQL cannot store. Iterative, because fields without a schema may be nested as deep as a body is long.
 */
function refuseUnstorable(schema: z.ZodMiniType, whole: unknown, where: Part): void {
  const left: { path: Path; value: unknown }[] = [{ path: null, value: whole }]
  for (let each = left.pop(); each; each = left.pop()) {
    const { path, value } = each
    if (typeof value === 'string' && !isStorable(value)) {
      const message = 'This text has characters that cannot be stored. Remove them'
      throw new HttpProblem(400, message, { errors: [{ path: fieldOf(schema, namesOf(path)) || where, message }] })
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) left.push({ path: { key, above: path }, value: inner })
  }
}

/** A path in a body, linked from the inside out, so that deep paths need no more memory than shallow ones. */
type Path = { readonly key: string; readonly above: Path } | null

function namesOf(path: Path): string[] {
  const names: string[] = []
  for (let each = path; each; each = each.above) names.push(each.key)
  return names.reverse()
}

/** Path and query values arrive as text. Integers become numbers where the schema takes numbers and not text. */
function numbersOf(schema: z.ZodMiniType, value: unknown): unknown {
  const shape = (schema as unknown as { shape?: Record<string, z.ZodMiniType> }).shape
  if (!shape) return value
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, text]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return [name, field && typeof text === 'string' && /^-?\d+$/.test(text) && isNumeric(field) ? Number(text) : text]
    }),
  )
}

/** Known outcomes of `isNumeric`: each error of a schema costs more than the whole parsing. */
const numeric = new WeakMap<z.ZodMiniType, boolean>()

function isNumeric(field: z.ZodMiniType): boolean {
  const known = numeric.get(field)
  if (known !== undefined) return known
  const { error } = z.safeParse(field, 1)
  const found =
    !z.safeParse(field, '1').success && !(error?.issues.some(({ code }) => code === 'invalid_type') ?? false)
  numeric.set(field, found)
  return found
}
