import * as z from 'zod/mini'
import { fetchText, httpsOf, OutboundFailure } from '../../kernel/outbound.ts'
import { onOneLine } from '../../slice/words.ts'
import { MOST_TESTIMONIALS, OWN_TESTIMONIALS, type Testimonial } from './contract.ts'

/** How long an answer serves until the source is asked again, and how long a failure does. */
const FRESH_MS = 60 * 60_000
const FAILED_MS = 5 * 60_000

const Source = z.array(
  z.object({
    text: z.string().check(z.trim(), z.minLength(1)),
    name: z.string().check(z.trim(), z.minLength(1)),
    videoUrl: z.nullish(z.string()),
  }),
)

const MOST_TEXT = 500
const MOST_NAME = 80

/** What a source sends, made safe to show: text on one line, https links, the first six. Throws where it sends none. */
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
  /** `null`: the game's own. */
  readonly url: string | null
  readonly logger: { warn(fields: object, message: string): void }
}

export type Testimonials = ReturnType<typeof createTestimonials>

/** Asks its source at most once an hour, for all who ask meanwhile; only the first of them wait for it, at most 5 s (docs/threats.md T52). */
export function createTestimonials({ url, logger }: TestimonialsDependencies) {
  let kept: readonly Testimonial[] | null = null
  let askAgainAt = 0
  let asking: Promise<void> | null = null

  async function ask(source: string, now: number): Promise<void> {
    try {
      kept = testimonialsOf(await fetchText(source))
      askAgainAt = now + FRESH_MS
    } catch (error) {
      askAgainAt = now + FAILED_MS
      logger.warn({}, `the source of the testimonials: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      asking = null
    }
  }

  return {
    /** The last answer of the source; the game's own words where there is no source, or none that answers. `at`: ISO 8601. */
    async latest(at: string): Promise<readonly Testimonial[]> {
      if (url === null) return OWN_TESTIMONIALS
      const now = Date.parse(at)
      if (now >= askAgainAt) asking ??= ask(url, now)
      if (kept === null) await asking
      return kept ?? OWN_TESTIMONIALS
    },
  }
}
