import { type AccountEvent, deletionsOnly } from '../accounts/events.ts'
import { type FixtureEvent, fixtureEvents, type GameweekEvent } from '../fixtures/events.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import { type Heard, type Hearing, heardIn, type Position, type Recorded } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import { createRandom } from '../kernel/random.ts'
import type { Reactor } from '../slice/reactor.ts'
import { countsIn, datesOf, planCompetitions, weeksOf } from './calendar.ts'
import { type CompetitionCommand, competitionAggregate } from './competition-decider.ts'
import type { CompetitionState, KnownCompetition } from './competition-state.ts'
import type { CompetitionEvent, CompetitionWindow } from './events.ts'
import { competitionIds } from './ids.ts'
import { concerns, isMoved, isPlayedOut, isRounds, isSame } from './listed.ts'
import type { Points } from './points.ts'
import { playersOf } from './roster.ts'
import { cupLength, decidedRound, hasRounds, pendingRound } from './rounds.ts'
import {
  foldCompetition,
  foldFixture,
  foldSettled,
  hasBegun,
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
import { ownCompetitionStream } from './streams.ts'

type Known = FixtureEvent | GameweekEvent | CompetitionEvent | AccountEvent
const hearing = {
  ...fixtureEvents,
  GameweekSettled: true,
  CompetitionCreated: true,
  CompetitionMoved: true,
  CompetitionEnded: true,
  CompetitionJoined: true,
  CompetitionLeft: false,
  CupRoundDrawn: false,
  CupRoundDecided: false,
  KnockoutRoundDecided: false,
  PrizeBooked: false,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
type Answered = Heard<Known, typeof hearing>

interface CompetitionReactorDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'nextMany'>
  readonly points: Points
  /** Whether an account was deleted before a place in the log; throws `EventLogUnavailable` while that is not known. */
  readonly isDeleted: (userId: number, at: Position) => Promise<boolean>
}

export const COMPETITION_REACTOR = 'competition-rounds'

/**
 * Makes the game's own competitions once the calendar of a season is whole, moves them with it, draws and decides rounds when
 * gameweeks settle, ends competitions and pays them, and corrects what was paid when a result changes after the end.
 */
export function createCompetitionReactor(deps: CompetitionReactorDependencies): Reactor<SeasonsState, Answered> {
  return {
    name: COMPETITION_REACTOR,
    events: heardIn(hearing),
    initialState: {},
    async react(state, event, context) {
      const turn = new Turn(deps, state, context, event.position)
      await turn.take(event)
      return turn.state
    },
  }
}

/** The answer to one event: what follows from the state up to it. */
class Turn {
  state: SeasonsState
  private readonly deps: CompetitionReactorDependencies
  private readonly context: CommandContext
  private readonly position: Position

  constructor(deps: CompetitionReactorDependencies, state: SeasonsState, context: CommandContext, position: Position) {
    this.deps = deps
    this.state = state
    this.context = context
    this.position = position
  }

  async take(event: Recorded<Answered>): Promise<void> {
    const { stream } = event
    switch (event.type) {
      case 'CompetitionCreated':
      case 'CompetitionMoved':
      case 'CompetitionEnded':
        this.state = foldCompetition(this.state, event, stream)
        return
      case 'CompetitionJoined':
        return this.leaveIfDeleted(event.data.userId, stream)
      case 'UserDeleted':
        return this.leaveAll(event.data.userId)
      case 'GameweekSettled':
        this.state = foldSettled(this.state, event)
        return this.advance(event.data.season)
      default:
        return this.takeFixture(event)
    }
  }

  private async takeFixture(event: FixtureEvent): Promise<void> {
    const folded = foldFixture(this.state, event)
    if (!folded) return
    this.state = folded.state
    const { season, before, after } = folded.change
    const there = this.state[season]!
    if (!there.isPlanned && (isWhole(there) || after.done)) await this.plan(season)
    else if (there.isPlanned && isMoved(folded.change)) await this.plan(season)
    await this.advance(season, folded.change)
    if (before && scoresDiffer(folded.change)) await this.correct(season, before, after)
  }

  /** Makes what is not there yet and moves what is with the calendar. */
  private async plan(season: string): Promise<void> {
    const there = this.state[season]!
    const planned = planCompetitions(season, matchesOf(there))
    const missing = planned.filter(({ key }) => !there.competitions[ownCompetitionStream(season, key)])
    if (missing.length > 0) await this.create(season, missing)
    this.patch(season, { isPlanned: true, clubs: [] })
    const own = new Map(planned.map(({ key, window }) => [ownCompetitionStream(season, key), window]))
    for (const listed of Object.values(this.state[season]!.competitions)) {
      if (!listed.hasEnded) await this.move(season, listed, own.get(listed.stream) ?? listed.window)
    }
  }

  private async create(season: string, planned: ReturnType<typeof planCompetitions>): Promise<void> {
    const { handler, ids } = this.deps
    const fresh = await ids.nextMany(competitionIds, planned.length)
    const handled = await handler.handleMany(
      competitionAggregate,
      planned.map(({ key, ...rest }, index) => ({
        stream: ownCompetitionStream(season, key),
        command: { type: 'create', competitionId: fresh[index]!, season, ...rest } as const,
        // Never `fresh`: the ids of a repeat are others than those that the first time stored.
        context: this.step('create'),
      })),
    )
    for (const [index, outcome] of handled.entries()) {
      if (!outcome.ok || outcome.state.status === 'none') continue
      const stream = ownCompetitionStream(season, planned[index]!.key)
      this.list(season, stream, outcome.state, true)
    }
  }

  private async move(season: string, listed: ListedCompetition, wanted: CompetitionWindow): Promise<void> {
    const window = isRounds(listed) ? await this.roundsWindow(listed, wanted) : wanted
    const when = listed.isOwn || window.by === 'gameweek' ? datesOf(window, matchesOf(this.state[season]!)) : null
    if (!when || isSame(listed, { window, ...when })) return
    await this.command(season, listed, 'move', { type: 'move', asOf: this.asOf(season), window, ...when })
  }

  /** Once a cup is drawn its window is as long as its rounds take; where rounds have begun they stay where they are. */
  private async roundsWindow(listed: ListedCompetition, wanted: CompetitionWindow): Promise<CompetitionWindow> {
    const state = await this.load(listed)
    if (!state || !hasRounds(state) || state.window.by !== 'gameweek') return wanted
    const length = cupLength(state)
    return length === null ? state.window : { ...state.window, to: state.window.from + length - 1 }
  }

  /** What is due in a season: rounds, ends. `change`: only what that match counts for may have come to its end. */
  private async advance(season: string, change?: MatchChange): Promise<void> {
    for (const listed of Object.values(this.state[season]?.competitions ?? {})) {
      if (listed.hasEnded || (change && !isRounds(listed) && !concerns(listed, change))) continue
      if (isRounds(listed)) await this.advanceRounds(season, listed)
      else if (isPlayedOut(listed.window, this.state[season]!)) {
        const state = await this.load(listed)
        if (state) await this.settle(season, listed, state)
      }
    }
  }

  private async advanceRounds(season: string, listed: ListedCompetition): Promise<void> {
    const { window } = listed
    if (window.by !== 'gameweek' || !this.mayBegin(season, listed, window.from)) return
    let state = await this.load(listed)
    if (state?.status === 'open' && !hasRounds(state)) state = await this.begin(season, listed, state)
    const length = state && cupLength(state)
    if (length && window.to !== window.from + length - 1)
      await this.move(season, this.state[season]!.competitions[listed.stream]!, window)
    for (let round = state && pendingRound(state); state && round; round = pendingRound(state)) {
      if (!this.state[season]!.settled.includes(round.gameweek)) return
      const before = state
      state = await this.decideRound(season, listed, state, round)
      if (state === before) return
    }
  }

  /** A cup is drawn when the gameweek before it has settled, at the latest when its own begins; from then on it is closed. */
  private async begin(
    season: string,
    listed: ListedCompetition,
    state: KnownCompetition,
  ): Promise<KnownCompetition | null> {
    if (state.roster.count < 2) {
      const first = state.window.by === 'gameweek' ? state.window.from : 0
      if (!this.begun(season, first, Date.parse(state.startDate))) return null
      return this.command(season, listed, 'call-off', { type: 'call-off', asOf: this.asOf(season) })
    }
    if (state.kind !== 'cup') return state
    return this.command(season, listed, 'draw', { type: 'draw', asOf: this.asOf(season), seed: this.seed(listed, 1) })
  }

  private async decideRound(
    season: string,
    listed: ListedCompetition,
    state: KnownCompetition,
    { round, gameweek }: { readonly round: number; readonly gameweek: number },
  ): Promise<KnownCompetition> {
    const scores = await this.scores(season, state, { by: 'gameweek', from: gameweek, to: gameweek })
    const seed = this.seed(listed, round + 1)
    return this.command(season, listed, `round-${round}`, {
      type: 'decide-round',
      asOf: this.asOf(season),
      round,
      scores,
      seed,
    })
  }

  private async settle(season: string, listed: ListedCompetition, state: KnownCompetition): Promise<void> {
    const scores = await this.scores(season, state, state.window)
    await this.command(season, listed, 'settle', { type: 'settle', asOf: this.asOf(season), scores })
  }

  /** A result changed: what was paid is corrected, and the last round too unless the next has begun. */
  private async correct(season: string, before: SeasonMatch, after: SeasonMatch): Promise<void> {
    for (const listed of Object.values(this.state[season]!.competitions)) {
      if (!concerns(listed, { season, before, after })) continue
      if (isRounds(listed)) await this.correctRound(season, listed, [before.gameweek, after.gameweek])
      else if (listed.hasEnded) {
        const state = await this.load(listed)
        if (state) await this.settle(season, listed, state)
      }
    }
  }

  private async correctRound(season: string, listed: ListedCompetition, gameweeks: readonly number[]): Promise<void> {
    const state = await this.load(listed)
    const round = state && decidedRound(state)
    if (!state || !round || !gameweeks.includes(round.gameweek)) return
    const next = weeksOf(matchesOf(this.state[season]!)).find(({ gameweek }) => gameweek === round.gameweek + 1)
    if (state.status === 'open' && next && this.begun(season, next.gameweek, next.begins)) return
    await this.decideRound(season, listed, state, round)
  }

  /** A joining that was under way during the deletion of its account stands behind that in the log. */
  private async leaveIfDeleted(userId: number, stream: string): Promise<void> {
    const { handler, isDeleted } = this.deps
    if (await isDeleted(userId, this.position))
      await handler.handle(competitionAggregate, stream, { type: 'leave', userId }, this.step('leave'))
  }

  private async leaveAll(userId: number): Promise<void> {
    const { handler } = this.deps
    const streams = Object.values(this.state).flatMap(({ competitions }) => Object.keys(competitions))
    await handler.handleMany(
      competitionAggregate,
      streams.map((stream) => ({ stream, command: { type: 'leave', userId } as const, context: this.step('leave') })),
    )
  }

  private mayBegin(season: string, { startDate }: ListedCompetition, first: number): boolean {
    return this.state[season]!.settled.includes(first - 1) || this.begun(season, first, Date.parse(startDate))
  }

  private begun(season: string, gameweek: number, startsAt: number): boolean {
    const there = this.state[season]!
    return there.settled.includes(gameweek) || hasBegun(there, gameweek, startsAt, this.context.at)
  }

  private scores(season: string, state: KnownCompetition, window: CompetitionWindow) {
    const matches = matchesOf(this.state[season]!).filter(countsIn(window))
    return this.deps.points.of(playersOf(state.roster), season, matches, this.position)
  }

  private asOf(season: string): number {
    return this.state[season]!.facts
  }

  /** Follows from the event that brought the draw about, so that a repeat draws the same. */
  private seed({ stream }: ListedCompetition, round: number): number {
    return createRandom(`${this.context.idBase}/${stream}/${round}`).below(2 ** 31)
  }

  /** Each step is a command of its own: the base for event ids must not make one the repeat of another. */
  private step(name: string): CommandContext {
    return { ...this.context, idBase: `${this.context.idBase}/${name}` }
  }

  private async load({ stream }: ListedCompetition): Promise<KnownCompetition | null> {
    const { state } = await this.deps.handler.load(competitionAggregate, stream)
    return state.status === 'none' ? null : state
  }

  private async command(
    season: string,
    listed: ListedCompetition,
    step: string,
    command: CompetitionCommand,
  ): Promise<KnownCompetition> {
    const handled = await this.deps.handler.handle(competitionAggregate, listed.stream, command, this.step(step))
    if (!handled.ok || handled.state.status === 'none') throw new Error(`${listed.stream} is not there`)
    this.list(season, listed.stream, handled.state, listed.isOwn)
    return handled.state
  }

  private list(season: string, stream: string, state: Exclude<CompetitionState, { status: 'none' }>, isOwn: boolean) {
    const { competitionId, kind, window, startDate, endDate } = state
    this.state = withListed(this.state, season, {
      ...{ stream, competitionId, kind, window, startDate, endDate, isOwn },
      // What has ended up to this place in the log; its stream may be ahead of it.
      hasEnded: this.state[season]?.competitions[stream]?.hasEnded ?? false,
    })
  }

  private patch(season: string, over: Partial<SeasonState>): void {
    this.state = { ...this.state, [season]: { ...this.state[season]!, ...over } }
  }
}
