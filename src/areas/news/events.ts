import { byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'
import type { Outcome } from '../fixtures/events.ts'

/** How many predicted each result of a match. */
export interface Crowd {
  readonly picks: number
  readonly home: number
  readonly draw: number
  readonly away: number
}

/** A match as a story tells of it. An awarded one has a result and no score. */
export interface PlayedMatch {
  readonly fixtureId: number
  readonly homeTeamId: number
  readonly awayTeamId: number
  readonly result: Outcome
  readonly score: { readonly home: number; readonly away: number } | null
}

/** A club that went from one place of the table to another in a gameweek. */
export interface TableMove {
  readonly teamId: number
  readonly from: number
  readonly to: number
  readonly points: number
}

/** What a story tells, in numbers: its sentences are written when it is read (docs/decisions/0028). */
export type Story =
  /** A match and what it paid. `scores`: `[home, away, players]` of each score up to 4–4 that was picked. */
  | {
      readonly kind: 'report'
      readonly match: PlayedMatch
      readonly crowd: Crowd
      readonly exact: number
      readonly paid: number
      readonly scores: readonly (readonly [home: number, away: number, players: number])[]
    }
  /** The match of a gameweek that the fewest saw coming. */
  | { readonly kind: 'upset'; readonly match: PlayedMatch; readonly crowd: Crowd; readonly exact: number }
  /** Who has most points of a gameweek, `winners` of them; `next`: the most that others have, null where there are none. */
  | {
      readonly kind: 'winner'
      readonly points: number
      readonly exact: number
      readonly winners: number
      readonly next: number | null
      readonly players: number
      readonly sum: number
    }
  /** The most that a player has had in a gameweek of the season; `before`: the most until then. */
  | {
      readonly kind: 'best-score'
      readonly points: number
      readonly winners: number
      readonly before: { readonly gameweek: number; readonly points: number }
    }
  /** The highest mean of a gameweek of the season, in tenths of a point. */
  | {
      readonly kind: 'best-mean'
      readonly tenths: number
      readonly players: number
      readonly before: { readonly gameweek: number; readonly tenths: number }
    }
  /** Somebody else leads the season's board alone. `from`: their rank after the gameweek `before`; null: they had none. */
  | { readonly kind: 'lead'; readonly from: number | null; readonly before: number }
  /** The goals of a gameweek. `most`: the match with most of them, where there is one such match. */
  | {
      readonly kind: 'round-up'
      readonly matches: number
      readonly goals: number
      readonly home: number
      readonly draw: number
      readonly away: number
      readonly most: PlayedMatch | null
    }
  /** The league table by the matches of all gameweeks up to this one. `moves`: the widest first. */
  | {
      readonly kind: 'table'
      readonly leaders: readonly number[]
      readonly leadersBefore: readonly number[]
      readonly points: number
      /** Of the leaders over the next club; null: nobody is behind them. */
      readonly ahead: number | null
      readonly moves: readonly TableMove[]
    }

export type StoryKind = Story['kind']

/**
 * Stream `news-{slug}`; the slug follows from what the story tells of. `publishedAt`: when that was over. `players`: ids of those whom
 * it names, in its order. `NewsCorrected`: the same story with other numbers. `NewsWithdrawn`: it is not true any more; it may be
 * published again.
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

/** A story as it stands. */
export type StoryFacts = Readonly<Extract<NewsEvent, { type: 'NewsPublished' }>['data']>
