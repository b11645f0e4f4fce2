import * as z from 'zod/mini'

z.config(z.locales.en())

export const Id = z.int().check(z.positive())
export const IsoTime = z.iso.datetime()
/** Prefix of an ISO 8601 day or time with a supported year. */
export const COUNTED_YEAR = /^(19|20|21)/
/** A time in a request. */
export const RequestTime = z.iso.datetime().check(z.regex(COUNTED_YEAR, 'Please give a year between 1900 and 2199'))
/**
 * A visible character (docs/threats.md T91). Excludes spaces, control characters, combining marks and default-ignorable characters, such
 * as the Hangul fillers. Also excludes characters with a blank glyph (Braille, a musical notehead, two hieroglyphs).
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{DI}\u2800\u{1D159}\u{13441}\u{13442}]/u
export const isVisible = (text: string): boolean => VISIBLE.test(text)
/** Text with at least one visible character. */
export const visible = (missing: string) => z.regex(VISIBLE, missing)
/** The same, or empty text. */
export const visibleIfAny = z.regex(new RegExp(`^$|${VISIBLE.source}`, 'u'), 'Use at least one visible character')
/** Names are shown within a line: no control characters, and none that change the text direction. */
export const onOneLine = z.regex(
  /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u,
  'Write this on one line, without control characters',
)
/** Public names of a person. The display name is the first and last name if set, otherwise the username. */
export const Person = z.object({
  username: z.string(),
  displayName: z.string(),
  /** URL of the picture; null when there is none. */
  profileImage: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>
/** A player's username in a text: the person, and start and length in UTF-16 code units. */
export const NameInText = z.extend(Person, { id: Id, start: z.int(), length: z.int() })
export type NameInText = z.infer<typeof NameInText>

/** Optional user id in a join request; must be the user of the session (docs/rules.md R55). */
export const Joining = z.object({ userId: z.optional(Id) })
/** Number of gameweeks in a season. */
export const GAMEWEEKS = 38
export const Gameweek = z.int().check(z.minimum(1), z.maximum(GAMEWEEKS))
/** A season's name: `2024-25`, or `demo`. */
export const Season = z.string().check(z.regex(/^(\d{4}-\d{2}|demo)$/, 'A season is named like 2024-25'))

/** Query parameters of a page: `limit` entries (at most `most`) after `offset` others. */
export const paged = (most: number) => ({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(most)), most),
  offset: z._default(z.int().check(z.minimum(0), z.maximum(100_000_000)), 0),
})
export interface Page {
  readonly limit: number
  readonly offset: number
}
/** Returns a page of a complete list. */
export const pageOf = <T>(list: readonly T[], { limit, offset }: Page): T[] => list.slice(offset, offset + limit)

/** RFC 9457. `detail` is shown to the user. */
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
/** `GET /readyz`; `missing`: one line per reason. */
export const ReadinessAnswer = z.object({ status: z.enum(['ready', 'not ready']), missing: z.array(z.string()) })
