import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { OWN_TESTIMONIALS, Testimonial } from '../../../../src/areas/testimonials/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { reads } from '../../features/session/reads.ts'
import { Testimonials } from '../../features/session/Testimonials.tsx'
import { Landing } from './Landing.tsx'

componentTests()

test('an unresponsive server is reported instead of the form, and the request can be repeated', async () => {
  const onRetry = vi.fn()
  const { user } = draw(<Landing onRetry={onRetry} />)
  expect(screen.getByText('The server did not answer')).toBeDefined()
  expect(screen.queryByRole('form')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('the example shows what each ending pays', () => {
  draw(<Landing />)
  expect(screen.getByRole('form', { name: 'Welcome Back' })).toBeDefined()
  const endings = screen.getByRole('list', { name: 'If it ends' })
  expect(endings.textContent).toBe('2–1Exact score15 points3–1Correct result5 points1–2Wrong result0 points')
})

test('testimonials are the built-in ones until the server has others', async () => {
  const other = { name: 'Kwame', text: 'I call it before kickoff.', videoUrl: 'https://example.org/kwame' }
  const { rerender } = draw(<Testimonials isEnabled={false} />)
  expect(screen.getByText(OWN_TESTIMONIALS[0]!.text)).toBeDefined()
  rerender(<div />)
  draw(<Testimonials isEnabled />, { answers: { [reads.testimonials.key]: ok(z.array(Testimonial), [other]) } })
  const film = await screen.findByRole('link', { name: 'Watch Kwame' })
  expect([film.getAttribute('target'), film.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  expect(screen.queryByText(OWN_TESTIMONIALS[0]!.text)).toBeNull()
})

test('testimonials are the built-in ones where the server does not answer', async () => {
  const { calls } = draw(<Testimonials isEnabled />, { answers: { [reads.testimonials.key]: problem(503) } })
  await waitFor(() => expect(calls).toHaveLength(1))
  for (const { name, text } of OWN_TESTIMONIALS) {
    expect(screen.getByText(name)).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
  }
})
