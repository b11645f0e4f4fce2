import type { OwnSession } from '../../../../src/areas/accounts/contract.ts'
import type { OwnPasskey } from '../../../../src/areas/passkeys/contract.ts'
import type { Profile, ProfileChange, ProfileStats } from '../../../../src/areas/profiles/contract.ts'
import { DELETED_USER } from '../../../../src/contracts/names.ts'
import { ApiError } from '../../api/http.ts'
import { count, counted, wordFor } from '../../lib/numbers.ts'
import { dateText, timeText } from '../../lib/when.ts'

export const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'statistics', label: 'Statistics' },
  { id: 'settings', label: 'Settings' },
] as const
export type ProfileTab = (typeof TABS)[number]['id']

export function tabOf(query: URLSearchParams): ProfileTab {
  return TABS.find(({ id }) => id === query.get('tab'))?.id ?? 'overview'
}

/** Rank in the banner of an unranked player (docs/rules.md R190). */
const NO_RANK = 999
export const rankText = (rank: number | null): string => count(rank ?? NO_RANK)

export interface ProfileForm {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly bio: string
  readonly location: string
  readonly phone: string
  readonly favoriteTeam: string
  readonly currentPassword: string
}

const TEXTS = ['firstName', 'lastName', 'email', 'bio', 'location', 'phone'] as const

export function formOf(profile: Profile): ProfileForm {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, profile[field] ?? '']))
  return {
    ...(texts as Pick<ProfileForm, (typeof TEXTS)[number]>),
    favoriteTeam: String(profile.favoriteTeam ?? ''),
    currentPassword: '',
  }
}

const trimmed = (text: string): string | null => text.trim() || null

/** Omits an empty password: the server would count it as a wrong one. */
export const passwordOf = (currentPassword: string): Pick<ProfileChange, 'currentPassword'> =>
  currentPassword === '' ? {} : { currentPassword }

/** Only the changed fields, with the password where required. */
export function changeOf(form: ProfileForm, before: Profile): ProfileChange {
  const texts = TEXTS.filter((field) => trimmed(form[field]) !== before[field]).map((field) => [
    field,
    trimmed(form[field]),
  ])
  const favoriteTeam = form.favoriteTeam === '' ? null : Number(form.favoriteTeam)
  return {
    ...Object.fromEntries(texts),
    ...(favoriteTeam === before.favoriteTeam ? {} : { favoriteTeam }),
    ...(replacesEmail(form.email, before) ? passwordOf(form.currentPassword) : {}),
  }
}

export const isChanged = (form: ProfileForm, before: Profile): boolean => Object.keys(changeOf(form, before)).length > 0

/** Replacing an existing address requires the current password (docs/rules.md R194). */
export const replacesEmail = (email: string, { email: before }: Pick<Profile, 'email'>): boolean =>
  before !== null && trimmed(email) !== before

export const sentTo = (email: string | null | undefined): string | undefined =>
  email ? `Open the link we sent to ${email}.` : undefined

export type Problems = Readonly<Partial<Record<keyof ProfileChange, string>>>

/** Validation errors by field; a missing or wrong password belongs to the password field. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  if (error.status === 401 || error.status === 403) return { currentPassword: error.detail }
  return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]))
}

/**
 * The badges of the profile with their thresholds (docs/rules.md R191). The record is of this season; `unlockedAt` has the
 * achievements of any season by name (R422).
 */
export function badgesOf(
  record: Pick<Profile, 'exactScores' | 'bestStreak' | 'totalPredictions'>,
  unlockedAt: ReadonlyMap<string, string> = new Map(),
) {
  const { exactScores, bestStreak, totalPredictions } = record
  const badges = [
    {
      name: 'Score Predictor',
      icon: 'Trophy',
      rarity: 'rare',
      value: exactScores,
      of: 1,
      progress: counted(exactScores, 'exact score'),
    },
    {
      name: 'Streak Master',
      icon: 'Zap',
      rarity: 'epic',
      value: bestStreak,
      of: 5,
      progress: `Best streak ${count(bestStreak)}`,
    },
    {
      name: 'Dedicated Predictor',
      icon: 'Calendar',
      rarity: 'common',
      value: totalPredictions,
      of: 50,
      progress: counted(totalPredictions, 'prediction'),
    },
  ] as const
  return badges.map(({ progress, ...badge }) => {
    const isWon = badge.value >= badge.of
    const before = unlockedAt.get(badge.name)
    if (!isWon && before !== undefined) return { ...badge, isWon: true, text: `Unlocked ${dateText(before)}` }
    return { ...badge, isWon, text: badge.of === 1 && isWon ? progress : `${progress}, needs ${badge.of}` }
  })
}

export type Week = ProfileStats['recentPerformance'][number]

const bestBy = (weeks: readonly Week[], of: (week: Week) => number): Week =>
  weeks.reduce((best, each) => (of(each) >= of(best) ? each : best))

/** `You beat the field in 9 of 13.` */
const beaten = (weeks: readonly Week[], isAhead: (week: Week) => boolean): string =>
  `You beat the field in ${weeks.filter(isAhead).length} of ${weeks.length}.`

/** The sentence after the accuracy of all settled predictions. */
export function accuracySummary(weeks: readonly Week[]): string {
  const right = 'of your settled picks were right'
  if (weeks.length === 1) return `${right}.`
  const best = bestBy(weeks, ({ accuracy }) => accuracy)
  const ahead = beaten(weeks, ({ accuracy, field }) => accuracy > field.accuracy)
  return `${right}; ${best.accuracy}% in gameweek ${best.week}, your best. ${ahead}`
}

/** The highest points of a gameweek, and the sentence after them. */
export function pointsSummary(weeks: readonly Week[]): { readonly most: string; readonly rest: string } {
  const best = bestBy(weeks, ({ points }) => points)
  const most = count(best.points)
  const at = `${wordFor(best.points, 'point')} in gameweek ${best.week}`
  if (weeks.length === 1) return { most, rest: `${at}, your first.` }
  const mean = weeks.reduce((sum, { points }) => sum + points, 0) / weeks.length
  const ahead = beaten(weeks, ({ points, field }) => points > field.points)
  return { most, rest: `${at}, your best. You average ${mean.toFixed(1)} a gameweek. ${ahead}` }
}

/** `today, 14:00`, else `15 Nov 2025, 14:00`. */
export function dayAndTime(iso: string, now: number): string {
  const day = dateText(iso)
  return `${day === dateText(new Date(now).toISOString()) ? 'today' : day}, ${timeText(iso)}`
}

/**
 * `Signed in on 27 Nov 2025, 08:12, last used today, 14:00, from 192.0.2.0/24`; without the last use for the current session.
 */
export function sessionText({ createdAt, lastUsedAt, network, isCurrent }: OwnSession, now: number): string {
  const since = `Signed in on ${dateText(createdAt)}, ${timeText(createdAt)}`
  const used = isCurrent ? since : `${since}, last used ${dayAndTime(lastUsedAt, now)}`
  return network === null ? used : `${used}, from ${network}`
}

/** `Added on 27 Nov 2025, last used today, 14:00` */
export function passkeyText({ addedAt, lastUsedAt }: OwnPasskey, now: number): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${dayAndTime(lastUsedAt, now)}`
  return `Added on ${dateText(addedAt)}, ${used}`
}

/** Data deleted with the account (docs/rules.md R194). */
export function deletionEffects({ totalPredictions, totalPoints }: Profile): string[] {
  return [
    'Your name, your picture and everything on this page',
    `${counted(totalPredictions, 'prediction')} and ${counted(totalPoints, 'point')}`,
    'Your places in leagues and teams: any you run pass to another member, or close',
    'Your messages, comments and shares, on every page',
    `Feedback stays, signed ${DELETED_USER}`,
  ]
}
