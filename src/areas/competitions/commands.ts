import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import { latestOf } from '../../kernel/wrote.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type CalendarMatch, type Dates, datesOf, weeksOf } from './calendar.ts'
import { competitionDecider } from './competition-decider.ts'
import { CUP_CAPACITY, roundsFor } from './cup.ts'
import { type CompetitionKind, type CompetitionWindow, competitionIds, competitionStream } from './events.ts'
import { competitionRow, competitionStreams } from './queries.ts'
import { isIn } from './roster.ts'

/** Limits per player. */
export const quotas = {
  competitionJoins: quota('competition-joins', { perHour: 100, perDay: 200 }),
}

/**
 * Input of an administrator. Gameweeks apply to a weekly, cup or knockout, where dates (ISO 8601) can select them; dates alone apply
 * to a monthly or seasonal.
 */
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

/** An invalid field with the message for the administrator. */
interface Flaw {
  readonly path: 'startDate' | 'endDate' | 'firstGameweek' | 'lastGameweek' | 'maxParticipants'
  readonly message: string
}

interface CompetitionsDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly log: Pick<EventLog, 'compare'>
}

/** Commands of competitions. They throw `EventLogUnavailable` if the log is unreachable. */
export function createCompetitions({ db, handler, ids, log }: CompetitionsDependencies) {
  return {
    async join(competitionId: number, userId: number, context: CommandContext) {
      const row = await competitionRow(db, competitionId)
      if (!row) return { ok: false, rejected: 'no-such-competition' } as const
      return handler.handle(competitionDecider, row.stream, { type: 'join', userId, at: context.at }, context)
    },

    /** Joins several competitions in one batch: an outcome for each id, in its order, and the events of all. */
    async joinMany(competitionIds: readonly number[], userId: number, context: CommandContext) {
      const streams = await competitionStreams(db, competitionIds)
      const known = competitionIds.filter((id) => streams.has(id))
      const command = { type: 'join', userId, at: context.at } as const
      const handled = await handler.handleMany(
        competitionDecider,
        known.map((id) => ({ stream: streams.get(id)!, command, context })),
      )
      const outcomes = competitionIds.map(
        (id) => handled[known.indexOf(id)] ?? ({ ok: false, rejected: 'no-such-competition' } as const),
      )
      const joined = handled.filter((outcome) => outcome.ok)
      return { outcomes, wrote: latestOf(joined, log), joined: joined.length }
    },

    exists: async (competitionId: number) => (await competitionRow(db, competitionId)) !== null,

    /** Membership by the latest revision of the stream, not the read model; null: no such competition. */
    async takesPart(competitionId: number, userId: number): Promise<boolean | null> {
      const row = await competitionRow(db, competitionId)
      if (!row) return null
      const { state } = await handler.load(competitionDecider, row.stream)
      return state.status !== 'none' && isIn(state.roster, userId)
    },

    /** `matches`: calendar of the season. Returns the invalid field or the command’s outcome. */
    async create(wanted: NewCompetition, matches: readonly CalendarMatch[], context: CommandContext) {
      const planned = planOf(wanted, matches, context.at)
      if ('path' in planned) return { ok: false, flaw: planned } as const
      const competitionId = await ids.next(competitionIds, context)
      const { season, kind, name, description, prizePool } = wanted
      const details = { season, kind, name, description, prizePool }
      const command = { type: 'create', competitionId, ...details, ...planned } as const
      return handler.handle(competitionDecider, competitionStream(competitionId), command, context)
    },
  }
}

export type Competitions = ReturnType<typeof createCompetitions>

interface Planned extends Dates {
  readonly window: CompetitionWindow
  readonly maxParticipants: number | null
}

const flaw = (path: Flaw['path'], message: string): Flaw => ({ path, message })

/** Window, dates and places of a new competition, or the first invalid field. */
export function planOf(wanted: NewCompetition, matches: readonly CalendarMatch[], at: string): Planned | Flaw {
  if (wanted.kind === 'monthly' || wanted.kind === 'seasonal') return planByKickoff(wanted, at)
  if (wanted.firstGameweek !== null || wanted.startDate === null) return planByGameweek(wanted, matches, at)
  const gameweeks = gameweeksBetween(wanted.kind, matches, { from: wanted.startDate, to: wanted.endDate, at })
  return 'path' in gameweeks ? gameweeks : planByGameweek({ ...wanted, ...gameweeks }, matches, at)
}

/** The gameweeks that begin between two dates. A cup or knockout leaves out those that have begun. */
function gameweeksBetween(
  kind: CompetitionKind,
  matches: readonly CalendarMatch[],
  { from, to, at }: { readonly from: string; readonly to: string | null; readonly at: string },
): Pick<NewCompetition, 'firstGameweek' | 'lastGameweek'> | Flaw {
  const last = to === null ? Number.POSITIVE_INFINITY : Date.parse(to)
  if (last <= Date.parse(from)) return flaw('endDate', 'The last day must come after the first')
  const earliest = kind === 'weekly' ? Date.parse(from) : Math.max(Date.parse(from), Date.parse(at) + 1)
  const weeks = weeksOf(matches).filter(({ begins }) => earliest <= begins && begins <= last)
  const numbers = weeks.map(({ gameweek }) => gameweek)
  if (numbers.length === 0) return flaw('startDate', 'No gameweek begins between these dates')
  return { firstGameweek: Math.min(...numbers), lastGameweek: to === null ? null : Math.max(...numbers) }
}

function planByKickoff({ startDate, endDate, maxParticipants }: NewCompetition, at: string): Planned | Flaw {
  if (startDate === null) return flaw('startDate', 'Pick a first day')
  if (endDate === null) return flaw('endDate', 'Pick a last day')
  const [from, to] = [new Date(startDate).toISOString(), new Date(endDate).toISOString()]
  if (to <= from) return flaw('endDate', 'The last day must come after the first')
  if (to <= at) return flaw('endDate', 'The last day must be in the future')
  return { window: { by: 'kickoff', from, to }, startDate: from, endDate: to, maxParticipants }
}

function planByGameweek(wanted: NewCompetition, matches: readonly CalendarMatch[], at: string): Planned | Flaw {
  const { kind, firstGameweek: from } = wanted
  const weeks = weeksOf(matches)
  const isThere = (number: number) => weeks.some(({ gameweek }) => gameweek === number)
  if (from === null) return flaw('firstGameweek', 'Pick a first gameweek')
  if (!isThere(from)) return flaw('firstGameweek', 'That gameweek is not in this season')
  const to = wanted.lastGameweek ?? lastOf(wanted, from, Math.max(...weeks.map(({ gameweek }) => gameweek)))
  if (!isThere(to)) return flaw('lastGameweek', 'That gameweek is not in this season')
  if (to < from) return flaw('lastGameweek', 'The last gameweek must not come before the first')
  const most = kind === 'cup' ? Math.min(CUP_CAPACITY, 2 ** (to - from + 1)) : null
  const maxParticipants = wanted.maxParticipants ?? most
  if (most !== null && (maxParticipants ?? 0) > most)
    return flaw('maxParticipants', `A cup over these gameweeks has room for ${most} players at most`)
  const window = { by: 'gameweek', from, to } as const
  const dates = datesOf(window, matches)!
  if (kind !== 'weekly' && dates.startDate <= at) return flaw('firstGameweek', 'That gameweek has already begun')
  if (dates.endDate <= at) return flaw('lastGameweek', 'That gameweek is over')
  return { window, ...dates, maxParticipants }
}

/** Default last gameweek: a weekly has one, a cup as many as its rounds need, a knockout the rest of the season. */
function lastOf({ kind, maxParticipants }: NewCompetition, from: number, last: number): number {
  if (kind === 'weekly') return from
  const rounds = kind === 'cup' ? roundsFor(Math.min(maxParticipants ?? CUP_CAPACITY, CUP_CAPACITY)) : last
  return Math.min(last, from + rounds - 1)
}
