import { type FixtureCommand, fixtureAggregate } from '../fixtures/fixture-decider.ts'
import type { Score } from '../fixtures/match.ts'
import { isRowOpenAt } from '../fixtures/match-status.ts'
import { type FixtureRow, fixtureRows, fixtureStreams, whereSeason } from '../fixtures/queries.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import { createRandom } from '../kernel/random.ts'
import type { Predictions, SaveItem } from '../predictions/commands.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { TestRefused } from '../testing/tool.ts'
import { createPoissonModel, type PoissonModel } from './poisson.ts'
import { simulatedContext } from './simulated-context.ts'
import type { RunOfSteps } from './test-run.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Picks handed over at once, and matches opened side by side. */
const [CHUNK, SIDE] = [250, 8]
/** Of a match so many players in a hundred leave out. */
const FORGOTTEN = 12
/** Matches are predicted so long ahead. */
const AHEAD_MS = 12 * DAY_MS

/** A match that somebody picks in. */
interface Match extends Pick<FixtureRow, 'id' | 'home' | 'away'> {
  readonly stream: string
}

/** A match that is over, its kickoff in milliseconds. */
export interface PastMatch extends Match {
  readonly season: string
  readonly gameweek: number
  readonly kickoff: number
  readonly score: Score
}

/** A test user of the world. */
export interface Inhabitant {
  readonly id: number
  readonly number: number
  readonly username: string
}

export interface WorldPicksDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly clock: Clock
  readonly predictions: Pick<Predictions, 'saveMany'>
  /** All read tables show what stands in the log. */
  readonly projected: () => Promise<void>
}

/** What somebody of the world does at a time, in milliseconds; `actor` null: the source of the fixtures. */
export const contextAt = (ms: number, actor: number | null): CommandContext =>
  simulatedContext(new Date(ms).toISOString(), actor)

/** Predictions of a world: for matches that are over, and for those that come. */
export function createWorldPicks({ db, handler, clock, predictions, projected }: WorldPicksDependencies) {
  const now = (): number => clock.now()

  /** Who picks what in a match, and when: between two days and half an hour before its cutoff. */
  function picksOf(
    match: Match,
    kickoff: number,
    people: readonly Inhabitant[],
    model: PoissonModel,
    seed: number,
  ): SaveItem[] {
    const random = createRandom(`world ${seed}/${match.stream}`)
    return people.flatMap(({ id: userId, number }) => {
      const at = Math.min(kickoff - HOUR_MS - random.next() * 2 * DAY_MS, now())
      if (random.below(100) < FORGOTTEN) return []
      const pick = model.pickOf(number, { stream: match.stream, homeTeamId: match.home.id, awayTeamId: match.away.id })
      return [{ userId, fixtureId: match.id, pick, context: contextAt(at, userId) }]
    })
  }

  async function save(run: RunOfSteps, items: readonly SaveItem[]): Promise<void> {
    for (let from = 0; from < items.length; from += CHUNK) {
      const outcomes = await predictions.saveMany(items.slice(from, from + CHUNK))
      run.made('predictions', outcomes.filter((outcome) => outcome.ok && outcome.position !== null).length)
    }
  }

  /** Gives how many events it made. */
  async function rule(stream: string, command: FixtureCommand, ms: number): Promise<number> {
    const handled = await handler.handle(fixtureAggregate, stream, command, contextAt(ms, null))
    if (!handled.ok) throw new TestRefused(`${stream}: ${handled.rejected}`)
    return handled.events.length
  }

  /**
   * Picks for matches that are over. The log decides whether a pick counts, so each match is to be played once more: abandoned, given its
   * date back, predicted, and finished as it was, all as a source would tell it. That is simulated and goes with a clear, which leaves what
   * was there.
   */
  async function predictPast(
    run: RunOfSteps,
    matches: readonly PastMatch[],
    people: readonly Inhabitant[],
    seed: number,
  ) {
    const model = createPoissonModel(seed)
    await run.step(async (advance, expect) => {
      expect(2 * matches.length)
      await mapLimited(matches, SIDE, async (match) => {
        const at = match.kickoff - 3 * DAY_MS
        const time = new Date(at).toISOString()
        await rule(match.stream, { type: 'feed-outcome', at: time, outcome: { kind: 'abandoned' } }, at)
        // A date that a source repeats is no news: it says another one first.
        for (const kickoff of [match.kickoff + HOUR_MS, match.kickoff])
          await rule(match.stream, dated(match, time, kickoff), at)
        advance(1)
      })
      await projected()
      await save(
        run,
        matches.flatMap((match) => picksOf(match, match.kickoff, people, model, seed)),
      )
      for (const { stream, kickoff, score } of matches) {
        const at = kickoff + 2 * HOUR_MS
        const finished = { kind: 'finished', score } as const
        const told = await rule(stream, { type: 'feed-outcome', at: new Date(at).toISOString(), outcome: finished }, at)
        run.made('results', told)
        advance(1)
      }
    })
  }

  /** What is still open within reach: most have picked it already. */
  async function predictAhead(
    run: RunOfSteps,
    name: string,
    people: readonly Inhabitant[],
    seed: number,
  ): Promise<void> {
    await run.step(async (advance, expect) => {
      const model = createPoissonModel(seed)
      const at = isoNow(clock)
      const rows = await fixtureRows(db, whereSeason(name, undefined))
      const open = rows.filter((row) => isRowOpenAt(row, at) && Date.parse(row.kickoff!) < now() + AHEAD_MS)
      const streams = await fixtureStreams(db, idsOf(open))
      expect(open.length)
      await save(
        run,
        open.flatMap((row) =>
          picksOf({ ...row, stream: streams.get(row.id)! }, Date.parse(row.kickoff!), people, model, seed),
        ),
      )
      advance(open.length)
      await projected()
    })
  }

  /** Played and not ruled about, with a date, in the order of playing. */
  async function pastMatches(name: string): Promise<readonly PastMatch[]> {
    const rows = (await fixtureRows(db, whereSeason(name, undefined))).filter(
      (row) =>
        row.status === 'finished' && !row.by_hand && !row.closed && row.started_at === null && row.kickoff !== null,
    )
    const streams = await fixtureStreams(db, idsOf(rows))
    return rows
      .map((row) => ({
        ...{ id: row.id, season: row.season, gameweek: row.gameweek, home: row.home, away: row.away },
        ...{ stream: streams.get(row.id)!, kickoff: Date.parse(row.kickoff!) },
        score: { home: row.home_score!, away: row.away_score! },
      }))
      .sort((a, b) => a.kickoff - b.kickoff || a.id - b.id)
  }

  return { predictPast, predictAhead, pastMatches }
}

const dated = (match: PastMatch, at: string, kickoff: number): FixtureCommand => ({
  ...{ type: 'feed-calendar', at, kickoff: new Date(kickoff).toISOString(), cancelled: false },
  ...{ fixtureId: match.id, season: match.season, gameweek: match.gameweek },
  ...{ homeTeamId: match.home.id, awayTeamId: match.away.id },
})

const idsOf = (rows: readonly FixtureRow[]): readonly number[] => rows.map(({ id }) => id)
