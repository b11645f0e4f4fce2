import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  FinalTable,
  FinalTableBoard,
  type FinalTableBoardEntry,
  MateTable,
} from '../../../../src/areas/final-table/contract.ts'
import { componentTests, draw, holdResponses, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { signedInSample, teamSample } from '../../../../test/support/samples.ts'
import { FinalTablePage } from './FinalTablePage.tsx'
import { reads } from './reads.ts'

componentTests()

const ME = 70
const NOW = '2026-08-09T18:30:00.000Z'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }))
afterEach(() => void vi.useRealTimers())

const clubs = ['Arsenal', 'Bees', 'Colts', 'Deer'].map((name, index) => ({
  ...teamSample(index + 1, name),
  places: null,
  lastSeason: [2, 1, null, 3][index]!,
}))
const open: FinalTable = {
  ...{ season: '2026-27', state: 'open', closesAt: '2026-08-14T18:55:00.000Z', clubs, total: 9_412 },
  ...{ own: null, favourites: null },
}
const own = { clubIds: [1, 2, 3, 4], updatedAt: '2026-08-09T17:20:00.000Z', score: null, inPlace: [], path: null }
const ABOUT = reads.about.key(null)
const STORED = `plp.final-table.${ME}.2026-27`

const shared = (path: string, title: string) => `Share ${path} as ${title}`
const drawn = (about: FinalTable, answers: NonNullable<Parameters<typeof draw>[1]>['answers'] = {}) =>
  draw(<FinalTablePage user={signedInSample({ id: ME })} title="Final table" adminPages={[]} share={shared} />, {
    answers: { [ABOUT]: ok(FinalTable, about), ...answers },
  })
const names = async () => {
  const grips = within(await screen.findByRole('list', { name: 'Your table' })).getAllByRole('button', {
    name: /^Move/,
  })
  return grips.map((grip) => grip.getAttribute('aria-label')!.slice('Move '.length))
}
const grip = (name: string) => screen.getByRole('button', { name: `Move ${name}` })
const said = () => document.querySelector('[aria-live=assertive]')!.textContent

describe('before the first cutoff (R285)', () => {
  test('a table starts from last season’s, with the clubs that came up at its end', async () => {
    const { user } = drawn(open)
    await user.click(await screen.findByRole('button', { name: 'Start my table' }))
    expect(await names()).toEqual(['Bees', 'Arsenal', 'Deer', 'Colts'])
    expect(screen.getByText('came up')).toBeDefined()
    expect(screen.getByText('Not saved yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'A to Z' }))
    expect(await names()).toEqual(['Arsenal', 'Bees', 'Colts', 'Deer'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('You have no table yet')).toBeDefined()
  })

  test('arrows move a row and keep the focus; at the end it goes to the other arrow', async () => {
    const { user } = drawn({ ...open, own })
    expect(await screen.findByText(/^Saved 9 Aug/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Bees down' }))
    expect(await names()).toEqual(['Arsenal', 'Colts', 'Bees', 'Deer'])
    expect(said()).toBe('Bees, 3rd of 4')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bees down')
    await user.click(screen.getByRole('button', { name: 'Bees down' }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bees up')
    expect(screen.getByText('3 places changed')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await names()).toEqual(['Arsenal', 'Bees', 'Colts', 'Deer'])
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Your table' }))
  })

  test('the keyboard lifts, moves, puts down and puts back, and each step is announced', async () => {
    const { user } = drawn({ ...open, own })
    await names()
    grip('Colts').focus()
    await user.keyboard(' ')
    expect(said()).toBe('Colts lifted. 3rd of 4. Arrow keys move it.')
    expect(grip('Colts').getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('{ArrowUp}')
    expect(said()).toBe('Colts, 2nd of 4')
    await user.keyboard('{End}')
    expect(said()).toBe('Colts, 4th of 4')
    await user.keyboard('{Home}')
    expect(await names()).toEqual(['Colts', 'Arsenal', 'Bees', 'Deer'])
    expect(document.activeElement).toBe(grip('Colts'))
    await user.keyboard('{Escape}')
    expect(said()).toBe('Colts back in 3rd')
    expect(await names()).toEqual(['Arsenal', 'Bees', 'Colts', 'Deer'])
    await user.keyboard('{Enter}{ArrowDown}{Enter}')
    expect(said()).toBe('Colts put down, 4th')
    // Not lifted, it does not move.
    await user.keyboard('{ArrowUp}')
    expect(await names()).toEqual(['Arsenal', 'Bees', 'Deer', 'Colts'])
    await user.keyboard(' ')
    await user.tab()
    expect(said()).toBe('Colts put down, 4th')
  })

  test('a grip is dragged over other rows', async () => {
    drawn({ ...open, own })
    await names()
    // Rows of 40 px from the top of the window.
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    rect.mockImplementation(function (this: Element) {
      const index = [...(this.parentElement?.children ?? [])].indexOf(this)
      return { bottom: 100 + 40 * (index + 1) } as DOMRect
    })
    fireEvent.pointerDown(grip('Arsenal'), { button: 0, clientY: 120 })
    fireEvent.pointerMove(window, { clientY: 190 })
    await waitFor(async () => expect(await names()).toEqual(['Bees', 'Colts', 'Arsenal', 'Deer']))
    fireEvent.pointerMove(window, { clientY: 900 })
    fireEvent.pointerUp(window)
    await waitFor(async () => expect(await names()).toEqual(['Bees', 'Colts', 'Deer', 'Arsenal']))
    expect(said()).toBe('Arsenal put down, 4th')
    fireEvent.pointerMove(window, { clientY: 120 })
    expect(await names()).toEqual(['Bees', 'Colts', 'Deer', 'Arsenal'])
  })

  test('R423: a finger that rests at an edge keeps scrolling, and another finger changes nothing', async () => {
    drawn({ ...open, own })
    await names()
    let bottom = window.innerHeight + 60
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    rect.mockImplementation(() => ({ top: 0, bottom }) as DOMRect)
    const scroll = vi.spyOn(window, 'scrollBy').mockImplementation((_, by) => {
      bottom -= Number(by)
    })
    fireEvent.pointerDown(grip('Arsenal'), { button: 0, clientY: 120, pointerId: 1 })
    fireEvent.pointerMove(window, { clientY: 120, pointerId: 1 })
    fireEvent.pointerMove(window, { clientY: window.innerHeight - 1, pointerId: 2 })
    fireEvent.pointerUp(window, { pointerId: 2 })
    expect(scroll).not.toHaveBeenCalled()
    fireEvent.pointerMove(window, { clientY: window.innerHeight - 1, pointerId: 1 })
    // Until the end of the list is in sight.
    await waitFor(() => expect(bottom).toBeLessThanOrEqual(window.innerHeight - 140))
    const [end, steps] = [bottom, rect.mock.calls.length]
    await waitFor(() => expect(rect.mock.calls.length).toBeGreaterThan(steps + 3))
    expect(bottom).toBe(end)
    fireEvent.pointerUp(window, { pointerId: 1 })
    expect(said()).toMatch(/^Arsenal put down/)
  })

  test('an unsaved order stays on the device until it is saved', async () => {
    const first = drawn({ ...open, own })
    await first.user.click(await screen.findByRole('button', { name: 'Bees up' }))
    expect(localStorage.getItem(STORED)).toBe('[2,1,3,4]')
    first.unmount()
    const { user, answer, writes } = drawn({ ...open, own }, { 'PUT /api/final-table': problem(503) })
    await user.click(await screen.findByRole('button', { name: 'Save table' }))
    expect(await screen.findByText('Not saved')).toBeDefined()
    expect(localStorage.getItem(STORED)).toBe('[2,1,3,4]')
    const saved = ok(FinalTable, { ...open, own: { ...own, clubIds: [2, 1, 3, 4] } })
    answer('PUT /api/final-table', saved)
    answer(ABOUT, saved)
    await user.click(screen.getByRole('button', { name: 'Save table' }))
    expect(await screen.findByText('Table saved')).toBeDefined()
    expect(writes().at(-1)!.body).toEqual({ season: '2026-27', clubIds: [2, 1, 3, 4] })
    expect(localStorage.getItem(STORED)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save table' })).toBeNull()
    expect(await names()).toEqual(['Bees', 'Arsenal', 'Colts', 'Deer'])
  })

  test('R384: a row that is moved while the table is saved stays moved', async () => {
    const saved = ok(FinalTable, { ...open, own: { ...own, clubIds: [2, 1, 3, 4] } })
    const { user, answer } = drawn({ ...open, own }, { 'PUT /api/final-table': saved })
    await user.click(await screen.findByRole('button', { name: 'Bees up' }))
    answer(ABOUT, saved)
    const respond = holdResponses()
    await user.click(screen.getByRole('button', { name: 'Save table' }))
    await user.click(screen.getByRole('button', { name: 'Deer up' }))
    respond()
    expect(await screen.findByText('Table saved')).toBeDefined()
    expect(await names()).toEqual(['Bees', 'Arsenal', 'Deer', 'Colts'])
    expect(await screen.findByText('2 places changed')).toBeDefined()
    expect(localStorage.getItem(STORED)).toBe('[2,1,4,3]')
  })

  test('a stored order of other clubs is ignored; the last hour says how long is left', async () => {
    localStorage.setItem(STORED, '[9,1,3,4]')
    vi.setSystemTime('2026-08-14T18:15:30.000Z')
    drawn({ ...open, own })
    expect(await names()).toEqual(['Arsenal', 'Bees', 'Colts', 'Deer'])
    expect(screen.getByText(/^Closes in 40 minutes\. Your saved table is the one that counts\.$/)).toBeDefined()
  })
})

const entry = (id: number, rank: number, points: number): FinalTableBoardEntry => ({
  ...{ id, ...named(id === ME ? 'ada' : `rival${id}`) },
  ...{ rank, points, spotOn: 1 },
})
const places = [
  { first: 1, last: 1 },
  { first: 4, last: 4 },
  { first: 2, last: 3 },
  { first: 2, last: 3 },
]
const running: FinalTable = {
  ...open,
  ...{ state: 'running', total: 3, clubs: clubs.map((club, index) => ({ ...club, places: places[index]! })) },
  own: { ...own, score: { points: 27, spotOn: 2, rank: 2 }, path: '/final-table/1/2026-27/key' },
  favourites: { champion: { clubId: 2, percent: 61 }, bottom: { clubId: 4, percent: 48 } },
}
const closedReads = {
  [reads.board.key(null, 0)]: ok(FinalTableBoard, {
    ...{ entries: [entry(1, 1, 30), entry(ME, 2, 27), entry(3, 3, 5)], total: 3, offset: 0 },
    me: entry(ME, 2, 27),
  }),
  [reads.mates.key(null)]: ok(z.array(MateTable), [
    { id: 1, ...named('rival1'), clubIds: [2, 1, 3, 4], score: { points: 30, spotOn: 1 } },
  ]),
}

describe('from the first cutoff on (R287, R288)', () => {
  test('the reader’s table has its points so far, beside the board, and nothing moves', async () => {
    drawn(running, closedReads)
    expect(await screen.findByText('27 points so far')).toBeDefined()
    const rows = within(screen.getByRole('list', { name: 'Your table' })).getAllByRole('listitem')
    expect(rows.map((row) => /(now.*)$/.exec(row.textContent!)![1])).toEqual([
      'now 1st10 points so far',
      'now 4th, 2 out2 points so far',
      'now 2nd equal10 points so far',
      'now 2nd equal, 1 out5 points so far',
    ])
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
    const board = await screen.findByRole('table', { name: 'Final table board as it stands' })
    expect(within(board).getAllByRole('row')[2]!.textContent).toMatch(/^Rank 2.*You.*127$/)
    expect(screen.getByText('2nd of 3 tables')).toBeDefined()
    expect(screen.getByText(/^Locked since .* 2nd of 3 tables\. Matches count at full time\.$/)).toBeDefined()
    expect(screen.getByText('Champions: Bees')).toBeDefined()
  })

  test.each([
    [null, 'spot on'],
    [1, 'spot on all season'],
    [7, 'spot on since gameweek 7'],
  ])('the best club is there since gameweek %s (R281)', async (since, text) => {
    drawn(
      {
        ...running,
        own: {
          ...running.own!,
          inPlace: [
            { clubId: 1, since },
            { clubId: 3, since: 2 },
          ],
        },
      },
      closedReads,
    )
    const best = await screen.findByText('Arsenal 1st')
    expect(best.parentElement!.textContent).toBe(`Arsenal 1st${text}`)
  })

  test('the table of a league mate opens beside the present places', async () => {
    const { user } = drawn(running, closedReads)
    await user.click(await screen.findByRole('button', { name: 'Table of rival1' }))
    const theirs = within(await screen.findByRole('dialog')).getByRole('list', { name: 'Table of rival1' })
    expect(within(theirs).getAllByRole('listitem')[0]!.textContent).toMatch(/^BE.*Beesnow 4th, 3 out0/)
  })

  test('five league mates are shown at first, and all on demand', async () => {
    const mates = [1, 2, 3, 4, 5, 6].map((id) => ({
      ...{ id: 10 + id, ...named(`rival${id}`), clubIds: [2, 1, 3, 4], score: null },
    }))
    const { user } = drawn(running, { ...closedReads, [reads.mates.key(null)]: ok(z.array(MateTable), mates) })
    expect(await screen.findAllByRole('button', { name: /^Table of/ })).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'Show all 6' }))
    expect(screen.getAllByRole('button', { name: /^Table of/ })).toHaveLength(6)
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  test('changes that were not saved in time are named once', async () => {
    localStorage.setItem(STORED, '[2,1,3,4]')
    const { user } = drawn(running, closedReads)
    expect(await screen.findByText(/before your last changes were saved\. The table of 9 Aug.* counts\./)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Forget the changes' }))
    expect(screen.queryByText(/before your last changes/)).toBeNull()
    expect(localStorage.getItem(STORED)).toBeNull()
  })

  test('without one it says that it has closed', async () => {
    drawn({ ...running, own: null }, closedReads)
    expect(screen.queryByText(/^Share /)).toBeNull()
    expect(await screen.findByText('This season’s final table has closed')).toBeDefined()
  })

  test('R422: after the last gameweek, without any table, it asks for no picks and promises no points', async () => {
    const none = ok(FinalTableBoard, { entries: [], total: 0, offset: 0, me: null })
    drawn({ ...running, own: null, state: 'final', total: 0 }, { ...closedReads, [reads.board.key(null, 0)]: none })
    expect(await screen.findByText('Nobody predicted this season’s table')).toBeDefined()
    expect(screen.queryByText('The board starts with the first result.')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Make predictions' })).toBeNull()
  })

  test('after the last gameweek it is final', async () => {
    drawn({ ...running, state: 'final' }, closedReads)
    expect(await screen.findByText('27 of 200')).toBeDefined()
    expect(screen.getByText('2 clubs spot on. Better than 33 in 100.')).toBeDefined()
    expect(await screen.findByRole('table', { name: 'Final table board, final' })).toBeDefined()
    expect(screen.queryByText('As it stands')).toBeNull()
  })
})

test('a failure can be tried again; without a season the page says so', async () => {
  const { user, answer } = drawn(open, { [ABOUT]: problem(503) })
  expect(await screen.findByText('Unable to load the final table')).toBeDefined()
  answer(ABOUT, ok(FinalTable, { ...open, season: null, clubs: [] }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No season yet')).toBeDefined()
})
