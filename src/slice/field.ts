import type * as z from 'zod/mini'

/** Longest path that an answer names. */
const MOST_CHARACTERS = 100

/** What is read here of how a schema is made. */
interface Made {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
}

/**
 * The path to a wrong value, in names that the schema knows and numbers of list entries. It ends at the first name that somebody
 * else gave, which is nothing to repeat to anybody, and at 100 characters. Empty: the value as a whole.
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

/** The schema of a part; undefined for a name that this one does not have. */
function partOf(schema: z.ZodMiniType, name: string): z.ZodMiniType | undefined {
  const { shape, element, innerType, in: before } = schema._zod.def as Made
  if (shape) return Object.hasOwn(shape, name) ? shape[name] : undefined
  if (element) return /^\d{1,6}$/.test(name) ? element : undefined
  const inner = innerType ?? before
  return inner && partOf(inner, name)
}
