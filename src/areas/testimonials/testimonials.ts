import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { fetchText, httpsOf, OutboundFailure } from '../../kernel/outbound.ts'
import { onOneLine } from '../../slice/words.ts'
import { MOST_TESTIMONIALS, OWN_TESTIMONIALS, type Testimonial } from './contract.ts'

/** Time until the next query of the source in milliseconds, after a response and after a failure. */
const FRESH_MS = 60 * 60_000
const FAILED_MS = 5 * 60_000
/** How long a request waits for the first response, in milliseconds. A hanging source is given up later than a request (docs/rules.md R56). */
const WAIT_MS = 4_000

const Source = z.array(
  z.object({
    text: z.string().check(z.trim(), z.minLength(1)),
    name: z.string().check(z.trim(), z.minLength(1)),
    videoUrl: z.nullish(z.string()),
  }),
)

const MOST_TEXT = 500
const MOST_NAME = 80

/** Sanitises the response of a source: text on one line, https links only, the first six. Throws if it contains no testimonials. */
export function testimonialsOf(body: string): Testimonial[] {
  const read = Source.safeParse(JSON.parse(body))
  if (!read.success || read.data.length === 0) throw new OutboundFailure('the source sends no testimonials')
  return read.data.slice(0, MOST_TESTIMONIALS).map(({ text, name, videoUrl }) => ({
    text: onOneLine(text).slice(0, MOST_TEXT),
    name: onOneLine(name).slice(0, MOST_NAME),
    videoUrl: httpsOf(videoUrl),
  }))
}

interface TestimonialsDependencies {
  /** null: built-in testimonials only. */
  readonly url: string | null
  readonly logger: { warn(fields: object, message: string): void }
  readonly waitMs?: number
}

export type Testimonials = ReturnType<typeof createTestimonials>

/**
 * Queries the source at most once per hour, with one query for concurrent requests. Requests wait for it only before the first response
 * (docs/threats.md T52).
 */
export function createTestimonials({ url, logger, waitMs = WAIT_MS }: TestimonialsDependencies) {
  let cached: readonly Testimonial[] | null = null
  let nextQueryAt = 0
  let pending: Promise<void> | null = null

  async function query(source: string, now: number): Promise<void> {
    try {
      cached = testimonialsOf(await fetchText(source))
      nextQueryAt = now + FRESH_MS
    } catch (error) {
      nextQueryAt = now + FAILED_MS
      logger.warn({}, `the source of the testimonials: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      pending = null
    }
  }

  return {
    /** Returns the last response of the source, or the built-in testimonials before the first one. `at`: ISO 8601. */
    async latest(at: string): Promise<readonly Testimonial[]> {
      if (url === null) return OWN_TESTIMONIALS
      const now = Date.parse(at)
      if (now >= nextQueryAt) pending ??= query(url, now)
      if (cached === null && pending) await Promise.race([pending, sleep(waitMs, undefined, { ref: false })])
      return cached ?? OWN_TESTIMONIALS
    },
  }
}
