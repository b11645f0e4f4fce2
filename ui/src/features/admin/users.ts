import type {
  AdministratorsAct,
  AdminUser,
  DeletionConsequences,
  DeletionReason,
  SortOrder,
  UserSort,
} from '../../../../src/areas/administration/contract.ts'
import { DELETED_USER } from '../../../../src/contracts/names.ts'
import { count, counted } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'

export const USER_ROWS = 25
export const LOG_ROWS = 10

export interface UsersView {
  readonly search: string
  readonly sort: UserSort
  readonly order: SortOrder
  readonly offset: number
}

export const FIRST_VIEW: UsersView = { search: '', sort: 'rank', order: 'asc', offset: 0 }

export const SORTS: readonly { readonly value: UserSort; readonly label: string; readonly words: string }[] = [
  { value: 'rank', label: 'Rank', words: 'by rank' },
  { value: 'username', label: 'Username', words: 'by username' },
  { value: 'points', label: 'Points', words: 'by points' },
  { value: 'predictions', label: 'Predictions', words: 'by predictions' },
  { value: 'createdAt', label: 'Sign-up Date', words: 'by sign-up date' },
]

/** Sorts by a column: ascending for a new one, reversed for the current one. Ranks keep the server's order. */
export function sortedBy(view: UsersView, sort: UserSort): UsersView {
  const isTurned = view.sort === sort && sort !== 'rank' && view.order === 'asc'
  return { ...view, sort, order: isTurned ? 'desc' : 'asc', offset: 0 }
}

export function queryOf({ search, sort, order, offset }: UsersView): string {
  const found = search === '' ? '' : `search=${encodeURIComponent(search)}&`
  return `${found}sort=${sort}&order=${order}&limit=${USER_ROWS}&offset=${offset}`
}

export const accuracyTone = ({
  accuracy,
  settledPredictions,
}: Pick<AdminUser, 'accuracy' | 'settledPredictions'>): BadgeTone =>
  settledPredictions === 0 ? 'neutral' : accuracy >= 70 ? 'ok' : accuracy >= 50 ? 'warn' : 'bad'

export const walletText = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

export function favouriteText(
  favorite: AdminUser['favoriteTeam'],
  clubs: readonly { readonly id: number; readonly shortName: string }[],
): string {
  if (favorite === null) return 'Not Set'
  return clubs.find(({ id }) => id === favorite)?.shortName ?? 'Unknown Team'
}

export function deletionEffects({
  predictions,
  points,
  leagues,
  teams,
  messages,
  feedback,
}: DeletionConsequences): string[] {
  const leads = leagues + teams > 0 ? ': any they run pass to another member, or close' : ''
  return [
    `${counted(predictions, 'prediction')} and ${counted(points, 'point')}`,
    `${counted(leagues, 'league')}, ${counted(teams, 'team')}${leads}`,
    counted(messages, 'message'),
    ...(feedback > 0 ? [`Feedback stays, signed ${DELETED_USER}`] : []),
  ]
}

export const DELETION_REASONS: Readonly<Record<DeletionReason, string>> = {
  asked: 'Asked for it',
  abuse: 'Abuse of others',
  cheating: 'Cheating',
  duplicate: 'A second account',
  inactive: 'Inactive',
}

export function actText(act: AdministratorsAct): { readonly what: string; readonly about: string } {
  const { kind, user, fixture, score, kickoff, outcome } = act
  const match = fixture ? `${fixture.homeTeam} v ${fixture.awayTeam}` : 'a match'
  const result = score ? `${match}, ${score.home}–${score.away}` : match
  const name = user?.username ?? DELETED_USER
  switch (kind) {
    case 'make-admin':
      return { what: 'Make Admin', about: name }
    case 'remove-admin':
      return { what: 'Remove Admin', about: name }
    case 'reset-password':
      return { what: 'Reset Password', about: `of ${name}` }
    case 'dismiss-report':
      return { what: 'Dismiss Report', about: `from ${name}` }
    case 'delete-message':
      return { what: 'Delete Message', about: `of ${name}` }
    case 'delete-share':
      return { what: 'Delete Share', about: `of ${name}` }
    case 'delete-comment':
      return { what: 'Delete Comment', about: `of ${name}` }
    case 'delete':
      return { what: 'Delete', about: 'a user, name erased' }
    case 'unlock-address':
      return { what: 'Unlock', about: counted(act.count, 'address', 'addresses') }
    case 'unlock-achievements':
      return { what: 'Unlock Achievements', about: '' }
    case 'enter-result':
      return { what: 'Result entered', about: result }
    case 'correct-result':
      return { what: 'Result corrected', about: result }
    case 'lift-result':
      return { what: 'Result lifted', about: match }
    case 'postpone':
      return { what: 'Postponed', about: match }
    case 'reschedule':
      return { what: 'Rescheduled', about: kickoff ? `${match}, to ${shortTime(kickoff)}` : match }
    case 'cancel':
      return { what: 'Cancelled', about: match }
    case 'abandon':
      return { what: 'Abandoned', about: match }
    case 'award':
      return { what: 'Awarded', about: `${match}, ${awardText(fixture, outcome)}` }
  }
}

function awardText(fixture: AdministratorsAct['fixture'], outcome: AdministratorsAct['outcome']): string {
  if (outcome === 'draw' || fixture === null) return 'as a draw'
  return `to ${outcome === 'home' ? fixture.homeTeam : fixture.awayTeam}`
}

/** Actor, time and reason: `You · 24 Nov, 09:10 · “Asked by mail”`. */
export function actWords(act: AdministratorsAct, readerId: number): string {
  const why = whyOf(act)
  const actor = act.by?.id === readerId ? 'You' : actorOf(act)
  return [actor, shortTime(act.at), ...(why === null ? [] : [`“${why}”`])].join(' · ')
}

/** The actor's name at the start of `actWords`, unless the actor is the reader. */
export const actNames = ({ by }: AdministratorsAct, readerId: number) =>
  by === null || by.id === readerId ? [] : [{ id: by.id, start: 0, length: by.username.length }]

/** The affected player's name at the end of `about`, where `actText` names one. */
export const aboutNames = ({ user }: AdministratorsAct, about: string) =>
  user === null || !about.endsWith(user.username)
    ? []
    : [{ id: user.id, start: about.length - user.username.length, length: user.username.length }]

const actorOf = ({ by, atServer }: AdministratorsAct): string =>
  by?.username ?? (atServer ? 'On the server' : DELETED_USER)
const whyOf = ({ reason, deletionReason }: AdministratorsAct): string | null =>
  deletionReason === null ? reason : DELETION_REASONS[deletionReason]

export const actLines = (acts: readonly AdministratorsAct[]): (string | null)[][] => [
  ['When', 'Who', 'What', 'About', 'Why'],
  ...acts.map((act) => {
    const { what, about } = actText(act)
    return [act.at, actorOf(act), what, about, whyOf(act)]
  }),
]

/** `18,204 users, by rank`; for a search `3 found`. */
export function listWords(view: UsersView, total: number): string {
  const words = SORTS.find(({ value }) => value === view.sort)!.words
  if (view.search === '') return `${counted(total, 'user')}, ${words}`
  // The server stops at 500 matches.
  const first = total >= 500 ? 'the first ' : ''
  return `${first}${count(total)} found, ${words}`
}
