import * as z from 'zod/mini'

/** `GET /api/testimonials` returns at most six. */
export const Testimonial = z.object({
  text: z.string(),
  name: z.string(),
  /** https only; null: no video. */
  videoUrl: z.nullable(z.string()),
})
export type Testimonial = z.infer<typeof Testimonial>

/** Maximum number of testimonials. */
export const MOST_TESTIMONIALS = 6

/**
 * Built-in testimonials, addressed to kinds of players and never signed by an invented person. They are shown without `TESTIMONIALS_URL`,
 * and while its source fails.
 */
export const OWN_TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'For first-timers',
    text: 'Ten matches, ten guesses, two minutes. You can change each one until shortly before its kickoff.',
    videoUrl: null,
  },
  {
    name: 'For league founders',
    text: 'Drop one code in the group chat and everyone is in. Your league comes with teams, statistics and its own chat.',
    videoUrl: null,
  },
  {
    name: 'For the competitive',
    text: 'A cup drawn for those who join, a knockout that halves the field each gameweek, and a table that shares ranks fairly.',
    videoUrl: null,
  },
  {
    name: 'For doubters',
    text: 'Every point is an entry in your ledger. When a result is corrected, your points follow, and you get a notification with both.',
    videoUrl: null,
  },
  {
    name: 'For data people',
    text: 'Everything that happens is an event, and the tables come from the events. Query them, or rebuild them and compare.',
    videoUrl: null,
  },
  {
    name: 'For the careful',
    text: 'No money, no adverts, open source. Delete your account, and nothing that identifies you can ever be read again.',
    videoUrl: null,
  },
]
