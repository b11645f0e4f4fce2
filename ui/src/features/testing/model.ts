import {
  TESTING,
  type TestFixture,
  type TestRun,
  type TestRunKind,
  type TestStep,
} from '../../../../src/areas/testing/contract.ts'
import { count, counted } from '../../lib/numbers.ts'
import { GAMEWEEKS } from '../../lib/paths.ts'
import { shortTime } from '../../lib/when.ts'

export const USER_ROWS = 10

const NAMES: Readonly<Record<TestRunKind, string>> = {
  'open-season': 'Open season',
  'create-users': 'Create test users',
  'generate-predictions': 'Generate predictions',
  simulate: 'Complete Gameweek',
  'full-simulation': 'Full simulation',
  generate: 'Generate data',
  world: 'World',
  clear: 'Clear',
  cleanup: 'Cleanup',
}

export const FAILED: Readonly<Record<TestRunKind, string>> = {
  'open-season': 'Failed to open the season',
  'create-users': 'Failed to create test users',
  'generate-predictions': 'Failed to generate predictions',
  simulate: 'Failed to simulate gameweek',
  'full-simulation': 'Failed to run simulation',
  generate: 'Failed to generate data',
  world: 'Failed to generate data',
  clear: 'Failed to clear test data',
  cleanup: 'Failed to cleanup test data',
}

/** `Complete Gameweek 13`, `Full simulation, gameweeks 13 to 15` */
export function titleOf({ kind, gameweeks }: Pick<TestRun, 'kind' | 'gameweeks'>): string {
  const [first, last] = [gameweeks[0], gameweeks.at(-1)]
  if (first === undefined) return NAMES[kind]
  if (kind === 'simulate') return `${NAMES[kind]} ${first}`
  return `${NAMES[kind]}, ${first === last ? `gameweek ${first}` : `gameweeks ${first} to ${last}`}`
}

/** `You, 29 Nov, 16:58 · seed 7` */
export function aboutRun({ by, startedAt, seed }: TestRun, readerId: number): string {
  const who = by === null ? 'Terminal' : by.id === readerId ? 'You' : by.username
  return `${who}, ${shortTime(startedAt)}${seed === null ? '' : ` · seed ${seed}`}`
}

/** Reason why another run cannot start: `the_gaffer has been running Clear since 29 Nov, 16:58.` */
export function blockReason(run: TestRun, readerId: number): string {
  const title = titleOf(run)
  const since = shortTime(run.startedAt)
  if (run.by === null) return `${title} has been running from the terminal since ${since}.`
  return run.by.id === readerId
    ? `${title} has been running since ${since}.`
    : `${run.by.username} has been running ${title} since ${since}.`
}

export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

export function stepText({ state, done, total }: TestStep): string {
  if (state === 'waiting') return 'waiting'
  if (total === null) return done > 0 ? count(done) : state
  return state === 'done' && done === total ? count(done) : `${count(done)} of ${count(total)}`
}

export type Field = 'gameweek' | 'gameweeks' | 'users' | 'seed'

export const FIELDS = {
  gameweek: { label: 'Gameweek', least: 1, most: GAMEWEEKS, usual: 1 },
  gameweeks: { label: 'Gameweeks', least: 1, ...TESTING.gameweeks },
  users: { label: 'Users', least: 1, ...TESTING.users },
  seed: { label: 'Seed', least: 0, ...TESTING.seed },
} as const

const WRONG: Readonly<Record<Field, (range: string) => string>> = {
  gameweek: (range) => `A gameweek from ${range}`,
  gameweeks: (range) => `${range} gameweeks`,
  users: (range) => `${range} users`,
  seed: (range) => `A whole number from ${range}`,
}

export const rangeOf = (field: Field): string => `${FIELDS[field].least} to ${count(FIELDS[field].most)}`

/** The number in a field; null if it is invalid. */
export function numberIn(field: Field, text: string): number | null {
  const { least, most } = FIELDS[field]
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

export const problemOf = (field: Field, text: string): string | null =>
  numberIn(field, text) === null ? WRONG[field](rangeOf(field)) : null

export const commandOf = (kind: TestRunKind, fields: readonly Field[], textOf: (field: Field) => string): string =>
  [
    `npm run testing -- ${kind}`,
    ...fields.map((field) => (field.startsWith('gameweek') ? textOf(field) : `--${field} ${textOf(field)}`)),
  ].join(' ')

export interface Order extends Partial<Readonly<Record<Field, number>>> {
  readonly kind: TestRunKind
}

export function callOf({ kind, gameweek, ...body }: Order) {
  if (kind === 'cleanup') return { path: '/api/test/cleanup', method: 'DELETE' as const }
  const path = kind === 'simulate' ? `/api/test/simulate/${gameweek}` : `/api/test/${kind}`
  const inBody = kind === 'simulate' || gameweek === undefined ? body : { gameweek, ...body }
  return { path, method: 'POST' as const, body: inBody }
}

/** `10 matches: 4 with a result, 3 of them simulated. 120 predictions by test users.` */
export function stateOf(matches: readonly Pick<TestFixture, 'status' | 'isSimulated' | 'testPredictions'>[]): string {
  const finished = matches.filter(({ status }) => status === 'FINISHED').length
  const simulated = matches.filter(({ isSimulated }) => isSimulated).length
  const predictions = matches.reduce((sum, match) => sum + match.testPredictions, 0)
  const of = simulated === 0 ? '' : `, ${count(simulated)} of them simulated`
  return `${counted(matches.length, 'match', 'matches')}: ${count(finished)} with a result${of}. ${counted(predictions, 'prediction')} by test users.`
}
