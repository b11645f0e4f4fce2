import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, NameInText, Season } from '../../contracts/common.ts'
import { Outcome, Team } from '../fixtures/contract.ts'

/** How many articles a list has unasked. */
export const ARTICLES = 5

/** `GET /api/news`, newest first. */
export const Article = z.object({
  title: z.string(),
  description: z.nullable(z.string()),
  /** https, or a picture of the game's own (`data:`); null: there is none. */
  urlToImage: z.nullable(z.string()),
  /** https, or a page of the game from the root (`/news/…`). */
  url: z.string(),
  publishedAt: IsoTime,
  source: z.object({ name: z.string() }),
})
export type Article = z.infer<typeof Article>

/** What a slug of the game's news looks like. */
export const Slug = z.string().check(z.regex(/^[a-z0-9-]{1,150}$/))

/** `GET /api/news/{slug}`: a story of the game. */
export const NewsStory = z.object({
  slug: Slug,
  season: Season,
  gameweek: Gameweek,
  /** What kind of story it is, as a word. */
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  paragraphs: z.array(z.string()),
  /** Players who are named there: in the description, and in each paragraph. */
  names: z.object({ description: z.array(NameInText), paragraphs: z.array(z.array(NameInText)) }),
  publishedAt: IsoTime,
  /** The match it tells of; null: of none. An awarded one has a result and no score. */
  match: z.nullable(
    z.object({
      fixtureId: Id,
      home: Team,
      away: Team,
      result: Outcome,
      score: z.nullable(z.object({ home: z.int(), away: z.int() })),
    }),
  ),
  /** How many predicted each result of it. */
  crowd: z.nullable(z.object({ picks: z.int(), home: z.int(), draw: z.int(), away: z.int() })),
  /** How many picked each score of it up to 4–4, most first. */
  scores: z.array(z.object({ home: z.int(), away: z.int(), players: z.int() })),
  /** Clubs that went up or down, the widest first. */
  moves: z.array(z.object({ team: Team, from: z.int(), to: z.int(), points: z.int() })),
  /** Other stories of its gameweek. */
  more: z.array(Article),
})
export type NewsStory = z.infer<typeof NewsStory>
