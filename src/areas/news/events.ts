import { byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'
import type { Outcome } from '../fixtures/events.ts'

/** Number of predictions of each result of a match. */
export interface Crowd {
  readonly picks: number
  readonly home: number
  readonly draw: number
  readonly away: number
}

/** The match of a story. An awarded one has a result and no score. */
export interface PlayedMatch {
  readonly fixtureId: number
  readonly homeTeamId: number
  readonly awayTeamId: number
  readonly result: Outcome
  readonly score: { readonly home: number; readonly away: number } | null
}

/** Move of a club in the table during a gameweek. */
export interface TableMove {
  readonly teamId: number
  readonly from: number
  readonly to: number
  readonly points: number
}

/** Facts of a story as numbers; sentences are written on each read (docs/decisions/0028). */
export type Story =
  /** A match and its points. `scores`: `[home, away, players]` of each picked score up to 4–4. */
  | {
      readonly kind: 'report'
      readonly match: PlayedMatch
      readonly crowd: Crowd
      readonly exact: number
      readonly paid: number
      readonly scores: readonly (readonly [home: number, away: number, players: number])[]
    }
  /** The match of a gameweek with the smallest share of correct picks. */
  | { readonly kind: 'upset'; readonly match: PlayedMatch; readonly crowd: Crowd; readonly exact: number }
  /** Winners of a gameweek: `winners` is their number; `next`: best points of the others, null without others. */
  | {
      readonly kind: 'winner'
      readonly points: number
      readonly exact: number
      readonly winners: number
      readonly next: number | null
      readonly players: number
      readonly sum: number
    }
  /** Highest points of a player in a gameweek of the season; `before`: the previous record. */
  | {
      readonly kind: 'best-score'
      readonly points: number
      readonly winners: number
      readonly before: { readonly gameweek: number; readonly points: number }
    }
  /** Highest mean of a gameweek of the season, in tenths of a point. */
  | {
      readonly kind: 'best-mean'
      readonly tenths: number
      readonly players: number
      readonly before: { readonly gameweek: number; readonly tenths: number }
    }
  /** A new sole leader of the season’s board. `from`: rank after the gameweek `before`; null: none. */
  | { readonly kind: 'lead'; readonly from: number | null; readonly before: number }
  /** Goals of a gameweek. `most`: the match with most of them; null for a tie. */
  | {
      readonly kind: 'round-up'
      readonly matches: number
      readonly goals: number
      readonly home: number
      readonly draw: number
      readonly away: number
      readonly most: PlayedMatch | null
    }
  /** The league table after a gameweek. `moves`: largest first. */
  | {
      readonly kind: 'table'
      readonly leaders: readonly number[]
      readonly leadersBefore: readonly number[]
      readonly points: number
      /** Points between the leaders and the next club; null: no next club. */
      readonly ahead: number | null
      readonly moves: readonly TableMove[]
    }

export type StoryKind = Story['kind']

/**
 * Stream `news-{slug}`; the slug follows from the subject of the story. `publishedAt`: end of the reported match or
 * gameweek. `players`: ids of named players, in their order. `NewsCorrected`: new numbers for the same story.
 * `NewsWithdrawn`: the story is no longer true; it may be published again.
 */
export const newsEvents = purgeable([], {
  NewsPublished: event<{
    slug: string
    season: string
    gameweek: number
    publishedAt: string
    story: Story
    players: readonly number[]
  }>({ test: byGame }),
  NewsCorrected: event<{
    slug: string
    season: string
    gameweek: number
    publishedAt: string
    story: Story
    players: readonly number[]
  }>({ test: byGame }),
  NewsWithdrawn: event<{ slug: string }>({ test: byGame }),
})
export type NewsEvent = EventsOf<typeof newsEvents>

/** Current facts of a story. */
export type StoryFacts = Readonly<Extract<NewsEvent, { type: 'NewsPublished' }>['data']>
