import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import { accountDecider } from '../areas/accounts/account-decider.ts'
import { accountStream, userIds } from '../areas/accounts/events.ts'
import { usernameKey } from '../areas/accounts/username.ts'
import { fixtureDecider } from '../areas/fixtures/fixture-decider.ts'
import { clubIds, fixtureIds } from '../areas/fixtures/ids.ts'
import { loadCalendar } from '../areas/fixtures/load-calendar.ts'
import { jokerDecider } from '../areas/league-rules/joker-decider.ts'
import { leagueIds } from '../areas/leagues/events.ts'
import { leagueDecider } from '../areas/leagues/league-decider.ts'
import type { Predictions, SaveItem } from '../areas/predictions/commands.ts'
import { predictionIds } from '../areas/predictions/ids.ts'
import { firstEvent } from '../event-log/first-event.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { Ids } from '../kernel/ids.ts'
import { LEAGUE_COUNT, type LeagueStep } from './league-plan.ts'
import type { PickCommand, PlannedMatch, SeasonPlan, Segment } from './season-plan.ts'

interface SimulationDependencies {
  readonly log: EventLog
  readonly handler: CommandHandler
  readonly ids: Ids
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly predictions: Predictions
  readonly engine: ProjectionEngine
  /** Set to the time of the current command. */
  readonly clock: { set(time: number): void }
}

/** The simulation cannot continue; the message is a sentence for the terminal. */
export class SimulationRefused extends Error {
  override readonly name: string = 'SimulationRefused'
}

const SETTLEMENT = 'settled-gameweeks'
/** Number of picks or registrations in one command. */
const CHUNK = 2_000
/** Maximum lag of the settlement or the read models, in milliseconds. */
const MAX_LAG_MS = 60_000
/** Maximum time for reactors (achievements, prizes, notifications) after the last event, in milliseconds. */
const REACTION_MS = 600_000

/**
 * Plays a planned season through the commands of the game. All ids and times come from the plan, so a killed run can be resumed and results
 * in the same read tables. Requires a started engine that leads. `onProgress` receives the numbers of played and of all matches.
 */
export async function simulate(
  deps: SimulationDependencies,
  plan: SeasonPlan,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const { log, handler, ids, personal, predictions, engine, clock } = deps
  onProgress(0, plan.matches.length)
  await retryWhileAway(async () => refuseStrangers(log, plan.name))
  clock.set(Date.parse(plan.begins))
  await retryWhileAway(prepare)
  const resumed = await retryWhileAway(finishedMatches)
  let index = 0
  for (const segment of plan.segments()) {
    // Commands up to the last stored result are complete, because they ran in order. Later ones may have started.
    if (index >= resumed) await play(segment)
    onProgress(++index, plan.matches.length)
  }
  await retryWhileAway(async () => {
    engine.nudge()
    const { projections } = await engine.status()
    if (projections.some(({ behind }) => behind)) throw new NotYet()
  }, REACTION_MS)

  /** Reserves the ids of the plan, then loads clubs, season and dates. */
  async function prepare(): Promise<void> {
    await ids.raiseAbove(userIds, plan.players.length)
    await ids.raiseAbove(clubIds, plan.teamIds.size)
    await ids.raiseAbove(fixtureIds, plan.matches.length)
    await ids.raiseAbove(leagueIds, LEAGUE_COUNT)
    await ids.raiseAbove(predictionIds, plan.matches.length * plan.players.length)
    const summary = await loadCalendar({ log, handler, ids }, plan.calendar, {
      context: { ...contextOf(plan.begins, 'calendar'), idBase: `${plan.name}/calendar` },
      calendarOnly: true,
      idFor: (kind, name) => (kind === clubIds ? plan.teamIds.get(name)! : plan.fixtureIds.get(name)!),
    })
    await projected(summary.position, ['FixtureScheduled', 'TeamRegistered'])
  }

  function contextOf(at: string, step: string, actor: number | null = null): CommandContext {
    const id = plan.name
    const idBase = `${plan.name}/${step}`
    return { actor, at, correlationId: id, causationId: id, source: 'simulation', idBase, isDeterministic: true }
  }

  async function finishedMatches(): Promise<number> {
    let finished = 0
    for (const { stream } of plan.matches) {
      const { state } = await handler.load(fixtureDecider, stream)
      if (state.status !== 'finished') break
      finished++
    }
    // The settlement of finished matches must be in the log before further events.
    await settled(await log.head())
    return finished
  }

  async function play(segment: Segment): Promise<void> {
    await retryWhileAway(() => register(segment))
    await retryWhileAway(() => save(segment.firstPicks))
    await retryWhileAway(() => save(segment.updates))
    await retryWhileAway(() => gather(segment.leagues))
    await retryWhileAway(() => finish(segment.match))
  }

  async function register({ registrations }: Segment): Promise<void> {
    for (let from = 0; from < registrations.length; from += CHUNK) {
      const chunk = registrations.slice(from, from + CHUNK)
      const handled = await handler.handleMany(
        accountDecider,
        chunk.map(({ number, username, registeredAt }) => ({
          stream: accountStream(personal.hmac('username', usernameKey(username))),
          command: { type: 'register', userId: number, username, role: 'user' } as const,
          context: contextOf(registeredAt, 'register', number),
        })),
      )
      for (const outcome of handled) if (!outcome.ok) throw new SimulationRefused(`registration: ${outcome.rejected}`)
    }
  }

  async function save(picks: readonly PickCommand[]): Promise<void> {
    for (let from = 0; from < picks.length; from += CHUNK) {
      const chunk = picks.slice(from, from + CHUNK)
      clock.set(chunk.at(-1)!.at)
      const outcomes = await predictions.saveMany(chunk.map(itemOf))
      for (const outcome of outcomes) if (!outcome.ok) throw new SimulationRefused(`prediction: ${outcome.rejected}`)
    }
  }

  function itemOf({ kind, at, player, match, predictionId, pick }: PickCommand): SaveItem {
    const context = contextOf(new Date(at).toISOString(), kind, player.number)
    return { userId: player.number, fixtureId: match.fixtureId, predictionId, pick, context }
  }

  /** Runs the commands of leagues. A run that an earlier version began has no leagues. */
  async function gather(steps: readonly LeagueStep[]): Promise<void> {
    const contextAt = ({ at, step, actor }: LeagueStep) => contextOf(new Date(at).toISOString(), step, actor)
    for (const each of steps) {
      if (!each.league) continue
      const outcome = await handler.handle(leagueDecider, each.stream, each.league, contextAt(each))
      if (!outcome.ok && outcome.rejected !== 'league-not-found')
        throw new SimulationRefused(`league: ${outcome.rejected}`)
    }
    const jokers = steps.flatMap((each) =>
      each.joker ? [{ stream: each.stream, command: each.joker, context: contextAt(each) }] : [],
    )
    for (const outcome of await handler.handleMany(jokerDecider, jokers))
      if (!outcome.ok) throw new SimulationRefused(`joker: ${outcome.rejected}`)
  }

  async function finish({ stream, score, finish, settles }: PlannedMatch): Promise<void> {
    clock.set(finish)
    const at = new Date(finish).toISOString()
    const command = { type: 'feed-outcome', at, outcome: { kind: 'finished', score } } as const
    const handled = await handler.handle(fixtureDecider, stream, command, contextOf(at, 'result'))
    if (!handled.ok) throw new SimulationRefused(`result: ${handled.rejected}`)
    if (settles) await settled(handled.position)
  }

  /** Waits until a gameweek has settled, so that every run has the same order in the log. */
  async function settled(position: Position | null): Promise<void> {
    engine.nudge()
    if (!(await engine.waitForReactor(SETTLEMENT, position, 5_000))) throw new NotYet()
  }

  async function projected(position: Position | null, types: readonly string[]): Promise<void> {
    engine.nudge()
    const lagging = await engine.waitFor(position ?? (await log.head()), types, 5_000)
    if (lagging.length > 0) throw new NotYet()
  }
}

/** A projection or reactor lags; the step can be repeated. */
class NotYet extends SimulationRefused {
  constructor() {
    super('the read models lag too far behind; run the same command again to resume')
  }
}

/** Repeats a step while projections or reactors lag. Its ids make the repeat harmless. */
async function retryWhileAway<T>(step: () => Promise<T>, maxAwayMs = MAX_LAG_MS): Promise<T> {
  const end = performance.now() + maxAwayMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof NotYet) || performance.now() > end) throw error
      await sleep(200)
    }
  }
}

/** Throws unless the store is empty or contains the beginning of this run. */
async function refuseStrangers(log: EventLog, name: string): Promise<void> {
  const first = await firstEvent(log, {})
  if (first && first.metadata.$correlationId !== name)
    throw new SimulationRefused(
      'the store is not empty: a simulation needs a separate one (another DATA_DIR, DATABASE_URL or EVENTSTORE_PREFIX)',
    )
}
