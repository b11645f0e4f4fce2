import * as z from 'zod/mini'

z.config(z.locales.en())

export const Id = z.int().check(z.positive())
export const IsoTime = z.iso.datetime()
/** Beginning of a day or a time, ISO 8601, of a year that calendars, and the database, know how to count. */
export const COUNTED_YEAR = /^(19|20|21)/
/** A time as somebody gives it. */
export const GivenTime = z.iso.datetime().check(z.regex(COUNTED_YEAR, 'Please give a year between 1900 and 2199'))
/**
 * A character that shows by itself (docs/threats.md T91): no space, control character, mark without a base, or default-ignorable one, such as
 * the Hangul fillers, and none that is drawn blank (Braille, a musical notehead, two hieroglyphs).
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{DI}\u2800\u{1D159}\u{13441}\u{13442}]/u
export const isVisible = (text: string): boolean => VISIBLE.test(text)
/** Text with something to see. */
export const visible = (missing: string) => z.regex(VISIBLE, missing)
/** The same of text that may also be empty. */
export const visibleIfAny = z.regex(new RegExp(`^$|${VISIBLE.source}`, 'u'), 'There is nothing to see in this')
/** A name stands on one line among other words: no control characters, nothing that turns the direction of what follows. */
export const onOneLine = z.regex(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u, 'This stands on one line')
/** Somebody as others see them, wherever their name stands: the display name is first and last name where given, else the username. */
export const Person = z.object({
  username: z.string(),
  displayName: z.string(),
  /** Where the picture is to be had; null: there is none. */
  profileImage: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>
/** A player's username in a text: from which character on (UTF-16), how many, and whose it is. */
export const NameInText = z.extend(Person, { id: Id, start: z.int(), length: z.int() })
export type NameInText = z.infer<typeof NameInText>

/** Who joins, where a body says it: only oneself (docs/rules.md R55). */
export const Joining = z.object({ userId: z.optional(Id) })
export const Gameweek = z.int().check(z.minimum(1), z.maximum(38))
/** A season's name: `2024-25`, or `demo`. */
export const Season = z.string().check(z.regex(/^(\d{4}-\d{2}|demo)$/, 'A season is named like 2024-25'))

/** Which page of a list: at most so many entries, after so many others. */
export const paged = (most: number) => ({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(most)), most),
  offset: z._default(z.int().check(z.minimum(0), z.maximum(100_000_000)), 0),
})
export interface Page {
  readonly limit: number
  readonly offset: number
}
/** A page of a list that is there as a whole. */
export const pageOf = <T>(list: readonly T[], { limit, offset }: Page): T[] => list.slice(offset, offset + limit)

/** RFC 9457. `detail` is the sentence the user is shown. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type Problem = z.infer<typeof Problem>

/** `GET /healthz`. */
export const HealthAnswer = z.object({ status: z.literal('ok') })
/** `GET /readyz`; `missing`: a line each. */
export const ReadinessAnswer = z.object({ status: z.enum(['ready', 'not ready']), missing: z.array(z.string()) })
