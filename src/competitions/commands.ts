import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { type CalendarMatch, datesOf, weeksOf } from './calendar.ts'
import { type CompetitionCommand, type CompetitionRefusal, competitionAggregate } from './competition-decider.ts'
import type { KnownCompetition } from './competition-state.ts'
import { CUP_CAPACITY, roundsFor } from './cup.ts'
import type { CompetitionKind, CompetitionWindow } from './events.ts'
import { competitionIds } from './ids.ts'
import { competitionRow } from './queries.ts'
import { isIn } from './roster.ts'
import { competitionStream } from './streams.ts'

/** What an administrator asks for; gameweeks for a weekly, cup or knockout, dates (ISO 8601) for the others. */
export interface NewCompetition {
  readonly season: string
  readonly kind: CompetitionKind
  readonly name: string
  readonly description: string | null
  readonly startDate: string | null
  readonly endDate: string | null
  readonly firstGameweek: number | null
  readonly lastGameweek: number | null
  readonly prizePool: number
  readonly maxParticipants: number | null
}

/** What is wrong with it: the field and a sentence. */
interface Flaw {
  readonly path: 'startDate' | 'endDate' | 'firstGameweek' | 'lastGameweek' | 'maxParticipants'
  readonly message: string
}

type CompetitionOutcome =
  | {
      readonly ok: true
      readonly state: KnownCompetition
      readonly position: Position | null
      readonly types: readonly string[]
    }
  | { readonly ok: false; readonly rejected: CompetitionRefusal }

/** Commands of competitions. Throw `EventLogUnavailable` where the log is away. */
export interface Competitions {
  join(competitionId: number, userId: number, context: CommandContext): Promise<CompetitionOutcome>
  exists(competitionId: number): Promise<boolean>
  /** Whether somebody takes part, by the latest revision of the stream; null: there is no such competition. */
  takesPart(competitionId: number, userId: number): Promise<boolean | null>
  /** `matches`: the calendar of the season. */
  create(
    wanted: NewCompetition,
    matches: readonly CalendarMatch[],
    context: CommandContext,
  ): Promise<CompetitionOutcome | { readonly ok: false; readonly flaw: Flaw }>
}

interface CompetitionsDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
}

export function createCompetitions({ db, handler, ids }: CompetitionsDependencies): Competitions {
  async function handle(stream: string, command: CompetitionCommand, context: CommandContext) {
    const handled = await handler.handle(competitionAggregate, stream, command, context)
    if (!handled.ok) return { ok: false, rejected: handled.rejected } as const
    const types = handled.events.map(({ type }) => type)
    if (handled.state.status === 'none') throw new Error('a stored competition has no state')
    return { ok: true, state: handled.state, position: handled.position, types } as const
  }

  return {
    async join(competitionId, userId, context) {
      const row = await competitionRow(db, competitionId)
      if (!row) return { ok: false, rejected: 'no-such-competition' }
      return handle(row.stream, { type: 'join', userId, at: context.at }, context)
    },

    exists: async (competitionId) => (await competitionRow(db, competitionId)) !== null,

    async takesPart(competitionId, userId) {
      const row = await competitionRow(db, competitionId)
      if (!row) return null
      const { state } = await handler.load(competitionAggregate, row.stream)
      return state.status !== 'none' && isIn(state.roster, userId)
    },

    async create(wanted, matches, context) {
      const planned = planOf(wanted, matches, context.at)
      if ('path' in planned) return { ok: false, flaw: planned }
      const competitionId = await ids.next(competitionIds, context)
      const { season, kind, name, description, prizePool, maxParticipants } = wanted
      const command = {
        competitionId,
        season,
        kind,
        name,
        description,
        prizePool,
        maxParticipants,
        ...planned,
      } as const
      return handle(competitionStream(competitionId), { type: 'create', ...command }, context)
    },
  }
}

interface Planned {
  readonly window: CompetitionWindow
  readonly startDate: string
  readonly endDate: string
}

const flaw = (path: Flaw['path'], message: string): Flaw => ({ path, message })

/** Window and dates of what is asked for, or what is wrong with it. */
function planOf(wanted: NewCompetition, matches: readonly CalendarMatch[], at: string): Planned | Flaw {
  return wanted.kind === 'monthly' || wanted.kind === 'seasonal'
    ? planByKickoff(wanted, at)
    : planByGameweek(wanted, matches, at)
}

function planByKickoff({ startDate, endDate }: NewCompetition, at: string): Planned | Flaw {
  if (startDate === null) return flaw('startDate', 'Please give the first day')
  if (endDate === null) return flaw('endDate', 'Please give the last day')
  const [from, to] = [new Date(startDate).toISOString(), new Date(endDate).toISOString()]
  if (to <= from) return flaw('endDate', 'The end has to come after the start')
  if (to <= at) return flaw('endDate', 'The end has to lie ahead')
  return { window: { by: 'kickoff', from, to }, startDate: from, endDate: to }
}

function planByGameweek(wanted: NewCompetition, matches: readonly CalendarMatch[], at: string): Planned | Flaw {
  const { kind, firstGameweek: from } = wanted
  const weeks = weeksOf(matches)
  const isThere = (number: number) => weeks.some(({ gameweek }) => gameweek === number)
  if (from === null) return flaw('firstGameweek', 'Please give the first gameweek')
  if (!isThere(from)) return flaw('firstGameweek', 'The season has no such gameweek')
  const to = wanted.lastGameweek ?? lastOf(wanted, from, Math.max(...weeks.map(({ gameweek }) => gameweek)))
  if (!isThere(to)) return flaw('lastGameweek', 'The season has no such gameweek')
  if (to < from) return flaw('lastGameweek', 'The last gameweek cannot come before the first')
  const most = kind === 'cup' ? Math.min(CUP_CAPACITY, 2 ** (to - from + 1)) : Number.POSITIVE_INFINITY
  if ((wanted.maxParticipants ?? 0) > most)
    return flaw('maxParticipants', `A cup over these gameweeks takes at most ${most} players`)
  const window = { by: 'gameweek', from, to } as const
  const dates = datesOf(window, matches)!
  if (kind !== 'weekly' && dates.startDate <= at) return flaw('firstGameweek', 'That gameweek has already begun')
  if (dates.endDate <= at) return flaw('lastGameweek', 'That gameweek is over')
  return { window, ...dates }
}

/** A weekly is one gameweek; a cup takes what its players need, a knockout all that is left of the season. */
function lastOf({ kind, maxParticipants }: NewCompetition, from: number, last: number): number {
  if (kind === 'weekly') return from
  const rounds = kind === 'cup' ? roundsFor(Math.min(maxParticipants ?? CUP_CAPACITY, CUP_CAPACITY)) : last
  return Math.min(last, from + rounds - 1)
}
