import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import {
  TestAnswer,
  TestFixture,
  TestProgress,
  type TestRun,
  TestUser,
} from '../../../../src/areas/testing/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, readerSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads } from '../../features/testing/reads.ts'
import { TestingPage } from './TestingPage.tsx'

componentTests()

const run = (changes: Partial<TestRun> = {}): TestRun => ({
  id: 1,
  kind: 'full-simulation',
  state: 'running',
  gameweeks: [],
  seed: 7,
  by: null,
  percent: 0,
  steps: [],
  startedAt: '2025-11-29T14:00:00.000Z',
  endedAt: null,
  message: null,
  error: null,
  users: 0,
  predictions: 0,
  results: 0,
  leagues: 0,
  messages: 0,
  shares: 0,
  comments: 0,
  ...changes,
})
const nothing = { users: 0, predictions: 0, results: 0, gameweeks: [] }
const progress = (changes: Partial<TestProgress> = {}) =>
  ok(TestProgress, { running: null, runs: [], standing: nothing, ...changes })
const testFixture = { ...fixtureSample(), isSimulated: false, testPredictions: 0 }

const PROGRESS = reads.progress.key
type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const open = (answers: Answers = {}, { at = '/testing', role = 'admin' as 'admin' | 'user' } = {}) =>
  draw(<TestingPage user={readerSample({ role })} title="Testing" adminPages={[]} />, {
    at,
    answers: {
      ...(role === 'admin' ? { [PROGRESS]: progress() } : {}),
      [reads.users.key(0)]: ok(z.array(TestUser), [], { 'Plp-Total': '0' }),
      [shared.currentFixtures.key]: ok(z.array(Fixture), [fixtureSample()]),
      [reads.gameweek.key(13)]: ok(z.array(TestFixture), [testFixture]),
      ...answers,
    },
  })
const at = (tab: string) => ({ at: `/testing?tab=${tab}` })
const job = async (name: string) => within(await screen.findByRole('form', { name }))
const flawOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent

describe('R173: the tool', () => {
  test('is the administrators’: others are denied, without a request', () => {
    const { calls } = open({}, { role: 'user' })
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeDefined()
    expect(screen.getByText('You need administrator privileges to access this page.')).toBeDefined()
    expect(calls).toEqual([])
  })

  test('says where it is off', async () => {
    open({ [PROGRESS]: problem(404, 'There is nothing here') })
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined()
    expect(screen.getByText('The testing tool is off here.')).toBeDefined()
  })

  test('that does not load can be requested again', async () => {
    const { user, answer } = open({ [PROGRESS]: problem(503) })
    expect(await screen.findByText('Failed to load the testing tool')).toBeDefined()
    answer(PROGRESS, progress())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No test data')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Create Test Users' }))
    expect(screen.getByRole('tab', { name: 'Users' }).getAttribute('aria-selected')).toBe('true')
  })
})

describe('R174: a job', () => {
  test('takes numbers of its range and nothing else; three gameweeks are usual', async () => {
    const { user, writes } = open({}, at('simulation'))
    const full = await job('Full simulation')
    const gameweeks = full.getByLabelText<HTMLInputElement>('Gameweeks')
    expect(gameweeks.value).toBe('3')
    await user.clear(gameweeks)
    await user.type(gameweeks, '11')
    await user.click(full.getByRole('button', { name: 'Run Full Simulation' }))
    expect(flawOf(gameweeks)).toBe('1 to 10 gameweeks')
    expect(document.activeElement).toBe(gameweeks)
    const picks = await job('Predictions for a gameweek')
    const [gameweek, users] = [picks.getByLabelText('Gameweek'), picks.getByLabelText('Users')]
    await user.clear(gameweek)
    await user.type(gameweek, '39')
    await user.clear(users)
    await user.type(users, '0')
    await user.click(picks.getByRole('button', { name: 'Generate Predictions' }))
    expect(flawOf(gameweek)).toBe('A gameweek from 1 to 38')
    expect(document.activeElement).toBe(gameweek)
    expect(flawOf(users)).toBe('1 to 500 users')
    expect(writes()).toEqual([])
  })

  test('that ends at once announces its result, and sends its numbers', async () => {
    const ended = run({ kind: 'create-users', state: 'done', message: 'Created 3 test users' })
    const { user, writes } = open(
      { 'POST /api/test/create-users': ok(TestAnswer, { message: 'Created 3 test users', run: ended }) },
      at('users'),
    )
    const create = await job('Create test users')
    const users = create.getByLabelText('Users')
    await user.clear(users)
    await user.type(users, '3')
    expect(create.getByText('npm run testing -- create-users --users 3 --seed 1')).toBeDefined()
    await user.click(create.getByRole('button', { name: 'Create Test Users' }))
    expect(await screen.findByText('Created 3 test users')).toBeDefined()
    expect(writes()).toMatchObject([{ path: '/api/test/create-users', body: { users: 3, seed: 1 } }])
  })

  test.each([
    ['users', 'Create test users', 'Create Test Users', 'create-users', 'Failed to create test users'],
    [
      'simulation',
      'Predictions for a gameweek',
      'Generate Predictions',
      'generate-predictions',
      'Failed to generate predictions',
    ],
    ['simulation', 'Simulate one gameweek', 'Complete Gameweek', 'simulate/13', 'Failed to simulate gameweek'],
    ['simulation', 'Full simulation', 'Run Full Simulation', 'full-simulation', 'Failed to run simulation'],
    ['simulation', 'Generate data', 'Generate Data', 'generate', 'Failed to generate data'],
  ])(
    'of the tab %s, %s, that fails says so, in the server’s words if there are any',
    async (tab, name, button, path, title) => {
      const call = `POST /api/test/${path}`
      const { user, answer } = open({ [call]: problem(503) }, at(tab))
      const send = (await job(name)).getByRole('button', { name: button })
      if (tab === 'simulation') await screen.findByText(/^1 match: /)
      await user.click(send)
      expect(await screen.findByText(title)).toBeDefined()
      expect(screen.getByText('The server did not answer.')).toBeDefined()
      answer(call, problem(409, 'Another run is in progress'))
      await user.click(send)
      expect(await screen.findByText('Another run is in progress')).toBeDefined()
    },
  )
})

describe('R174: a run', () => {
  const steps: TestRun['steps'] = [
    { name: '50 test users', state: 'done', done: 50, total: 50 },
    { name: 'Gameweek 14: results', state: 'running', done: 6, total: 10 },
    { name: 'Gameweek 14: settling', state: 'waiting', done: 0, total: null },
  ]
  const going = run({ id: 5, percent: 43, gameweeks: [13, 14, 15], steps })
  const standing = { users: 50, predictions: 1482, results: 16, gameweeks: [13] }
  const TITLE = 'Full simulation, gameweeks 13 to 15'

  test('that is active shows its steps and the data so far, and can be stopped', async () => {
    const { user, writes } = open({
      [PROGRESS]: progress({ running: going, standing }),
      'POST /api/test/stop': done,
    })
    const panel = within(await screen.findByRole('region', { name: TITLE }))
    expect(panel.getByRole('progressbar', { name: TITLE }).getAttribute('aria-valuenow')).toBe('43')
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '50 test users50',
      'Gameweek 14: results6 of 10',
      'Gameweek 14: settlingwaiting',
    ])
    expect(screen.getByText('1,482')).toBeDefined()
    expect(screen.getByText('The fixtures source and rulings are paused while simulated results exist.')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Stop' }))
    expect(writes().map(({ path }) => path)).toEqual(['/api/test/stop'])
  })

  test('that is active blocks another', async () => {
    const { user, writes } = open({ [PROGRESS]: progress({ running: going, standing }) }, at('simulation'))
    expect(
      await screen.findByText(/^Full simulation, gameweeks 13 to 15 has been running from the terminal since /),
    ).toBeDefined()
    const generate = (await job('Generate data')).getByRole('button')
    expect(generate.getAttribute('aria-disabled')).toBe('true')
    await user.click(generate)
    expect(writes()).toEqual([])
  })

  test('that is over is in the list of the last runs, with its end', async () => {
    open({
      [PROGRESS]: progress({
        standing,
        runs: [
          run({ id: 4, kind: 'simulate', state: 'done', gameweeks: [13], message: '10 results' }),
          run({ id: 3, kind: 'generate-predictions', state: 'failed', gameweeks: [12], error: 'The store is away' }),
          run({ id: 2, kind: 'cleanup', state: 'stopped', seed: null, message: '2 results taken back' }),
        ],
      }),
    })
    const items = within(await screen.findByRole('region', { name: 'Last runs' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Complete Gameweek 13.*10 results.*Terminal, .* · seed 7.*Done$/),
      expect.stringMatching(/^Generate predictions, gameweek 12.*The store is away.*Failed$/),
      expect.stringMatching(/^Cleanup.*2 results taken back.*Stopped$/),
    ])
  })
})

describe('R174: the data', () => {
  const standing = { users: 3, predictions: 30, results: 10, gameweeks: [13] }

  test('are cleared, or the failure is shown', async () => {
    const call = 'POST /api/test/clear'
    const { user, answer } = open({ [PROGRESS]: progress({ standing }), [call]: problem(503) }, at('cleanup'))
    await user.click(await screen.findByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('Failed to clear test data')).toBeDefined()
    const over = run({ kind: 'clear', state: 'done', message: 'Took back 10 results and 30 predictions' })
    answer(call, ok(TestAnswer, { message: over.message!, run: over }))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('Took back 10 results and 30 predictions')).toBeDefined()
  })

  test('are cleaned up after a question', async () => {
    const call = 'DELETE /api/test/cleanup'
    const { user, writes } = open(
      { [PROGRESS]: progress({ standing }), [call]: problem(409, 'Another run is in progress') },
      at('cleanup'),
    )
    await user.click(await screen.findByRole('button', { name: 'Cleanup' }))
    const question = within(await screen.findByRole('dialog', { name: 'Cleanup test data?' }))
    expect(question.getByText(/^This deletes 3 test users and all their data\./)).toBeDefined()
    expect(writes()).toEqual([])
    await user.click(question.getByRole('button', { name: 'Cleanup' }))
    expect(await screen.findByText('Failed to cleanup test data')).toBeDefined()
    expect(screen.getByText('Another run is in progress')).toBeDefined()
  })

  test('list the test users with their points', async () => {
    const user = { id: 9, username: 'test_001', predictions: 1200, points: 15, createdAt: '2025-11-29T14:00:00.000Z' }
    open({ [reads.users.key(0)]: ok(z.array(TestUser), [user], { 'Plp-Total': '1' }) }, at('users'))
    const row = (await screen.findByRole('rowheader', { name: 'test_001' })).closest('tr')!
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1,200', '15'])
    expect(screen.getByRole('heading', { name: 'Test users: 1' })).toBeDefined()
  })
})
