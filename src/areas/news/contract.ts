import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, NameInText, Season } from '../../contracts/common.ts'
import { Outcome, Team } from '../fixtures/contract.ts'

/** Default number of articles. */
export const ARTICLES = 5

/** `GET /api/news`, newest first. */
export const Article = z.object({
  title: z.string(),
  description: z.nullable(z.string()),
  /** https, or an inline picture of the game (`data:`); null: none. */
  urlToImage: z.nullable(z.string()),
  /** https, or an absolute path in the game (`/news/…`). */
  url: z.string(),
  publishedAt: IsoTime,
  source: z.object({ name: z.string() }),
})
export type Article = z.infer<typeof Article>

/** Slug of a story of the game. */
export const Slug = z.string().check(z.regex(/^[a-z0-9-]{1,150}$/))

/** `GET /api/news/{slug}`: a story of the game. */
export const NewsStory = z.object({
  slug: Slug,
  season: Season,
  gameweek: Gameweek,
  /** Kind of story, as a heading. */
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  paragraphs: z.array(z.string()),
  /** Players named in the description and in each paragraph. */
  names: z.object({ description: z.array(NameInText), paragraphs: z.array(z.array(NameInText)) }),
  publishedAt: IsoTime,
  /** The match of the story; null: none. An awarded one has a result and no score. */
  match: z.nullable(
    z.object({
      fixtureId: Id,
      home: Team,
      away: Team,
      result: Outcome,
      score: z.nullable(z.object({ home: z.int(), away: z.int() })),
    }),
  ),
  /** Number of predictions of each result of the match. */
  crowd: z.nullable(z.object({ picks: z.int(), home: z.int(), draw: z.int(), away: z.int() })),
  /** Number of picks of each score up to 4–4, most first. */
  scores: z.array(z.object({ home: z.int(), away: z.int(), players: z.int() })),
  /** Clubs that moved in the table, largest move first. */
  moves: z.array(z.object({ team: Team, from: z.int(), to: z.int(), points: z.int() })),
  /** Other stories of the gameweek. */
  more: z.array(Article),
})
export type NewsStory = z.infer<typeof NewsStory>
