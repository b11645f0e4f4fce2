import * as z from 'zod/mini'

/** `GET /api/testimonials`: the first six. */
export const Testimonial = z.object({
  text: z.string(),
  name: z.string(),
  /** https only; null: there is no film. */
  videoUrl: z.nullable(z.string()),
})
export type Testimonial = z.infer<typeof Testimonial>

/** As many as are shown. */
export const MOST_TESTIMONIALS = 6

/**
 * The game's own words on itself, signed by the reader they are for and never by an invented person. They show where
 * `TESTIMONIALS_URL` names no others, and where those cannot be had.
 */
export const OWN_TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'For first-timers',
    text: 'Ten matches, ten guesses, two minutes. You can change each one until shortly before its kickoff.',
    videoUrl: null,
  },
  {
    name: 'For league founders',
    text: 'One code in the group chat, and everybody is in. Teams, statistics and a room to talk come with the league.',
    videoUrl: null,
  },
  {
    name: 'For the competitive',
    text: 'A cup drawn for those who join, a knockout that halves the field each gameweek, and a table that shares ranks fairly.',
    videoUrl: null,
  },
  {
    name: 'For doubters',
    text: 'Every point is an entry in your ledger. A corrected result corrects the points, and you are told what changed.',
    videoUrl: null,
  },
  {
    name: 'For data people',
    text: 'All that happens is an event, and the tables are made from the events. Query them, or build them again and compare.',
    videoUrl: null,
  },
  {
    name: 'For the careful',
    text: 'No money, no adverts, open source. When an account is deleted, what identifies its player can be read by nobody any more.',
    videoUrl: null,
  },
]
