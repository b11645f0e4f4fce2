import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, NameInText, Season } from '../../contracts/common.ts'
import { Outcome, Team } from '../fixtures/contract.ts'
import { RevealedPick } from '../players/contract.ts'
import { Author } from '../sharing/contract.ts'

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

/** `GET /api/news/stories`: the game’s own stories for the reader, newest first. */
export const StoryCard = z.object({
  ...Article.shape,
  gameweek: Gameweek,
  /** Kind of story, as a heading. */
  kind: z.string(),
  /** Whether it is the report of one match. */
  isReport: z.boolean(),
  /** The reader’s pick of the story’s match; null: no match or no pick. */
  yours: z.nullable(RevealedPick),
  /** Number of the reader’s league mates who had the exact score of the story’s match. */
  exactMates: z.int(),
  /** Whether it names the reader or a league mate, or a league mate had the exact score. */
  isOfMyLeagues: z.boolean(),
})
export type StoryCard = z.infer<typeof StoryCard>

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
  /** The reader’s pick of the match; null: no match or no pick. */
  yours: z.nullable(RevealedPick),
  /** Ten of the reader’s league mates at most who scored points with the match, most points first. */
  mates: z.array(z.extend(Author, { pick: RevealedPick })),
  /** Other stories of the gameweek. */
  more: z.array(Article),
})
export type NewsStory = z.infer<typeof NewsStory>
