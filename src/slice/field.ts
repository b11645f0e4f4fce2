import type * as z from 'zod/mini'

/** Longest path in an answer. */
const MOST_CHARACTERS = 100

/** The parts of a schema definition that contain other schemas. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
}

/**
 * The path to an invalid value: field names of the schema and list indexes. It ends before the first name that the schema does not
 * define, so that no client input is repeated, and at 100 characters. Empty for the whole value.
 */
export function fieldOf(schema: z.ZodMiniType, path: readonly PropertyKey[]): string {
  const names: string[] = []
  let at: z.ZodMiniType | undefined = schema
  for (const step of path) {
    at = at && partOf(at, String(step))
    if (at === undefined) break
    names.push(String(step))
  }
  return names.join('.').slice(0, MOST_CHARACTERS)
}

/** The schema of a field or list entry; undefined for an unknown name. */
function partOf(schema: z.ZodMiniType, name: string): z.ZodMiniType | undefined {
  const { shape, element, innerType, in: before } = schema._zod.def as Definition
  if (shape) return Object.hasOwn(shape, name) ? shape[name] : undefined
  if (element) return /^\d{1,6}$/.test(name) ? element : undefined
  const inner = innerType ?? before
  return inner && partOf(inner, name)
}
