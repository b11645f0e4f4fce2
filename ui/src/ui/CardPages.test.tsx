import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { componentTests, draw, ok, problem } from '../../../test/support/components.tsx'
import { CardPages } from './CardPages.tsx'
import { EmptyState } from './State.tsx'

componentTests()

const Entry = z.object({ id: z.number(), name: z.string() })
const entries = z.array(Entry)
const keyOf = (offset: number) => `/api/teams?offset=${offset}`
const entry = (id: number) => ({ id, name: `Team ${id}` })

const pages = (
  <CardPages<z.infer<typeof Entry>>
    words="teams"
    label="Public teams"
    height="100px"
    size={2}
    keyOf={keyOf}
    isOwn={({ id }) => id === 1}
    empty={<EmptyState title="No teams yet" />}
    card={({ id, name }) => <li key={id}>{name}</li>}
  />
)

const more = () => screen.findByRole('button', { name: 'Show more teams' })

describe('pages of cards', () => {
  test('wait while the first page is loading', () => {
    draw(pages, { answers: { [keyOf(0)]: 'pending' } })
    expect(screen.getByRole('status', { busy: true }).textContent).toBe('Loading teams')
  })

  test('show that there are none', async () => {
    draw(pages, { answers: { [keyOf(0)]: ok(entries, []) } })
    expect(await screen.findByText('No teams yet')).toBeDefined()
    expect(screen.queryByRole('list')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('can be tried again after a failure', async () => {
    const { user, answer } = draw(pages, { answers: { [keyOf(0)]: problem(503, 'Back in a minute.') } })
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load teams')
    expect(screen.getByText('Back in a minute.')).toBeDefined()
    answer(keyOf(0), ok(entries, [entry(1)]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Team 1')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that are not full offer no more', async () => {
    draw(pages, { answers: { [keyOf(0)]: ok(entries, [entry(1)]) } })
    const list = await screen.findByRole('list', { name: 'Public teams' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Show more teams' })).toBeNull()
  })

  test('add the next page below, without the entries that the first includes anyway', async () => {
    const { user, calls } = draw(pages, {
      answers: {
        [keyOf(0)]: ok(entries, [entry(1), entry(2)]),
        [keyOf(2)]: ok(entries, [entry(3), entry(1)]),
        [keyOf(4)]: ok(entries, []),
      },
    })
    await user.click(await more())
    const second = await screen.findByRole('list', { name: 'Public teams, from 3' })
    expect(
      within(second)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Team 3'])
    expect(screen.getAllByRole('button', { name: 'Show more teams' })).toHaveLength(1)
    await user.click(await more())
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Show more teams' })).toBeNull())
    expect(screen.getAllByRole('list')).toHaveLength(2)
    expect(calls.map(({ path }) => path)).toEqual([keyOf(0), keyOf(2), keyOf(4)])
  })

  test('R369: the focus moves from the button to the first card that it adds', async () => {
    const linked = (
      <CardPages<{ id: number; name: string }>
        words="teams"
        label="Public teams"
        height="100px"
        size={2}
        keyOf={keyOf}
        empty={null}
        card={({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        )}
      />
    )
    const { user } = draw(linked, {
      answers: { [keyOf(0)]: ok(entries, [entry(1), entry(2)]), [keyOf(2)]: ok(entries, [entry(3), entry(4)]) },
    })
    await user.click(await more())
    const third = await screen.findByRole('link', { name: 'Team 3' })
    expect(document.activeElement).toBe(third)
  })

  test('keep the first page when the next fails', async () => {
    const { user, answer } = draw(pages, {
      answers: { [keyOf(0)]: ok(entries, [entry(1), entry(2)]), [keyOf(2)]: 'offline' },
    })
    await user.click(await more())
    expect((await screen.findByRole('alert')).textContent).toContain('The server did not answer.')
    expect(screen.getByText('Team 2')).toBeDefined()
    answer(keyOf(2), ok(entries, [entry(3)]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Team 3')).toBeDefined()
  })
})
