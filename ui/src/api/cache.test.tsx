import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import useSWR from 'swr'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { componentTests, draw, ok } from '../../../test/support/components.tsx'
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
