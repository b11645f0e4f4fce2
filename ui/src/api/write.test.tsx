import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { componentTests, done, draw, problem } from '../../../test/support/components.tsx'
import { useWrite } from './write.ts'

componentTests()

const COMMENTS = 'POST /api/comments'

function Comment() {
  const write = useWrite('shares')
  const post = (content: string) => write('/api/comments', { method: 'POST', body: { content } }).catch(() => {})
  return (
    <>
      <button type="button" onClick={() => void post('Offside')}>
        Post
      </button>
      <button type="button" onClick={() => void post('Penalty')}>
        Post another
      </button>
    </>
  )
}

function offline() {
  const { user, answer } = draw(<Comment />, { answers: { [COMMENTS]: 'offline' } })
  const sent = vi.spyOn(globalThis, 'fetch')
  return {
    answer,
    /** Presses the button. Returns the key of its request. */
    async press(name: string) {
      const before = sent.mock.calls.length
      await user.click(screen.getByRole('button', { name }))
      await waitFor(() => expect(sent.mock.calls).toHaveLength(before + 1))
      return new Headers(sent.mock.calls[before]![1]!.headers).get('Idempotency-Key')
    },
  }
}

test('R383: a write whose response was lost has one effect when it is sent again', async () => {
  const { press, answer } = offline()
  const lost = await press('Post')
  expect(lost).toMatch(/^\d+-\d+-\d+-\d+$/)
  answer(COMMENTS, problem(503))
  expect(await press('Post')).toBe(lost)
  answer(COMMENTS, done)
  expect(await press('Post')).toBe(lost)
  // Answered: the same text is another comment.
  const next = await press('Post')
  expect(next).not.toBe(lost)
  answer(COMMENTS, problem(409))
  const refused = await press('Post')
  expect(refused).not.toBe(next)
  expect(await press('Post')).not.toBe(refused)
})

test('R383: what was lost is a new write after another one', async () => {
  const { press, answer } = offline()
  const lost = await press('Post')
  answer(COMMENTS, done)
  expect(await press('Post another')).not.toBe(lost)
  expect(await press('Post')).not.toBe(lost)
})
