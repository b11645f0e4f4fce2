import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Position, Recorded } from '../../kernel/event.ts'
import type { Ids } from '../../kernel/ids.ts'
import { createRandom } from '../../kernel/random.ts'
import type { Reactor } from '../../slice/reactor.ts'
import { accountEvents } from '../accounts/events.ts'
import { type FixtureEvent, fixtureEvents, gameweekEvents } from '../fixtures/events.ts'
import { datesOf, planCompetitions, weeksOf } from './calendar.ts'
import { type CompetitionCommand, competitionDecider } from './competition-decider.ts'
import type { CompetitionState, KnownCompetition } from './competition-state.ts'
import { type CompetitionWindow, competitionEvents, competitionIds, ownCompetitionStream } from './events.ts'
import type { Points } from './points.ts'
import { playersOf } from './roster.ts'
import { cupLength, decidedRound, hasRounds, pendingRound } from './rounds.ts'
import {
  countsFor,
  foldCompetition,
  foldFixture,
  foldSettled,
  hasBegun,
  isAffectedBy,
  isMoved,
  isPlayedOut,
  isRounds,
  isSame,
  isWhole,
  type ListedCompetition,
  type MatchChange,
  matchesOf,
  type SeasonMatch,
  type SeasonState,
  type SeasonsState,
  scoresDiffer,
  withListed,
} from './season-state.ts'

const handled = {
  ...fixtureEvents,
  ...gameweekEvents,
  ...only(competitionEvents, 'CompetitionCreated', 'CompetitionMoved', 'CompetitionEnded', 'CompetitionJoined'),
  UserDeleted: accountEvents.UserDeleted,
}
type HandledEvent = EventsOf<typeof handled>

interface CompetitionReactorDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'nextMany'>
  readonly points: Points
  /** Whether an account was deleted before a log position. Throws `EventLogUnavailable` while that is unknown. */
  readonly isDeleted: (userId: number, at: Position) => Promise<boolean>
}

export const COMPETITION_REACTOR = 'competition-rounds'

/**
 * Creates the game’s own competitions once the calendar of a season is complete and moves them with it. Draws and
 * decides rounds when gameweeks settle, ends competitions, books prizes, and corrects them when a result changes later.
 */
export function createCompetitionReactor(deps: CompetitionReactorDependencies): Reactor<SeasonsState, HandledEvent> {
  return {
    name: COMPETITION_REACTOR,
    events: typesOf(handled),
    initialState: {},
    react: (state, event, context) => handleEvent(deps, state, event, context),
  }
}

/** Issues the commands that follow from an event and returns the new state. */
async function handleEvent(
  { handler, ids, points, isDeleted }: CompetitionReactorDependencies,
  before: SeasonsState,
  event: Recorded<HandledEvent>,
  context: CommandContext,
): Promise<SeasonsState> {
  let seasons = before
  await dispatch()
  return seasons

  async function dispatch(): Promise<void> {
    const { stream } = event
    switch (event.type) {
      case 'CompetitionCreated':
      case 'CompetitionMoved':
      case 'CompetitionEnded':
        seasons = foldCompetition(seasons, event, stream)
        return
      case 'CompetitionJoined':
        return leaveIfDeleted(event.data.userId, stream)
      case 'UserDeleted':
        return leaveAll(event.data.userId)
      case 'GameweekSettled':
        seasons = foldSettled(seasons, event)
        return advance(event.data.season)
      default:
        return handleFixture(event)
    }
  }

  async function handleFixture(event: FixtureEvent): Promise<void> {
    const folded = foldFixture(seasons, event)
    if (!folded) return
    seasons = folded.state
    const { season, before, after } = folded.change
    const there = seasons[season]!
    if (!there.isPlanned && (isWhole(there) || after.done)) await plan(season)
    else if (there.isPlanned && isMoved(folded.change)) await plan(season)
    await advance(season, folded.change)
    if (before && scoresDiffer(folded.change)) await correct(season, before, after)
  }

  /** Creates missing competitions and moves the others with the calendar. */
  async function plan(season: string): Promise<void> {
    const there = seasons[season]!
    const planned = planCompetitions(season, matchesOf(there))
    const missing = planned.filter(({ key }) => !there.competitions[ownCompetitionStream(season, key)])
    if (missing.length > 0) await create(season, missing)
    patch(season, { isPlanned: true, clubs: [] })
    const own = new Map(planned.map(({ key, window }) => [ownCompetitionStream(season, key), window]))
    for (const listed of Object.values(seasons[season]!.competitions)) {
      if (!listed.hasEnded || listed.kind === 'seasonal')
        await move(season, listed, own.get(listed.stream) ?? listed.window)
    }
  }

  async function create(season: string, planned: ReturnType<typeof planCompetitions>): Promise<void> {
    const fresh = await ids.nextMany(competitionIds, planned.length)
    const handled = await handler.handleMany(
      competitionDecider,
      planned.map(({ key, ...rest }, index) => ({
        stream: ownCompetitionStream(season, key),
        command: { type: 'create', competitionId: fresh[index]!, season, ...rest } as const,
        // Not by `fresh`: a repeat gets other ids than the first attempt stored.
        context: step('create'),
      })),
    )
    for (const [index, outcome] of handled.entries()) {
      if (!outcome.ok || outcome.state.status === 'none') continue
      const stream = ownCompetitionStream(season, planned[index]!.key)
      list(season, stream, outcome.state, true)
    }
  }

  async function move(season: string, listed: ListedCompetition, wanted: CompetitionWindow): Promise<void> {
    const window = isRounds(listed) ? await roundsWindow(listed, wanted) : wanted
    const when = listed.isOwn || window.by === 'gameweek' ? datesOf(window, matchesOf(seasons[season]!)) : null
    if (!when || isSame(listed, { window, ...when })) return
    await command(season, listed, 'move', { type: 'move', asOf: asOf(season), window, ...when })
  }

  /** A drawn cup’s window is as long as its rounds. A competition whose rounds have begun keeps its first gameweek. */
  async function roundsWindow(listed: ListedCompetition, wanted: CompetitionWindow): Promise<CompetitionWindow> {
    const state = await load(listed)
    if (!state || !hasRounds(state) || state.window.by !== 'gameweek') return wanted
    const length = cupLength(state)
    return length === null ? state.window : { ...state.window, to: state.window.from + length - 1 }
  }

  /** Decides due rounds and ends of a season. With `change`, checks the matches of competitions by points only if it counts. */
  async function advance(season: string, change?: MatchChange): Promise<void> {
    for (const listed of Object.values(seasons[season]?.competitions ?? {})) {
      if (listed.hasEnded) continue
      if (isRounds(listed)) await advanceRounds(season, listed)
      else if (
        ((!change || isAffectedBy(listed, change)) && isPlayedOut(listed, seasons[season]!)) ||
        isWithoutMatches(season, listed)
      ) {
        const state = await load(listed)
        if (state) await settle(season, listed, state)
      }
    }
  }

  async function advanceRounds(season: string, listed: ListedCompetition): Promise<void> {
    const { window } = listed
    if (window.by !== 'gameweek' || !mayBegin(season, listed, window.from)) return
    let state = await load(listed)
    if (state?.status === 'open' && !hasRounds(state)) state = await begin(season, listed, state)
    const length = state && cupLength(state)
    if (length && window.to !== window.from + length - 1)
      await move(season, seasons[season]!.competitions[listed.stream]!, window)
    for (let round = state && pendingRound(state); state && round; round = pendingRound(state)) {
      if (!seasons[season]!.settled.includes(round.gameweek) && !isSkipped(season, round.gameweek)) return
      const before = state
      state = await decideRound(season, listed, state, round)
      if (state === before) return
    }
  }

  /** Draws a cup when the previous gameweek has settled, at the latest when its own begins. Closes it to joins. */
  async function begin(
    season: string,
    listed: ListedCompetition,
    state: KnownCompetition,
  ): Promise<KnownCompetition | null> {
    if (state.roster.count < 2) {
      const first = state.window.by === 'gameweek' ? state.window.from : 0
      if (!begun(season, first, Date.parse(state.startDate))) return null
      return command(season, listed, 'call-off', { type: 'call-off', asOf: asOf(season) })
    }
    if (state.kind !== 'cup') return state
    return command(season, listed, 'draw', { type: 'draw', asOf: asOf(season), seed: seedOf(listed, 1) })
  }

  async function decideRound(
    season: string,
    listed: ListedCompetition,
    state: KnownCompetition,
    { round, gameweek }: { readonly round: number; readonly gameweek: number },
  ): Promise<KnownCompetition> {
    const scores = await scoresIn(season, state, (match) => match.gameweek === gameweek)
    const seed = seedOf(listed, round + 1)
    return command(season, listed, `round-${round}`, {
      type: 'decide-round',
      asOf: asOf(season),
      round,
      scores,
      seed,
    })
  }

  async function settle(season: string, listed: ListedCompetition, state: KnownCompetition): Promise<void> {
    const scores = await scoresIn(season, state, countsFor(listed))
    await command(season, listed, 'settle', { type: 'settle', asOf: asOf(season), scores })
  }

  /** Corrects prizes after a changed result, and the last round unless the next has begun. */
  async function correct(season: string, before: SeasonMatch, after: SeasonMatch): Promise<void> {
    for (const listed of Object.values(seasons[season]!.competitions)) {
      if (!isAffectedBy(listed, { season, before, after })) continue
      if (isRounds(listed)) await correctRound(season, listed, [before.gameweek, after.gameweek])
      else if (listed.hasEnded) {
        const state = await load(listed)
        if (state) await settle(season, listed, state)
      }
    }
  }

  async function correctRound(season: string, listed: ListedCompetition, gameweeks: readonly number[]): Promise<void> {
    const state = await load(listed)
    const round = state && decidedRound(state)
    if (!state || !round || !gameweeks.includes(round.gameweek)) return
    const next = weeksOf(matchesOf(seasons[season]!)).find(({ gameweek }) => gameweek === round.gameweek + 1)
    if (state.status === 'open' && next && begun(season, next.gameweek, next.begins)) return
    await decideRound(season, listed, state, round)
  }

  /** A join that raced the deletion of its account comes after it in the log. */
  async function leaveIfDeleted(userId: number, stream: string): Promise<void> {
    if (await isDeleted(userId, event.position))
      await handler.handle(competitionDecider, stream, { type: 'leave', userId }, step('leave'))
  }

  async function leaveAll(userId: number): Promise<void> {
    const streams = Object.values(seasons).flatMap(({ competitions }) => Object.keys(competitions))
    await handler.handleMany(
      competitionDecider,
      streams.map((stream) => ({ stream, command: { type: 'leave', userId } as const, context: step('leave') })),
    )
  }

  function mayBegin(season: string, { startDate }: ListedCompetition, first: number): boolean {
    return seasons[season]!.settled.includes(first - 1) || begun(season, first, Date.parse(startDate))
  }

  function begun(season: string, gameweek: number, startsAt: number): boolean {
    const there = seasons[season]!
    return there.settled.includes(gameweek) || hasBegun(there, gameweek, startsAt, context.at)
  }

  /** Whether a gameweek without matches, which never settles, is over (R402). */
  function isSkipped(season: string, gameweek: number): boolean {
    if (matchesOf(seasons[season]!).some((match) => match.gameweek === gameweek)) return false
    return hasGoneOn(season, (week) => week.gameweek > gameweek)
  }

  /** Whether a competition by points has no matches, and is over (R447). */
  function isWithoutMatches(season: string, listed: ListedCompetition): boolean {
    if (matchesOf(seasons[season]!).some(countsFor(listed))) return false
    const { window } = listed
    if (window.by === 'gameweek') return hasGoneOn(season, (week) => week.gameweek > window.to)
    const to = Date.parse(window.to)
    return hasGoneOn(season, (week) => week.begins >= to)
  }

  /** Whether a later gameweek has begun, or all matches of the season are over. */
  function hasGoneOn(season: string, isLater: (week: ReturnType<typeof weeksOf>[number]) => boolean): boolean {
    const matches = matchesOf(seasons[season]!)
    if (matches.every(({ done }) => done)) return true
    return weeksOf(matches).some((week) => isLater(week) && begun(season, week.gameweek, week.begins))
  }

  function scoresIn(season: string, state: KnownCompetition, counts: (match: SeasonMatch) => boolean) {
    const matches = matchesOf(seasons[season]!).filter(counts)
    return points.of(playersOf(state.roster), season, matches, event.position)
  }

  function asOf(season: string): number {
    return seasons[season]!.facts
  }

  /** Follows from the causing event, so that a repeated draw is the same. */
  function seedOf({ stream }: ListedCompetition, round: number): number {
    return createRandom(`${context.idBase}/${stream}/${round}`).below(2 ** 31)
  }

  /** A command context per step: steps must not share a base for event ids. */
  function step(name: string): CommandContext {
    return { ...context, idBase: `${context.idBase}/${name}` }
  }

  async function load({ stream }: ListedCompetition): Promise<KnownCompetition | null> {
    const { state } = await handler.load(competitionDecider, stream)
    return state.status === 'none' ? null : state
  }

  async function command(
    season: string,
    listed: ListedCompetition,
    name: string,
    command: CompetitionCommand,
  ): Promise<KnownCompetition> {
    const handled = await handler.handle(competitionDecider, listed.stream, command, step(name))
    if (!handled.ok || handled.state.status === 'none') throw new Error(`${listed.stream} does not exist`)
    list(season, listed.stream, handled.state, listed.isOwn)
    return handled.state
  }

  function list(season: string, stream: string, state: Exclude<CompetitionState, { status: 'none' }>, isOwn: boolean) {
    const { competitionId, kind, window, startDate, endDate } = state
    seasons = withListed(seasons, season, {
      ...{ stream, competitionId, kind, window, startDate, endDate, isOwn },
      // Ended up to this event; the stream may be ahead.
      hasEnded: seasons[season]?.competitions[stream]?.hasEnded ?? false,
    })
  }

  function patch(season: string, over: Partial<SeasonState>): void {
    seasons = { ...seasons, [season]: { ...seasons[season]!, ...over } }
  }
}
