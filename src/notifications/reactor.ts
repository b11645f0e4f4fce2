import { type AccountEvent, deletionsOnly } from '../accounts/events.ts'
import type { AchievementEvent } from '../achievements/events.ts'
import type { CompetitionEvent } from '../competitions/events.ts'
import type { FixtureEvent, GameweekEvent } from '../fixtures/events.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Heard, type Hearing, heardIn, type Position, type Recorded, type RecordedEvent } from '../kernel/event.ts'
import { type EventLog, EventLogUnavailable } from '../kernel/event-log.ts'
import type { LeagueEvent } from '../leagues/events.ts'
import type { LiveChange } from '../slice/group.ts'
import type { Reactor } from '../slice/reactor.ts'
import type { LeagueTeamEvent } from '../teams/events.ts'
import { type Inbox, KEPT_MS, type Letter, type Source } from './inbox.ts'
import { foldResult, type Results } from './results.ts'

type Known =
  | AchievementEvent
  | FixtureEvent
  | GameweekEvent
  | CompetitionEvent
  | LeagueEvent
  | LeagueTeamEvent
  | AccountEvent

const hearing = {
  AchievementUnlocked: true,
  AchievementRevoked: true,
  FixtureScheduled: false,
  FixtureRescheduled: false,
  FixtureMovedToGameweek: false,
  MatchStarted: false,
  FeedResultNoted: false,
  MatchFinished: true,
  MatchResultCorrected: true,
  ResultLifted: true,
  MatchAbandoned: true,
  MatchAwarded: true,
  FixtureCancelled: true,
  FixturePostponed: true,
  GameweekSettled: true,
  CompetitionCreated: false,
  CompetitionMoved: false,
  CompetitionJoined: false,
  CompetitionLeft: false,
  CupRoundDrawn: false,
  CupRoundDecided: false,
  KnockoutRoundDecided: false,
  CompetitionEnded: true,
  PrizeBooked: true,
  LeagueCreated: false,
  LeagueChanged: false,
  LeagueJoined: true,
  LeagueLeft: true,
  LeagueAdminChanged: true,
  LeagueJoinCodeChanged: false,
  LeagueClosed: false,
  LeagueTeamCreated: false,
  LeagueTeamJoined: false,
  LeagueTeamLeft: true,
  LeagueTeamRoleChanged: true,
  LeagueTeamDisbanded: false,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
type Told = Heard<Known, typeof hearing>

/** What has to be remembered of the log to tell of it. */
export interface NotificationState {
  readonly results: Results
  /** By competition id: how much was known at its end. A prize of the same knowledge is the first, any later one a correction. */
  readonly ended: Readonly<Record<string, number>>
}

export interface NotificationReactorDependencies {
  readonly inbox: Inbox
  readonly log: Pick<EventLog, 'readStream'>
  /** True once a projection group has passed the position. */
  readonly reached: (group: string, position: Position, timeoutMs: number) => Promise<boolean>
  readonly announce: (changes: readonly LiveChange[]) => Promise<void>
  readonly clock: Clock
}

export const NOTIFICATION_REACTOR = 'inboxes'

/** How long the read tables may be behind before the event is tried again. */
const PATIENCE_MS = 5_000
/** More players than this are told by one frame to everybody: their own would not fit into one message between nodes. */
const MOST_ROOMS = 400

/** Fills the inboxes: events in, rows out (docs/decisions/0017). */
export function createNotificationReactor(deps: NotificationReactorDependencies): Reactor<NotificationState, Told> {
  const reactAll = async (state: NotificationState, events: readonly Recorded<Told>[]): Promise<NotificationState> => {
    const turn = new Turn(deps, state)
    try {
      for (const event of events) await turn.take(event)
      await turn.send()
    } finally {
      await turn.announce()
    }
    return turn.state
  }
  return {
    name: NOTIFICATION_REACTOR,
    events: heardIn(hearing),
    initialState: { results: {}, ended: {} },
    react: (state, event) => reactAll(state, [event]),
    reactAll,
  }
}

/** The answer to a batch of events. Letters to single players wait until something has to be told behind them, or to the end. */
class Turn {
  state: NotificationState
  private readonly deps: NotificationReactorDependencies
  private letters: { readonly letter: Letter; readonly position: Position }[] = []
  private readonly reachedOnes = new Set<number>()

  constructor(deps: NotificationReactorDependencies, state: NotificationState) {
    this.deps = deps
    this.state = state
  }

  async take(event: Recorded<Told>): Promise<void> {
    switch (event.type) {
      case 'CompetitionEnded':
        this.state = { ...this.state, ended: { ...this.state.ended, [event.data.competitionId]: event.data.asOf } }
        return
      case 'UserDeleted':
        return this.forget(event)
      case 'GameweekSettled':
        return this.tellGameweek(event)
      case 'AchievementUnlocked':
      case 'AchievementRevoked':
      case 'PrizeBooked':
      case 'LeagueJoined':
      case 'LeagueLeft':
      case 'LeagueAdminChanged':
      case 'LeagueTeamLeft':
      case 'LeagueTeamRoleChanged':
        return this.write(event)
      default:
        return this.takeResult(event)
    }
  }

  /** Sends the letters that wait, in the order of the log. */
  async send(): Promise<void> {
    const waiting = this.letters.splice(0)
    const last = waiting.at(-1)
    if (!last) return
    await this.caughtUp('notifications', last.position)
    if (waiting.some(({ letter }) => letter.kind === 'league')) await this.caughtUp('leagues', last.position)
    this.note(await this.deps.inbox.tell(waiting.map(({ letter }) => letter)))
  }

  /** Tells the open pages of those who got something. */
  async announce(): Promise<void> {
    if (this.reachedOnes.size === 0) return
    const rooms = this.reachedOnes.size > MOST_ROOMS ? ['all'] : [...this.reachedOnes].map((id) => `user:${id}`)
    await this.deps.announce(rooms.map((room) => ({ room, topic: 'notifications' })))
  }

  private async takeResult(event: Recorded<Extract<Told, FixtureEvent>>): Promise<void> {
    const { results, correction } = foldResult(this.state.results, event)
    this.state = { ...this.state, results }
    const source = correction && this.sourceOf(event)
    if (!source) return
    await this.beforeAll(event.position)
    this.note(await this.deps.inbox.tellCorrection(source, correction))
  }

  private async tellGameweek(event: Recorded<GameweekEvent>): Promise<void> {
    const source = this.sourceOf(event)
    if (!source) return
    await this.beforeAll(event.position)
    this.note(await this.deps.inbox.tellGameweek(source, event.data.season, event.data.gameweek))
  }

  /** What concerns many is told in its place in the log, by read tables that have come there. */
  private async beforeAll(position: Position): Promise<void> {
    await this.send()
    await this.caughtUp('notifications', position)
    await this.caughtUp('play', position)
  }

  /** From now on every statement leaves the user out. */
  private async forget({ data, position }: Recorded<Extract<Told, { type: 'UserDeleted' }>>): Promise<void> {
    await this.send()
    await this.caughtUp('people', position)
    await this.deps.inbox.empty(data.userId)
  }

  private async write(event: Recorded<LetterEvent>): Promise<void> {
    const source = this.sourceOf(event)
    const letter = source && letterOf(event, source, this.state)
    if (!letter) return
    const { notice } = letter
    const known =
      notice.what === 'removed-from-league'
        ? { ...letter, notice: { ...notice, league: await this.nameAt(event) } }
        : letter
    this.letters.push({ letter: known, position: event.position })
  }

  /** A league's name at a place in its stream: who was removed there must not learn what it is called later. */
  private async nameAt({ stream, revision }: RecordedEvent): Promise<string> {
    const events = (await this.deps.log.readStream(stream)) as unknown as readonly Recorded<LeagueEvent>[]
    const naming = events.findLast((event) => event.revision < revision && 'name' in event.data)
    return (naming?.data as { name?: string } | undefined)?.name ?? ''
  }

  /** null: recorded so long ago that it would have been dropped; a reactor that begins anew does not tell it again. */
  private sourceOf({ id, metadata, recordedAt }: RecordedEvent): Source | null {
    const isTooOld = Date.parse(recordedAt) < this.deps.clock.now() - KEPT_MS
    return isTooOld ? null : { id, at: metadata.at, storedAt: recordedAt }
  }

  private async caughtUp(group: string, position: Position): Promise<void> {
    if (!(await this.deps.reached(group, position, PATIENCE_MS)))
      throw new EventLogUnavailable(`the read tables of ${group} have not come as far yet`)
  }

  private note(userIds: readonly number[]): void {
    for (const id of userIds) this.reachedOnes.add(id)
  }
}

type LetterEvent =
  | AchievementEvent
  | Extract<
      Told,
      {
        type:
          | 'PrizeBooked'
          | 'LeagueJoined'
          | 'LeagueLeft'
          | 'LeagueAdminChanged'
          | 'LeagueTeamLeft'
          | 'LeagueTeamRoleChanged'
      }
    >

/** What an event tells one player; null: nothing. Nobody is told of what they did themselves. */
function letterOf(event: Recorded<LetterEvent>, source: Source, { ended }: NotificationState): Letter | null {
  const { actor } = event.metadata
  // Filled in by the statement that stores it, or here where that would be too late.
  const league = ''
  switch (event.type) {
    case 'AchievementUnlocked': {
      const { userId, name, points } = event.data
      return { source, kind: 'achievement', userId, notice: { what: 'unlocked', name, points } }
    }
    case 'AchievementRevoked': {
      const { userId, name, points, reason } = event.data
      return { source, kind: 'achievement', userId, notice: { what: 'revoked', name, points, reason } }
    }
    case 'PrizeBooked': {
      const { competitionId, asOf, userId, points, place } = event.data
      if (points === 0) return null
      const corrected = ended[competitionId] !== asOf
      return { source, kind: 'prize', userId, notice: { what: 'prize', competitionId, points, place, corrected } }
    }
    case 'LeagueJoined': {
      const { leagueId, userId: personId } = event.data
      return { source, kind: 'league', userId: null, notice: { what: 'member-joined', leagueId, league, personId } }
    }
    case 'LeagueLeft': {
      const { leagueId, userId, how } = event.data
      if (how !== 'removed' || userId === actor) return null
      return { source, kind: 'league', userId, notice: { what: 'removed-from-league', leagueId, league } }
    }
    case 'LeagueAdminChanged': {
      const { leagueId, userId, how } = event.data
      if (userId === actor) return null
      const personId = how === 'handed-over' ? actor : null
      return { source, kind: 'league', userId, notice: { what: 'league-admin', leagueId, league, personId } }
    }
    case 'LeagueTeamLeft': {
      const { leagueId, teamId, userId, how } = event.data
      if (how !== 'removed' || userId === actor) return null
      return { source, kind: 'league', userId, notice: { what: 'removed-from-team', leagueId, league, teamId } }
    }
    case 'LeagueTeamRoleChanged': {
      const { leagueId, teamId, userId, role } = event.data
      if (role === 'member' || userId === actor) return null
      return { source, kind: 'league', userId, notice: { what: 'team-role', leagueId, league, teamId, role } }
    }
  }
}
