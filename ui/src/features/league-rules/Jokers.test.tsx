import { screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { Joker, LeagueJoker } from '../../../../src/areas/league-rules/contract.ts'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { match } from '../../../../test/support/dashboard.tsx'
import { leagueSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { stored } from '../../lib/storage.ts'
import { Jokers } from './Jokers.tsx'
import { reads } from './reads.ts'

componentTests()

const matches = [match(1), match(2)]
const { season, gameweek } = matches[0]!
const KEY = reads.jokers.key(season, gameweek)
const PATH = (leagueId: number) => `/api/leagues/${leagueId}/jokers/${gameweek}?season=${season}`
const joker = (changes: Partial<LeagueJoker> = {}): LeagueJoker => ({
  ...{ leagueId: 3, leagueName: 'Back Post Club', season, gameweek, fixtureId: null, isMovable: true },
  ...changes,
})
const jokers = (...all: LeagueJoker[]) => ok(z.array(LeagueJoker), all)

function Rows({ shown }: { shown: readonly Fixture[] }) {
  const [lineOf, setLines] = useState<((fixture: Fixture) => ReactNode) | null>(null)
  return (
    <>
      <Jokers matches={shown} onRows={setLines} />
      {shown.map((fixture) => (
        <div key={fixture.id}>{lineOf?.(fixture)}</div>
      ))}
    </>
  )
}

const drawn = (all: LeagueJoker[], shown: readonly Fixture[] = matches, hasOwnRules = true) =>
  draw(<Rows shown={shown} />, {
    answers: { [shared.myLeagues.key]: ok(z.array(League), [leagueSample({ hasOwnRules })]), [KEY]: jokers(...all) },
  })
const button = (name: string) => screen.findByRole('button', { name })

describe('jokers beside the picks (R293)', () => {
  test('are set, moved and taken off by the button of a match', async () => {
    const { user, answer, writes } = drawn([joker()])
    const first = await button('Joker: Arsenal v Bees')
    expect(screen.getByText('One match pays twice as much in this league. Press the star beside it.')).toBeDefined()
    const onFirst = joker({ fixtureId: 1 })
    answer(`PUT ${PATH(3)}`, ok(Joker, onFirst))
    answer(KEY, jokers(onFirst))
    await user.click(first)
    expect(await screen.findByText('Joker set')).toBeDefined()
    expect((await button('Joker ×2: Arsenal v Bees')).getAttribute('aria-pressed')).toBe('true')
    answer(KEY, jokers(joker({ fixtureId: 2 })))
    await user.click(screen.getByRole('button', { name: 'Joker: Colts v Deer' }))
    expect(await screen.findByText('Joker moved')).toBeDefined()
    await button('Joker ×2: Colts v Deer')
    expect(
      screen.getByText('Your joker is on Colts v Deer. Press another to move it, the same to take it off.'),
    ).toBeDefined()
    answer(`DELETE ${PATH(3)}`, done)
    answer(KEY, jokers(joker()))
    await user.click(screen.getByRole('button', { name: 'Joker ×2: Colts v Deer' }))
    expect(await screen.findByText('Joker taken off')).toBeDefined()
    expect(writes().map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { fixtureId: 1 }],
      ['PUT', { fixtureId: 2 }],
      ['DELETE', undefined],
    ])
  })

  test('a refusal says why', async () => {
    const { user, answer } = drawn([joker()])
    answer(`PUT ${PATH(3)}`, problem(409, 'Prediction period has ended'))
    await user.click(await button('Joker: Arsenal v Bees'))
    expect(await screen.findByText('Prediction period has ended')).toBeDefined()
    expect((await button('Joker: Arsenal v Bees')).getAttribute('aria-pressed')).toBe('false')
  })

  test('a played joker stays, and its match is named once beside the others', async () => {
    const shown = [match(1, { isOpen: false }), match(2)]
    const { user, writes } = drawn([joker({ fixtureId: 1, isMovable: false })], shown)
    const played = await button('Joker ×2: Arsenal v Bees')
    expect(played.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('Played. Your joker of gameweek 13 is on Arsenal v Bees.')).toHaveLength(2)
    const other = screen.getByRole('button', { name: 'Joker: Colts v Deer' })
    expect(other.getAttribute('aria-disabled')).toBe('true')
    expect(other.parentElement!.textContent).toBe('Joker')
    await user.click(played)
    await user.click(other)
    expect(writes()).toEqual([])
  })

  test.each([
    [true, 'Arsenal v Bees is postponed. You may move your joker.'],
    [false, 'Arsenal v Bees is postponed. Your joker stays on it.'],
  ])('of a postponed match, movable: %s', async (isMovable, text) => {
    drawn([joker({ fixtureId: 1, isMovable })], [match(1, { status: 'POSTPONED', isOpen: false }), match(2)])
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('each league has its own; the device keeps the chosen league', async () => {
    const both = [joker({ fixtureId: 1 }), joker({ leagueId: 4, leagueName: 'Sunday Roast XI', fixtureId: 2 })]
    const { user, unmount } = drawn(both)
    expect(
      await screen.findByText(
        'Each league has its own joker. Here on Arsenal v Bees, in Sunday Roast XI on Colts v Deer.',
      ),
    ).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Joker in' }), 'Sunday Roast XI')
    expect((await button('Joker ×2: Colts v Deer')).getAttribute('aria-pressed')).toBe('true')
    unmount()
    drawn(both)
    await button('Joker ×2: Colts v Deer')
  })

  test('R336: the bar has its space before it arrives, on a device that has shown it', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
    const first = drawn([joker()])
    expect(first.container.querySelector('[style]')).toBeNull()
    await button('Joker: Arsenal v Bees')
    first.unmount()
    const second = drawn([joker()])
    expect(second.container.querySelector<HTMLElement>('[style]')!.style.minHeight).toBe('84px')
    await button('Joker: Arsenal v Bees')
    expect(second.container.querySelector('[style]')).toBeNull()
    second.unmount()
    const without = drawn([])
    await waitFor(() => expect(without.container.querySelector('[style]')).toBeNull())
    expect(stored('plp.joker-space')).toBeNull()
  })

  test('do not exist without a league that has them, and are not asked for without rules of a league', async () => {
    const { calls } = drawn([], matches, false)
    await waitFor(() => expect(calls.length).toBe(1))
    expect(screen.queryByRole('button')).toBeNull()
    expect(calls.map(({ path }) => path)).toEqual([shared.myLeagues.key])
  })
})
