import type { FixtureCommand } from '../areas/fixtures/fixture-decider.ts'
import type { Score } from '../areas/fixtures/match.ts'
import { isRowOpenAt } from '../areas/fixtures/match-status.ts'
import type { FixtureRow } from '../areas/fixtures/queries.ts'
import type { SaveItem } from '../areas/predictions/commands.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import { createRandom } from '../kernel/random.ts'
import type { Actions, TestUser } from './actions.ts'
import { createPoissonModel, type PoissonModel } from './poisson.ts'
import { simulatedContext } from './simulated-context.ts'
import type { RunOfSteps } from './test-run.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** From kickoff to the result. */
const MATCH_MS = 2 * HOUR_MS
/** Number of matches reopened concurrently. */
const CONCURRENCY = 8
/** Percentage of players who do not predict a match. */
const FORGOTTEN = 12
/** Open matches are predicted up to this time ahead. */
export const AHEAD_MS = 12 * DAY_MS

/** A match that test users predict. */
interface Match extends Pick<FixtureRow, 'id' | 'home' | 'away'> {
  readonly stream: string
}

/** A finished match; its kickoff in milliseconds. */
export interface PastMatch extends Match {
  readonly season: string
  readonly gameweek: number
  readonly kickoff: number
  readonly score: Score
}

/** Predictions of a world, for finished and for open matches. */
export function createWorldPicks(clock: Clock, { matches, projected, report, save, settleAgain }: Actions) {
  const now = (): number => clock.now()

  /** Returns the picks for a match, made between about two days and one hour before kickoff. */
  function picksOf(
    match: Match,
    kickoff: number,
    people: readonly TestUser[],
    model: PoissonModel,
    seed: number,
  ): SaveItem[] {
    const random = createRandom(`world ${seed}/${match.stream}`)
    return people.flatMap(({ id: userId, number }) => {
      const at = Math.min(kickoff - HOUR_MS - random.next() * 2 * DAY_MS, now())
      if (random.below(100) < FORGOTTEN) return []
      return [{ userId, fixtureId: match.id, pick: model.pickOf(number, match), context: simulatedContext(at, userId) }]
    })
  }

  const reportStep = (run: RunOfSteps, match: PastMatch, step: string | number, command: FixtureCommand) =>
    report(match, command, simulatedContext(Date.parse(command.at), null, run.idBase(`${match.stream}/${step}`)))

  /**
   * Predicts finished matches. Picks count only before a cutoff in the log, so each match is replayed with reports of a source: it is
   * abandoned, rescheduled to its old date, predicted, and finished with its old result. Then the gameweek settles again if its board has no
   * players. All of this is simulated, and a purge removes it.
   */
  async function predictPast(run: RunOfSteps, past: readonly PastMatch[], people: readonly TestUser[], seed: number) {
    const model = createPoissonModel(seed)
    await run.step(async (advance, expect) => {
      expect(2 * past.length)
      await mapLimited(past, CONCURRENCY, async (match) => {
        const at = new Date(match.kickoff - 3 * DAY_MS).toISOString()
        await reportStep(run, match, 'abandoned', { type: 'feed-outcome', at, outcome: { kind: 'abandoned' } })
        // A repeated date causes no event, so another date is reported first.
        for (const kickoff of [match.kickoff + HOUR_MS, match.kickoff])
          await reportStep(run, match, kickoff, dated(match, at, kickoff))
        advance(1)
      })
      await projected()
      await save(
        run,
        past.flatMap((match) => picksOf(match, match.kickoff, people, model, seed)),
      )
      for (const match of past) {
        const at = new Date(match.kickoff + MATCH_MS).toISOString()
        const outcome = { kind: 'finished', score: match.score } as const
        run.made('results', await reportStep(run, match, 'finished', { type: 'feed-outcome', at, outcome }))
        advance(1)
      }
      const { gameweek, kickoff } = past.at(-1)!
      await settleAgain(run, gameweek, kickoff + MATCH_MS)
    })
  }

  /** Predicts open matches of the next days, with picks of most players. */
  async function predictAhead(run: RunOfSteps, people: readonly TestUser[], seed: number): Promise<void> {
    await run.step(async (advance, expect) => {
      const model = createPoissonModel(seed)
      const at = isoNow(clock)
      const open = await matches(
        undefined,
        (row) => isRowOpenAt(row, at) && Date.parse(row.kickoff!) < now() + AHEAD_MS,
      )
      expect(open.length)
      await save(
        run,
        open.flatMap((match) => picksOf(match, Date.parse(match.kickoff!), people, model, seed)),
      )
      advance(open.length)
      await projected()
    })
  }

  /** Returns finished matches without a ruling, in order of kickoff. */
  async function pastMatches(): Promise<readonly PastMatch[]> {
    const played = await matches(
      undefined,
      (row) =>
        row.status === 'finished' && !row.by_hand && !row.closed && row.started_at === null && row.kickoff !== null,
    )
    return played
      .map(({ id, season, gameweek, home, away, stream, kickoff, home_score, away_score }) => ({
        ...{ id, season, gameweek, home, away, stream },
        kickoff: Date.parse(kickoff!),
        score: { home: home_score!, away: away_score! },
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
