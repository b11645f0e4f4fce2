import { act, screen } from '@testing-library/react'
import useSWR from 'swr'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { componentTests, done, draw, ok, problem } from '../../../test/support/components.tsx'
import { http } from '../api/http.ts'
import { read } from '../api/reads.ts'
import { Button } from './Button.tsx'
import { toast } from './Toast.tsx'
import { useAction, type Words } from './useAction.ts'
import { useSend } from './useSend.ts'

componentTests()

afterEach(() => act(() => toast(null)))

const Counted = z.object({ count: z.number() })
type Counted = z.infer<typeof Counted>

const shown = () => screen.getByRole('status').textContent

describe('an action', () => {
  const answers = { '/api/read': ok(Counted, { count: 3 }) }

  function Action({ words, outcomes = [] }: { words?: Words<Counted>; outcomes?: unknown[] }) {
    const { isBusy, run } = useAction()
    return (
      <Button busy={isBusy} onClick={async () => outcomes.push(await run(() => http<Counted>('/api/read'), words))}>
        Run
      </Button>
    )
  }

  async function ran(words: Words<Counted> | undefined, answer: NonNullable<Parameters<typeof draw>[1]>['answers']) {
    const outcomes: { isDone: boolean }[] = []
    const { user } = draw(<Action words={words} outcomes={outcomes} />, { answers: answer })
    await user.click(screen.getByRole('button', { name: 'Run' }))
    await vi.waitFor(() => expect(outcomes).toHaveLength(1))
    return outcomes[0]
  }

  test('returns its answer, and shows no toast without words', async () => {
    expect(await ran(undefined, answers)).toEqual({ isDone: true, answer: { count: 3 } })
    expect(shown()).toBe('')
  })

  test('shows that it is done', async () => {
    await ran({ done: { title: 'Saved' }, failed: 'Failed to save' }, answers)
    expect(shown()).toBe('Saved')
  })

  test('may take its words from the answer', async () => {
    await ran({ done: ({ count }) => ({ title: `${count} saved` }) }, answers)
    expect(shown()).toBe('3 saved')
  })

  test('that fails shows the server’s words, until they are closed', async () => {
    const outcome = await ran(
      { done: { title: 'Saved' }, failed: 'Failed to save' },
      { '/api/read': problem(409, 'The match has begun.') },
    )
    expect(outcome).toMatchObject({ isDone: false, error: { status: 409 } })
    expect(shown()).toBe('Failed to saveThe match has begun.')
  })

  test.each([
    [undefined, 'Please try again later.'],
    ['Try again.', 'Try again.'],
  ])('that fails offline has the words %s', async (otherwise, expected) => {
    await ran({ failed: 'Failed to save', ...(otherwise ? { otherwise } : {}) }, { '/api/read': 'offline' })
    expect(shown()).toBe(`Failed to save${expected}`)
  })

  test('that fails without words leaves them to its caller', async () => {
    expect(await ran({ done: { title: 'Saved' } }, { '/api/read': problem(500) })).toMatchObject({ isDone: false })
    expect(shown()).toBe('')
  })

  test.each([ok(Counted, { count: 3 }), problem(500)])(
    'is busy while it runs, and can run again (%#)',
    async (reply) => {
      const started = Promise.withResolvers<void>()
      function Held() {
        const { isBusy, run } = useAction()
        return (
          <Button busy={isBusy} onClick={() => run(() => started.promise.then(() => http('/api/read')))}>
            Run
          </Button>
        )
      }
      const { user } = draw(<Held />, { answers: { '/api/read': reply } })
      await user.click(screen.getByRole('button', { name: 'Run' }))
      expect(screen.getByRole('button', { name: 'Run', busy: true })).toBeDefined()
      started.resolve()
      expect(await screen.findByRole('button', { name: 'Run', busy: false })).toBeDefined()
    },
  )
})

test('buttons that share an action are distinguished by their marks', async () => {
  function Answers() {
    const { busy, isBusy, run } = useAction<'accept' | 'decline'>()
    const wait = () => new Promise<void>(() => {})
    return (
      <>
        <Button busy={busy === 'accept'} disabled={isBusy && busy !== 'accept'} onClick={() => run(wait, {}, 'accept')}>
          Accept
        </Button>
        <Button
          busy={busy === 'decline'}
          disabled={isBusy && busy !== 'decline'}
          onClick={() => run(wait, {}, 'decline')}
        >
          Decline
        </Button>
      </>
    )
  }
  const { user } = draw(<Answers />)
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  expect(screen.getByRole('button', { name: 'Decline', busy: true })).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept', busy: false }).disabled).toBe(true)
})

describe('a write', () => {
  const members = read('/api/members', { topics: ['league:3'] })
  const other = read('/api/other', { topics: ['league:4'] })

  function Members({ method }: { method?: 'DELETE' }) {
    const { data } = useSWR<Counted>(members.key)
    useSWR<Counted>(other.key)
    const { isBusy, send } = useSend('league:3')
    const words = { done: { title: 'Done' }, failed: 'Failed to change the league' }
    return (
      <>
        <p>{data?.count} members</p>
        <Button
          busy={isBusy}
          onClick={() => send('/api/members', { body: { username: 'bo' }, ...(method ? { method } : {}), ...words })}
        >
          Change
        </Button>
      </>
    )
  }

  const reads = {
    [members.key]: ok(Counted, { count: 1 }),
    [other.key]: ok(Counted, { count: 1 }),
  }

  test('is sent, and the reads of its topic show its effect', async () => {
    const { user, answer, calls, writes } = draw(<Members />, { answers: { ...reads, 'POST /api/members': done } })
    await screen.findByText('1 members')
    answer(members.key, ok(Counted, { count: 2 }))
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(await screen.findByText('2 members')).toBeDefined()
    expect(await screen.findByText('Done')).toBeDefined()
    expect(writes()).toEqual([{ method: 'POST', path: '/api/members', body: { username: 'bo' } }])
    expect(calls.filter(({ path }) => path === other.key)).toHaveLength(1)
  })

  test('may have another method', async () => {
    const { user, writes } = draw(<Members method="DELETE" />, { answers: { ...reads, 'DELETE /api/members': done } })
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(await screen.findByText('Done')).toBeDefined()
    expect(writes()).toEqual([{ method: 'DELETE', path: '/api/members', body: { username: 'bo' } }])
  })

  test.each([
    [problem(403, 'Only the administrator can.'), 'Only the administrator can.'],
    ['offline', 'Please try again later.'],
  ] as const)('that fails shows why, and revalidates no read (%#)', async (reply, words) => {
    const { user, calls } = draw(<Members />, { answers: { ...reads, 'POST /api/members': reply } })
    await screen.findByText('1 members')
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(await screen.findByText(words)).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Change', busy: false })).toBeDefined()
    expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
  })
})
