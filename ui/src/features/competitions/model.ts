import type {
  Competition,
  CompetitionCreate,
  CompetitionDetail,
  CompetitionStatus,
  CompetitionType,
  JoinOutcome,
} from '../../../../src/areas/competitions/contract.ts'
import { PRIZE_PERCENT } from '../../../../src/contracts/rules.ts'
import { HOUR } from '../../lib/durations.ts'
import { groupBy } from '../../lib/groupBy.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'
import type { ToastMessage } from '../../ui/Toast.tsx'

export const STATUSES: readonly { readonly value: CompetitionStatus; readonly label: string }[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
]

export const TYPE_WORDS: Readonly<Record<CompetitionType, string>> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  seasonal: 'Seasonal',
  cup: 'Cup',
  knockout: 'Knockout',
}
export const TYPES = Object.entries(TYPE_WORDS).map(([value, label]) => ({ value: value as CompetitionType, label }))

export interface Filter {
  /** Matched against name and description, ignoring case. */
  readonly text: string
  readonly status: CompetitionStatus | 'all'
  readonly type: CompetitionType | 'all'
}

const time = (iso: string) => Date.parse(iso)
const PLACE: Readonly<Record<CompetitionStatus, number>> = { active: 0, upcoming: 1, ended: 2 }

/** Active competitions by end, then upcoming ones by start, then ended ones, latest first. */
function inOrder(a: Competition, b: Competition): number {
  if (a.status !== b.status) return PLACE[a.status] - PLACE[b.status]
  const apart =
    a.status === 'upcoming'
      ? time(a.startDate) - time(b.startDate)
      : a.status === 'active'
        ? time(a.endDate) - time(b.endDate)
        : time(b.endDate) - time(a.endDate)
  return apart || a.id - b.id
}

export function found(competitions: readonly Competition[], { text, status, type }: Filter): readonly Competition[] {
  const wanted = text.trim().toLowerCase()
  return competitions
    .filter((competition) => status === 'all' || competition.status === status)
    .filter((competition) => type === 'all' || competition.type === type)
    .filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(wanted))
    .sort(inOrder)
}

const MONTHS = /January|February|March|April|May|June|July|August|September|October|November|December/g

/** `Gameweek 14 Challenge` and `Gameweek 15 Challenge` have the same name without their number; so have months. */
const seriesName = ({ name, type }: Pick<Competition, 'name' | 'type'>): string => {
  const rest = name
    .replace(MONTHS, '')
    .replace(/(Gameweek )?\d[\d-]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return rest === 'Challenge' ? `${TYPE_WORDS[type]} ${rest}` : rest
}

export interface Series {
  readonly name: string
  readonly type: CompetitionType
  /** The competition under way; null: none. */
  readonly current: Competition | null
  /** The one that starts next; null: none. */
  readonly next: Competition | null
  /** Those that have not ended. */
  readonly competitions: readonly Competition[]
  /** Those that the reader can join and has not joined. */
  readonly left: readonly Competition[]
}

/** Competitions that repeat, without cups and knockouts. Only series with a competition that has not ended. */
export function seriesOf(competitions: readonly Competition[]): readonly Series[] {
  const repeated = competitions.filter(({ type }) => !isOfRounds(type)).sort(inOrder)
  const groups = groupBy(repeated, (one) => `${one.type} ${seriesName(one)}`)
  return [...groups.values()].flatMap((all) => {
    const ahead = all.filter(({ status }) => status !== 'ended')
    if (all.length < 2 || ahead.length === 0) return []
    return {
      name: seriesName(all[0]!),
      type: all[0]!.type,
      current: ahead.find(({ status }) => status === 'active') ?? null,
      next: ahead.find(({ status }) => status === 'upcoming') ?? null,
      competitions: ahead,
      left: ahead.filter((one) => joinState(one) === 'open'),
    }
  })
}

/** The result of joining all that are left of a series: how many, and why the others were not joined. */
export function joinedToast({ name, left }: Series, outcomes: readonly JoinOutcome[]): ToastMessage {
  const refused = outcomes.filter(({ status }) => status !== 200)
  const joined = outcomes.length - refused.length
  if (refused.length === 0) return { title: `Joined ${counted(joined, 'competition')}`, description: name }
  const names = new Map(left.map((one) => [one.id, one.name]))
  const reasons = groupBy(refused, ({ detail }) => detail)
  const description = [...reasons].map(([detail, of]) => {
    const others = of.length === 1 ? '' : ` and ${count(of.length - 1)} more`
    return `${names.get(of[0]!.competitionId)}${others}: ${detail}`
  })
  const title = `Joined ${count(joined)} of ${counted(outcomes.length, 'competition')}`
  return { variant: joined === 0 ? 'destructive' : 'notice', title, description: description.join(' · ') }
}

const NEXT = 6

/**
 * Sections without a search: cup and knockout, then those outside a series: the reader's own, open to join, active but
 * closed, and later ones.
 */
export function sectionsOf(all: readonly Competition[], isOwn: (competition: Competition) => boolean) {
  const series = seriesOf(all)
  const inSeries = new Set(series.flatMap(({ competitions }) => competitions))
  const ofRounds = (one: Competition) => isOfRounds(one.type) && one.status !== 'ended'
  const competitions = all.filter((one) => !inSeries.has(one) && !ofRounds(one))
  const ordered = [...competitions].sort(inOrder)
  const others = ordered.filter((competition) => !isOwn(competition))
  const active = others.filter(({ status }) => status === 'active')
  const upcoming = others.filter(({ status }) => status === 'upcoming')
  const sections = [
    { name: 'Yours', competitions: ordered.filter((one) => isOwn(one) && one.status !== 'ended') },
    { name: 'Open now', competitions: active.filter((one) => ['open', 'participating'].includes(joinState(one))) },
    { name: 'Under way', competitions: active.filter((one) => !['open', 'participating'].includes(joinState(one))) },
    { name: 'Next', competitions: upcoming.slice(0, NEXT) },
  ]
  return {
    rounds: all.filter(ofRounds).sort(inOrder),
    series,
    sections: sections.filter((section) => section.competitions.length > 0),
    upcoming: Math.max(0, upcoming.length - NEXT),
    ended: competitions.filter(({ status }) => status === 'ended').length,
  }
}

/** Whether any of the first three participants has points. */
export const hasPoints = ({ participants }: Pick<Competition, 'participants'>): boolean =>
  participants.some(({ totalPoints }) => totalPoints > 0)

/** The reader's place in a competition that is under way: `You: 3rd of 25`; in a cup or knockout whether still in. */
export function placeOf(competition: CompetitionDetail, userId: number): string {
  const { type, rounds, standings, participantCount } = competition
  if (!isOfRounds(type)) {
    const own = standings.find(({ id }) => id === userId)
    return own && hasPoints(competition) ? `You: ${ordinal(own.ranking)} of ${count(participantCount)}` : 'You’re in'
  }
  const current = rounds.find(({ decided }) => !decided) ?? rounds.at(-1)
  if (current === undefined) return 'You’re in'
  const isPlaying =
    current.ties.some((tie) => isIn(tie, userId) && (tie.winnerId === null || tie.winnerId === userId)) ||
    current.players.some(({ id, out }) => id === userId && !out)
  return isPlaying ? `You’re in: ${current.name}` : 'You’re out'
}

/** Longest wait, in ms. */

/** Time until a competition starts or ends, in ms, at most an hour. */
export function untilChange(competitions: readonly Pick<Competition, 'startDate' | 'endDate'>[], now: number): number {
  const ahead = competitions
    .flatMap(({ startDate, endDate }) => [time(startDate), time(endDate)])
    .map((at) => at - now + 1_000)
    .filter((wait) => wait > 0)
  return Math.min(HOUR, ...ahead)
}

export const isOfRounds = (type: CompetitionType): boolean => type === 'cup' || type === 'knockout'

/** Too few players joined a cup or knockout for a round: nothing was played or paid. */
export function isCalledOff({ type, status, isDrawn, participantCount }: Competition): boolean {
  return isOfRounds(type) && status === 'ended' && !isDrawn && participantCount < 2
}

/** Whether it has prizes to come, or has paid some: by points, not to players without any (docs/rules.md R505). */
export function hasPrizes({ type, status, participantCount, participants }: Competition): boolean {
  if (status !== 'ended') return true
  return isOfRounds(type) ? participantCount > 0 : (participants[0]?.totalPoints ?? 0) > 0
}

type JoinState = 'open' | 'participating' | 'full' | 'started' | 'ended'

/** State of the join button (docs/rules.md R74). Cups and knockouts close at the draw or the start. */
export function joinState(competition: Competition): JoinState {
  const { status, type, isDrawn, isParticipant, participantCount, maxParticipants } = competition
  if (status === 'ended') return 'ended'
  if (isParticipant) return 'participating'
  if (isDrawn || (status === 'active' && isOfRounds(type))) return 'started'
  if (maxParticipants !== null && participantCount >= maxParticipants) return 'full'
  return 'open'
}

export const JOIN_WORDS: Readonly<Record<JoinState, string>> = {
  open: 'Join',
  participating: 'Participating',
  full: 'Full',
  started: 'Already Started',
  ended: 'Competition Ended',
}

/** Percentage of places taken; null: no limit. */
export function fullness({
  participantCount,
  maxParticipants,
}: Pick<Competition, 'participantCount' | 'maxParticipants'>): number | null {
  if (maxParticipants === null) return null
  return Math.min(100, Math.round((100 * participantCount) / maxParticipants))
}

export const prizesOf = (prizePool: number): readonly number[] =>
  PRIZE_PERCENT.map((percent) => Math.round((prizePool * percent) / 100))

type Round = CompetitionDetail['rounds'][number]
type Tie = Round['ties'][number]
export type RoundPlayer = Round['players'][number]

const CUP_ROUNDS: Readonly<Record<number, string>> = { 1: 'Final', 2: 'Semi-finals', 4: 'Quarter-finals' }

/** Undrawn rounds of a cup: each has half the ties of the previous one, in the gameweek after it. */
export function toCome(rounds: readonly Round[]) {
  let { length: ties } = rounds.at(-1)?.ties ?? []
  let gameweek = rounds.at(-1)?.gameweek ?? 0
  const coming: { name: string; gameweek: number }[] = []
  while (ties > 1) {
    ties = Math.ceil(ties / 2)
    gameweek += 1
    coming.push({ name: CUP_ROUNDS[ties] ?? `Round of ${ties * 2}`, gameweek })
  }
  return coming
}

export const isIn = (tie: Tie, userId: number): boolean => tie.home.id === userId || tie.away?.id === userId

export function shortened<T>(all: readonly T[], most: number, isOwn: (item: T) => boolean): readonly T[] {
  return all.filter((item, index) => index < most || isOwn(item))
}

/** `6 went through, 5 went out`; for an undecided round the number of players. */
export function outcomeOf({ decided, players }: Pick<Round, 'decided' | 'players'>): string {
  const out = players.filter((player) => player.out).length
  return decided ? `${players.length - out} went through, ${out} went out` : `${players.length} playing`
}

type Fate = 'through' | 'out' | 'playing' | 'winner'

export function fateOf(player: RoundPlayer, { decided, players }: Pick<Round, 'decided' | 'players'>): Fate {
  if (!decided) return 'playing'
  if (player.out) return 'out'
  return players.filter(({ out }) => !out).length === 1 ? 'winner' : 'through'
}

export interface NewCompetition {
  readonly name: string
  readonly description: string
  readonly type: CompetitionType
  readonly firstGameweek: string
  readonly lastGameweek: string
  /** `2026-11-21` */
  readonly firstDay: string
  readonly lastDay: string
  readonly prizePool: string
  readonly maxParticipants: string
}

export type FormProblems = Partial<Record<keyof NewCompetition, string>>

export const runsOverDays = (type: CompetitionType): boolean => type === 'monthly' || type === 'seasonal'

const whole = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)

/** The request for the form, or its problems. Days are in the device's time zone, through the end of the last day. */
export function creationOf(
  form: NewCompetition,
): { body: CompetitionCreate; problems?: undefined } | { body?: undefined; problems: FormProblems } {
  const problems: { -readonly [K in keyof FormProblems]: string } = {}
  const number = (
    field: 'firstGameweek' | 'lastGameweek' | 'prizePool' | 'maxParticipants',
    least: number,
    most: number,
  ) => {
    const value = whole(form[field])
    if (value !== null && value >= least && value <= most) return value
    problems[field] = `Enter a whole number from ${least} to ${most.toLocaleString('en-GB')}`
    return 0
  }
  const name = form.name.trim()
  if (!name) problems.name = 'Give the competition a name'
  const body: CompetitionCreate = {
    name,
    description: form.description.trim() || null,
    type: form.type,
    prizePool: number('prizePool', 0, 10_000),
  }
  if (form.maxParticipants.trim()) body.maxParticipants = number('maxParticipants', 2, 100_000)
  if (runsOverDays(form.type)) {
    const start = new Date(`${form.firstDay}T00:00:00`)
    const end = new Date(`${form.lastDay}T23:59:59.999`)
    if (Number.isNaN(start.getTime())) problems.firstDay = 'Choose the first day'
    if (Number.isNaN(end.getTime())) problems.lastDay = 'Choose the last day'
    if (end < start) problems.lastDay = 'The last day must come after the first'
    if (!problems.firstDay && !problems.lastDay)
      Object.assign(body, { startDate: start.toISOString(), endDate: end.toISOString() })
  } else {
    body.firstGameweek = number('firstGameweek', 1, 38)
    if (form.type !== 'weekly' && form.lastGameweek.trim()) body.lastGameweek = number('lastGameweek', 1, 38)
  }
  return Object.keys(problems).length > 0 ? { problems } : { body }
}

const FIELDS: Readonly<Record<string, keyof NewCompetition>> = { startDate: 'firstDay', endDate: 'lastDay' }

/** Server-side problems by form field; null if one belongs to no field. */
export function refusedFields(
  errors: readonly { path: string; message: string }[],
  form: NewCompetition,
): FormProblems | null {
  const known = errors.flatMap(({ path, message }) => {
    const field = FIELDS[path] ?? path
    return field in form ? [[field, message] as const] : []
  })
  return known.length > 0 ? Object.fromEntries(known) : null
}

/** Reads the filter from the URL; unknown values mean all. */
export function filterOf(query: URLSearchParams): Filter {
  return {
    text: query.get('search') ?? '',
    status: STATUSES.find(({ value }) => value === query.get('status'))?.value ?? 'all',
    type: TYPES.find(({ value }) => value === query.get('type'))?.value ?? 'all',
  }
}

export function queryOf({ text, status, type }: Filter): Record<string, string> {
  return {
    ...(text ? { search: text } : {}),
    ...(status === 'all' ? {} : { status }),
    ...(type === 'all' ? {} : { type }),
  }
}

export const STANDINGS_PAGE = 50

/** The rows of a page, and the reader's row if it is on another page. The response includes that row as an extra. */
export function standingsPage<T>(standings: readonly T[], offset: number, count: number, isOwn: (row: T) => boolean) {
  const isBesides = standings.length > Math.max(0, Math.min(STANDINGS_PAGE, count - offset))
  const apart = isBesides ? (standings.find(isOwn) ?? null) : null
  return { rows: standings.filter((row) => row !== apart), apart }
}

/** Why players level on points differ in places, for each row in the order of places; null where points decide. */
export function tieNotes(
  rows: readonly Pick<CompetitionDetail['standings'][number], 'totalPoints' | 'exactScores' | 'prize'>[],
): readonly (string | null)[] {
  return rows.map((row, index) => {
    const level = rows.filter(({ totalPoints }) => totalPoints === row.totalPoints)
    if (level.length === 1 || level.every(({ prize }) => prize === null)) return null
    const before = rows[index - 1]
    const after = rows[index + 1]
    const isLevelWith = (other: typeof before) =>
      other?.totalPoints === row.totalPoints && other.exactScores === row.exactScores
    if (isLevelWith(before)) return 'joined later'
    if (isLevelWith(after)) return 'joined earlier'
    return before?.totalPoints === row.totalPoints ? 'fewer exact scores' : 'more exact scores'
  })
}
