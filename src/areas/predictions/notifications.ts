import { type RawBuilder, sql } from 'kysely'
import { matchPath } from '../../contracts/paths.ts'
import { type EventsOf, typesOf, without } from '../../kernel/declared-events.ts'
import type { Broadcast, Names, NotificationTemplates } from '../../slice/notifications.ts'
import { fixtureEvents, gameweekEvents } from '../fixtures/events.ts'
import { pointsCase } from './points.ts'
import {
  type Correction,
  countedBy,
  foldResult,
  isResult,
  type NoResult,
  type Result,
  type Results,
} from './results.ts'
import { because, clubsOf, matchText } from './sentences.ts'

/** Match events that may change a result, and settled gameweeks. */
const handled = {
  ...without(
    fixtureEvents,
    'FixtureScheduled',
    'FixtureRescheduled',
    'FixtureMovedToGameweek',
    'MatchStarted',
    'MatchScoreChanged',
    'FeedResultNoted',
  ),
  ...gameweekEvents,
}

interface CorrectionPayload extends Correction {
  readonly what: 'corrected'
  /** Points of the player for the match, before and after the correction. */
  readonly before: number
  readonly after: number
}

interface GameweekPayload {
  readonly what: 'settled'
  readonly gameweek: number
  readonly points: number
  /** Rank when the gameweek settled; null: unknown. */
  readonly rank: number | null
  /** Rank when the previous gameweek settled; null: unknown. */
  readonly rankBefore: number | null
}

/** Notifies players of corrected results that change their points, and of their points in a settled gameweek. */
export const predictionNotifications: NotificationTemplates<
  EventsOf<typeof handled>,
  CorrectionPayload | GameweekPayload,
  Results
> = {
  events: typesOf(handled),
  reads: ['play'],
  remembers: {
    as: 'results',
    initially: {},
    fold: (results, event) => (event.type === 'GameweekSettled' ? results : foldResult(results, event).results),
  },
  write(event, { memory: results }) {
    if (event.type === 'GameweekSettled') return ofGameweek(event.data.season, event.data.gameweek)
    const { correction } = foldResult(results, event)
    return correction && ofCorrection(correction)
  },
  sentences: {
    corrected: (payload, names) => ({
      title: 'Result corrected',
      text: correctionText(payload, names),
      link: matchPath(payload.fixtureId),
    }),
    settled: (payload) => ({ title: `Gameweek ${payload.gameweek}`, text: gameweekText(payload), link: '/' }),
  },
}

/** Notifies every player whose points for the match change. */
function ofCorrection({ fixtureId, was, now, reason }: Correction): Broadcast {
  const before = countedBy(was)
  const after = countedBy(now)
  const payload = { what: 'corrected', fixtureId, was, now, reason }
  const rows = sql`
    select s.user_id, ${JSON.stringify(payload)}::jsonb || jsonb_build_object('before', s.before, 'after', s.after) as data
    from (
      select p.user_id, ${sql.raw(pointsCase('p.season', 'c.result', 'c.home', 'c.away'))} as before,
        ${sql.raw(pointsCase('p.season', 'c.new_result', 'c.new_home', 'c.new_away'))} as after
      from read.predictions p, (values (
        ${before.outcome}::text, ${before.home}::int, ${before.away}::int,
        ${after.outcome}::text, ${after.home}::int, ${after.away}::int
      )) as c (result, home, away, new_result, new_home, new_away)
      where p.fixture_id = ${fixtureId}::int
    ) s
    where s.before <> s.after`
  return { kind: 'correction', rows }
}

/** Notifies every player who predicted in the gameweek of their points, their rank and their previous rank, where stored. */
export function ofGameweek(season: string, gameweek: number): Broadcast {
  const rankAfter = (week: RawBuilder<unknown>) => sql`(
    select s.rank from read.settled_gameweeks w
    join read.rank_snapshots s on s.season = w.season and s.gameweek = w.gameweek and s.user_id = g.user_id
    where w.season = ${season} and w.gameweek = ${week} and w.ranked)`
  const before = sql`(
    select max(l.gameweek) from read.settled_gameweeks l
    where l.season = ${season} and l.gameweek < ${gameweek}::int and l.ranked)`
  const rows = sql`
    select g.user_id, jsonb_build_object('what', 'settled', 'gameweek', g.gameweek, 'points', g.points,
      'rank', ${rankAfter(sql`${gameweek}::int`)}, 'rankBefore', ${rankAfter(before)}) as data
    from read.gameweek_rows g
    where g.season = ${season} and g.gameweek = ${gameweek}::int`
  return { kind: 'gameweek', rows }
}

function correctionText({ was, now, before, after, reason }: CorrectionPayload, names: Names): string {
  const [hosts, guests] = clubsOf(names)
  return `${matchText(names)} was ${resultText(was, hosts, guests)} and ${nowText(now, hosts, guests)}${because(reason)}: your ${before} points became ${after}.`
}

function nowText(now: Result | NoResult, hosts: string, guests: string): string {
  if (now === 'lifted') return 'has no result for now'
  return `is now ${isResult(now) ? resultText(now, hosts, guests) : now}`
}

function resultText(result: Result, hosts: string, guests: string): string {
  if (result === 'draw') return 'awarded as a draw'
  if (result === 'home' || result === 'away') return `awarded to ${result === 'home' ? hosts : guests}`
  return result.replace('-', '–')
}

function gameweekText({ gameweek, points, rank, rankBefore }: GameweekPayload): string {
  const rankText =
    rank === null ? '' : `, now rank ${rank}${rankBefore === null ? '' : `, ${movement(rankBefore - rank)}`}`
  return `You scored ${points} in Gameweek ${gameweek}${rankText}.`
}

const movement = (up: number): string => (up === 0 ? 'no change' : up > 0 ? `up ${up}` : `down ${-up}`)
