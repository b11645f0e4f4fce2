import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import useSWR from 'swr'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { componentTests, draw, ok, problem } from '../../../test/support/components.tsx'
import { Loaded } from '../ui/Loaded.tsx'

componentTests()

test('a response that arrives before its reader is rendered is shown', async () => {
  let open = () => {}
  /** As a dialog whose code is still loading. */
  function Late({ read }: { read: { data: string | undefined; mutate(): unknown } }) {
    const [isOpen, setOpen] = useState(false)
    open = () => setOpen(true)
    if (!isOpen) return null
    return (
      <Loaded read={read} failed="Failed">
        {(text) => text}
      </Loaded>
    )
  }
  const Page = () => <Late read={useSWR<string>('/api/word')} />
  const { calls } = draw(<Page />, { answers: { '/api/word': ok(z.string(), 'Offside') } })
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await act(() => new Promise((done) => setTimeout(done)))
  act(() => open())
  expect(screen.getByText('Offside')).toBeDefined()
})

test('R368: the page that was shown before does not take the place of one that fails', async () => {
  function List() {
    const [page, setPage] = useState(1)
    return (
      <>
        <button type="button" onClick={() => setPage(2)}>
          Next
        </button>
        <Loaded read={useSWR<string>(`/api/words/${page}`, { keepPreviousData: true })} failed="Failed to load page 2">
          {(text) => text}
        </Loaded>
      </>
    )
  }
  const { user, answer } = draw(<List />, {
    answers: { '/api/words/1': ok(z.string(), 'Offside'), '/api/words/2': problem(503, 'Try again in a minute.') },
  })
  await screen.findByText('Offside')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load page 2Try again in a minute.')
  expect(screen.queryByText('Offside')).toBeNull()
  answer('/api/words/2', ok(z.string(), 'Penalty'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Penalty')).toBeDefined()
})
