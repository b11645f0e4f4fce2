import { FEEDBACK_LIMITS, FEEDBACK_PROBLEMS } from '../../../../src/areas/feedback/constants.ts'
import type {
  FeedbackCategory,
  FeedbackCreate,
  FeedbackPriority,
  FeedbackSort,
  FeedbackStatus,
} from '../../../../src/areas/feedback/contract.ts'
import { characters } from '../../lib/characters.ts'
import { idOf } from '../../lib/numbers.ts'
import { agoShort, dateText } from '../../lib/when.ts'

interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
}

export const CATEGORIES: readonly Option<FeedbackCategory>[] = [
  { value: 'bug', label: 'Bug' },
  { value: 'feature', label: 'Feature' },
  { value: 'improvement', label: 'Improvement' },
  { value: 'general', label: 'General' },
]

/** Lowest first. */
export const PRIORITIES: readonly Option<FeedbackPriority>[] = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
]

export const STATUSES: readonly Option<FeedbackStatus>[] = [
  { value: 'open', label: 'Open' },
  { value: 'in-progress', label: 'In progress' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'closed', label: 'Closed' },
]

export const SORTS: readonly (Option<FeedbackSort> & { readonly words: string })[] = [
  { value: 'newest', label: 'Newest', words: 'newest first' },
  { value: 'votes', label: 'Most votes', words: 'most votes first' },
  { value: 'open', label: 'Open', words: 'open first' },
]

export const labelOf = <Value extends string>(options: readonly Option<Value>[], value: Value): string =>
  options.find((option) => option.value === value)!.label

export const ROWS = 20

export interface FeedbackView {
  /** null: all. */
  readonly category: FeedbackCategory | null
  readonly status: FeedbackStatus | null
  readonly isMine: boolean
  readonly sort: FeedbackSort
  readonly offset: number
}

const known = <Value extends string>(options: readonly Option<Value>[], text: string | null): Value | null =>
  options.find(({ value }) => value === text)?.value ?? null

/** Administrators start with open feedback, players with the newest. */
export function viewOf(query: URLSearchParams, isAdmin: boolean): FeedbackView {
  return {
    category: known(CATEGORIES, query.get('category')),
    status: known(STATUSES, query.get('status')),
    isMine: query.get('show') === 'mine',
    sort: known(SORTS, query.get('sort')) ?? (isAdmin ? 'open' : 'newest'),
    offset: (idOf(query.get('from') ?? undefined) ?? 1) - 1,
  }
}

function withFilters(query: URLSearchParams, { category, status, isMine }: FeedbackView): URLSearchParams {
  if (category) query.set('category', category)
  if (status) query.set('status', status)
  if (isMine) query.set('show', 'mine')
  return query
}

export function queryOf(view: FeedbackView, isAdmin: boolean): URLSearchParams {
  const query = withFilters(new URLSearchParams(), view)
  if (view.sort !== viewOf(new URLSearchParams(), isAdmin).sort) query.set('sort', view.sort)
  if (view.offset > 0) query.set('from', String(view.offset + 1))
  return query
}

export function pathOf(view: FeedbackView): string {
  const query = new URLSearchParams({ sort: view.sort, limit: String(ROWS), offset: String(view.offset) })
  return `/api/feedback?${withFilters(query, view)}`
}

export interface FeedbackForm {
  readonly category: FeedbackCategory | null
  readonly title: string
  readonly description: string
  readonly priority: FeedbackPriority
}

export const EMPTY_FORM: FeedbackForm = { category: null, title: '', description: '', priority: 'medium' }

export const FIELDS = ['category', 'title', 'description'] as const
export type Field = (typeof FIELDS)[number]
export type Problems = Readonly<Partial<Record<Field, string>>>

export function sentOf({ category, priority, ...texts }: FeedbackForm): {
  request: FeedbackCreate | null
  problems: Problems
} {
  const [title, description] = [texts.title.trim(), texts.description.trim()]
  const problems: { [F in Field]?: string } = {}
  if (category === null) problems.category = FEEDBACK_PROBLEMS.category
  const titleLength = characters(title)
  if (titleLength < FEEDBACK_LIMITS.title.least) problems.title = FEEDBACK_PROBLEMS.shortTitle
  if (titleLength > FEEDBACK_LIMITS.title.most) problems.title = FEEDBACK_PROBLEMS.longTitle
  if (characters(description) < FEEDBACK_LIMITS.description.least) problems.description = FEEDBACK_PROBLEMS.description
  if (category === null || Object.keys(problems).length > 0) return { request: null, problems }
  return { request: { category, title, description, priority }, problems }
}

export function problemsOf(errors: readonly { path: string; message: string }[]): Problems {
  const named = FIELDS.flatMap((field) => errors.find(({ path }) => path === field) ?? [])
  return Object.fromEntries(named.map(({ path, message }) => [path, message]))
}

const WEEK = 7 * 86_400_000

/** `34m ago`; after a week the date. */
export const whenText = (iso: string, now: number): string =>
  now - Date.parse(iso) < WEEK ? agoShort(iso, now) : dateText(iso)
