import { sql } from 'kysely'
import { fixtureDecider } from '../areas/fixtures/fixture-decider.ts'
import type { Score } from '../areas/fixtures/match.ts'
import { type FixtureRow, fixtureRows } from '../areas/fixtures/queries.ts'
import type { SourceOutcome } from '../areas/fixtures/source-rules.ts'
import { fixtureStream } from '../areas/fixtures/streams.ts'
import type { CommandHandler } from '../kernel/command-handler.ts'
import { createRandom } from '../kernel/random.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { createPoissonModel } from './poisson.ts'
import { simulatedContext } from './simulated-context.ts'

/** Length of a match with its break, in minutes. */
const MATCH_MINUTES = 112
const [FIRST_MINUTE, LAST_MINUTE] = [1, 110]
const MINUTE = 60_000

interface MatchRow extends FixtureRow {
  readonly home_slug: string
  readonly away_slug: string
}

/** A report of a simulated match at a minute of the simulated day, which skips hours without a match. */
interface Step {
  readonly minute: number
  readonly match: MatchRow
  readonly outcome: SourceOutcome['outcome']
}

interface LiveGameweek {
  readonly season: string
  readonly gameweek: number
  readonly seed: number
  /** Simulated minutes a real minute. */
  readonly speed: number
}

interface LiveDependencies {
  readonly db: ReadDb
  readonly handler: Pick<CommandHandler, 'handle'>
  readonly now: () => string
  /** Waits for a time in milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>
  readonly onStep?: (text: string, done: number, total: number) => void
}

/**
 * Plays the matches of a gameweek that have no result, as a source with live scores would report them. Each event has the real time. It is marked as
 * simulated: a purge removes it. Returns the number of matches.
 */
export async function playLive(
  { db, handler, now, sleep, onStep }: LiveDependencies,
  of: LiveGameweek,
): Promise<number> {
  const matches = await fixtureRows<MatchRow>(
    db,
    sql`f.season = ${of.season} and f.gameweek = ${of.gameweek} and f.status = 'scheduled'`,
    { columns: sql`h.slug as home_slug, a.slug as away_slug` },
  )
  const steps = stepsOf(matches, of)
  let minute = 0
  for (const [index, step] of steps.entries()) {
    if (step.minute > minute) await sleep(((step.minute - minute) * MINUTE) / of.speed)
    minute = step.minute
    const { match, outcome } = step
    const at = now()
    const stream = fixtureStream(match.season, match.home_slug, match.away_slug)
    const command = { type: 'feed-outcome', at, outcome } as const
    const handled = await handler.handle(fixtureDecider, stream, command, simulatedContext(at, null))
    if (!handled.ok) throw new Error(`a source is never refused: ${handled.rejected}`)
    onStep?.(textOf(step), index + 1, steps.length)
  }
  return matches.length
}

const textOf = ({ match: { home, away }, outcome }: Step): string => {
  const score = 'score' in outcome && outcome.score ? `${outcome.score.home}–${outcome.score.away}` : 'v'
  return `${home.shortName} ${score} ${away.shortName}${outcome.kind === 'finished' ? ', full time' : ''}`
}

/** Kick-offs, goals and results in order, without the hours in which no match is on. */
export function stepsOf(matches: readonly MatchRow[], { seed }: Pick<LiveGameweek, 'seed'>): readonly Step[] {
  const model = createPoissonModel(seed)
  const dated = matches.flatMap((match) =>
    match.kickoff === null ? [] : [{ match, kickoff: Date.parse(match.kickoff) / MINUTE }],
  )
  let [ends, skipped] = [Number.NEGATIVE_INFINITY, 0]
  return dated
    .sort((a, b) => a.kickoff - b.kickoff || a.match.id - b.match.id)
    .flatMap(({ match, kickoff }): Step[] => {
      // The first match begins at minute 0, and the next after a break when the last one ends.
      if (kickoff > ends) skipped += kickoff - (Number.isFinite(ends) ? ends + 1 : 0)
      ends = Math.max(ends, kickoff + MATCH_MINUTES)
      const begins = kickoff - skipped
      const stream = fixtureStream(match.season, match.home_slug, match.away_slug)
      const final = model.scoreOf({ stream, home: match.home, away: match.away })
      let score: Score = { home: 0, away: 0 }
      const goals = goalMinutes(final, `goals ${seed}/${stream}`).map(({ minute, side }): Step => {
        score = { ...score, [side]: score[side] + 1 }
        return { minute: begins + minute, match, outcome: { kind: 'started', score } }
      })
      return [
        { minute: begins, match, outcome: { kind: 'started', score: { home: 0, away: 0 } } },
        ...goals,
        { minute: begins + MATCH_MINUTES, match, outcome: { kind: 'finished', score: final } },
      ]
    })
    .sort((a, b) => a.minute - b.minute)
}

function goalMinutes({ home, away }: Score, seed: string) {
  const random = createRandom(seed)
  const sides = [...Array<'home'>(home).fill('home'), ...Array<'away'>(away).fill('away')]
  return sides
    .map((side) => ({ side, minute: FIRST_MINUTE + Math.floor(random.next() * (LAST_MINUTE - FIRST_MINUTE)) }))
    .sort((a, b) => a.minute - b.minute)
}
