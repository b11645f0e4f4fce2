import { expect, test } from 'vitest'
import {
  FeedbackCategory,
  FeedbackCreate,
  FeedbackPriority,
  FeedbackSort,
  FeedbackStatus,
} from '../../../../src/areas/feedback/contract.ts'
import {
  CATEGORIES,
  EMPTY_FORM,
  type FeedbackForm,
  PRIORITIES,
  pathOf,
  problemsOf,
  queryOf,
  SORTS,
  STATUSES,
  sentOf,
  viewOf,
  whenText,
} from './model.ts'

test('every category, priority, status and order has its word', () => {
  const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)
  expect(valuesOf(CATEGORIES)).toEqual(FeedbackCategory.options)
  expect(valuesOf(PRIORITIES)).toEqual(FeedbackPriority.options)
  expect(valuesOf(STATUSES)).toEqual(FeedbackStatus.options)
  expect(valuesOf(SORTS)).toEqual(FeedbackSort.options)
})

const view = (query: string, isAdmin = false) => viewOf(new URLSearchParams(query), isAdmin)

test('the view is stored in the URL, and defaults are omitted', () => {
  const everything = { category: null, status: null, isMine: false, sort: 'newest', offset: 0 }
  expect(view('')).toEqual(everything)
  expect(view('', true)).toEqual({ ...everything, sort: 'open' })
  expect(view('category=praise&status=done&sort=old&from=0&show=theirs')).toEqual(everything)
  const filtered = 'category=bug&status=in-progress&show=mine&sort=votes&from=21'
  expect(view(filtered)).toEqual({ category: 'bug', status: 'in-progress', isMine: true, sort: 'votes', offset: 20 })
  for (const query of ['', filtered, 'sort=open'])
    for (const isAdmin of [false, true])
      expect(viewOf(queryOf(view(query, isAdmin), isAdmin), isAdmin)).toEqual(view(query, isAdmin))
  expect(queryOf(view('', true), true).toString()).toBe('')
})

test('the request selects a page of the view', () => {
  expect(pathOf(view(''))).toBe('/api/feedback?sort=newest&limit=20&offset=0')
  expect(pathOf(view('category=bug&status=open&show=mine&from=41'))).toBe(
    '/api/feedback?sort=newest&limit=20&offset=40&category=bug&status=open&show=mine',
  )
})

test('the form reports the same errors as the server, which counts code points (R511)', () => {
  const right: FeedbackForm = {
    ...EMPTY_FORM,
    category: 'bug',
    title: ' Leeds twice ',
    description: 'Two times there.',
  }
  const request = { category: 'bug', title: 'Leeds twice', description: 'Two times there.', priority: 'medium' }
  expect(sentOf(right)).toEqual({ request, problems: {} })
  expect(sentOf({ ...right, title: '🎉'.repeat(199) }).problems).toEqual({})
  const wrong: readonly Partial<FeedbackForm>[] = [
    { category: null, title: '', description: '' },
    { title: ' Hi ' },
    { title: 'x'.repeat(200) },
    { title: '🎉🎉', description: '🎉'.repeat(9) },
    { description: ' Too short ' },
  ]
  for (const part of wrong) {
    const form = { ...right, ...part }
    const { request: sent, problems } = sentOf(form)
    expect(sent).toBeNull()
    const issues = FeedbackCreate.safeParse({ ...form, category: form.category ?? undefined }).error!.issues
    expect(problems).toEqual(problemsOf(issues.map(({ path, message }) => ({ path: path.join('.'), message }))))
  }
})

test('an entry older than a week shows its date', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const before = (ms: number) => whenText(new Date(now - ms).toISOString(), now)
  expect(before(34 * 60_000)).toBe('34m ago')
  expect(before(2 * 86_400_000)).toBe('2d ago')
  expect(before(7 * 86_400_000)).toBe('14 Nov 2026')
})
