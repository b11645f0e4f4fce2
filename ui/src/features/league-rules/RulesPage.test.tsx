import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  LeagueRules,
  type RulesPreview,
  RulesPreview as RulesPreviewSchema,
} from '../../../../src/areas/league-rules/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { signedInSample } from '../../../../test/support/samples.ts'
import { RulesPage } from './RulesPage.tsx'
import { reads } from './reads.ts'

componentTests()

const ME = 7
const CLASSIC = { result: 5, goalDifference: 0, exact: 15, joker: false, lateJoiners: 'season' } as const
const CLOSE = { ...CLASSIC, goalDifference: 7, exact: 10, joker: true }
const RULES = reads.rules.key(3)
const PUT = `PUT ${RULES}`

const start = {
  ...{ season: '2026-27', fromGameweek: 1, toGameweek: 13, rules: CLASSIC },
  ...{ changedAt: null, changedBy: null, changedById: null },
}
const change = {
  ...{ season: '2026-27', fromGameweek: 14, toGameweek: null, rules: CLOSE },
  ...{ changedAt: '2026-11-20T12:00:00.000Z', changedBy: 'nia.okafor', changedById: 8 },
}
const founder: LeagueRules = {
  ...{ leagueId: 3, leagueName: 'Back Post Club', memberCount: 14, mayChange: true, hasOwnRules: false },
  ...{ current: CLASSIC, upcoming: null, history: [{ ...start, toGameweek: null }], jokers: [] },
  next: { season: '2026-27', gameweek: 14, begins: '2026-12-02T19:25:00.000Z' },
}
const row = (id: number, points: number, newPoints: number, ranking: number, newRanking: number) => ({
  ...{ id, ...named(id === ME ? 'ada' : `rival${id}`), points, newPoints, ranking, newRanking },
})
const compared: RulesPreview = {
  gameweek: 12,
  rows: [row(1, 45, 49, 2, 1), row(ME, 40, 46, 3, 2)],
  me: row(ME, 40, 46, 3, 2),
}
const drawn = (rules: LeagueRules | ReturnType<typeof problem> = founder, preview: RulesPreview = compared) => {
  // Each set of numbers that a test passes through, which a slow machine compares.
  const answers = Object.fromEntries(
    [5, 6].flatMap((result) =>
      [0, 7].flatMap((goalDifference) =>
        [3, 9, 10, 15, 49, 50].flatMap((exact) =>
          [true, false].map((joker) => [
            reads.preview.key(3, { ...CLASSIC, result, goalDifference, exact, joker }),
            ok(RulesPreviewSchema, preview),
          ]),
        ),
      ),
    ),
  )
  return draw(<RulesPage id={3} user={signedInSample({ id: ME })} title={null} adminPages={[]} gone={null} />, {
    answers: { ...answers, [RULES]: 'status' in rules ? rules : ok(LeagueRules, rules) },
  })
}
const save = () => screen.getByRole('button', { name: 'Save rules' })
const number = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const pays = () =>
  within(screen.getByRole('table', { name: 'What would it pay?' }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => each.textContent)

describe('rules of a league (R291)', () => {
  test('its admin chooses a preset, sees what it would pay, and saves it from the next gameweek on', async () => {
    const { user, answer, writes } = drawn()
    expect(await screen.findByText('now: Classic')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save rules' })).toBeNull()
    expect(pays()).toEqual(['2–1Exact score15', '3–2Right result5', '4–0Right result5', '1–1Wrong0', '0–1Wrong0'])
    await user.click(screen.getByRole('radio', { name: 'With goal difference' }))
    await user.click(screen.getByRole('switch', { name: 'Joker' }))
    expect(pays().slice(0, 3)).toEqual(['2–1Exact score10', '3–2Right goal difference7', '4–0Right result5'])
    expect(screen.getByText('With the joker on that match: twice as much.')).toBeDefined()
    expect(screen.getByText('Gameweeks 1 to 13 stay as they are')).toBeDefined()
    expect(screen.getByText('Gameweek 14 on: with goal difference, joker')).toBeDefined()
    expect(screen.getByText('Gameweeks 1 to 13: Classic')).toBeDefined()
    const table = await screen.findByRole('table', { name: 'Gameweek 12 by the new rules' })
    expect(within(table).getAllByRole('row')[2]!.textContent).toMatch(/^Rank 2.*You.*4046$/)
    await user.click(save())
    const dialog = screen.getByRole('dialog', { name: 'Change the rules from gameweek 14?' })
    expect(dialog.textContent).toMatch(
      /All 14 members get a notification\. Gameweek 13 still counts by the old rules\. You can take it back until gameweek 14 begins, .*2 Dec 2026/,
    )
    const saved = ok(LeagueRules, { ...founder, upcoming: change })
    answer(PUT, saved)
    answer(RULES, saved)
    await user.click(within(dialog).getByRole('button', { name: 'Change rules' }))
    expect(await screen.findByText('Rules saved')).toBeDefined()
    expect(writes()).toEqual([{ method: 'PUT', path: RULES, body: { fromGameweek: 14, ...CLOSE } }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save rules' })).toBeNull())
    expect(
      screen.getByText(/^New rules from gameweek 14: with goal difference, joker\. All 14 members know\.$/),
    ).toBeDefined()
  })

  test('numbers step by buttons and arrow keys, from 0 to 50, and make the scoring the league’s own', async () => {
    const { user } = drawn()
    await user.click(await screen.findByRole('button', { name: 'Right result: one more' }))
    expect(number('Right result').value).toBe('6')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Our own' }).checked).toBe(true)
    await user.click(number('Exact score'))
    await user.keyboard('99')
    expect(number('Exact score').value).toBe('50')
    await user.click(number('Right result'))
    await user.keyboard('१०')
    // R481: digits of other scripts
    expect(number('Right result').value).toBe('10')
    await user.click(number('Exact score'))
    await user.keyboard('{ArrowUp}')
    expect(number('Exact score').value).toBe('50')
    await user.keyboard('{ArrowDown}')
    expect(number('Exact score').value).toBe('49')
    await user.click(number('Right goal difference'))
    await user.keyboard('{ArrowDown}')
    expect(number('Right goal difference').value).toBe('0')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect([number('Right result').value, number('Exact score').value]).toEqual(['5', '15'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Classic' }).checked).toBe(true)
    expect(screen.queryByRole('region', { name: 'Rules not saved' })).toBeNull()
  })

  test('a better call must not pay less than an easier one', async () => {
    const { user, writes } = drawn()
    await user.click(await screen.findByRole('radio', { name: 'With goal difference' }))
    await user.click(number('Exact score'))
    await user.keyboard('3')
    const error = 'The exact score must pay at least as much as goal difference, 7.'
    expect(screen.getByText(error)).toBeDefined()
    expect(number('Exact score').getAttribute('aria-invalid')).toBe('true')
    await user.click(save())
    expect(document.activeElement).toBe(number('Exact score'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(writes()).toEqual([])
  })

  const saveIt = async (user: ReturnType<typeof drawn>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Right result: one more' }))
    await user.click(save())
    await user.click(screen.getByRole('button', { name: 'Change rules' }))
  }

  test('a gameweek that has begun meanwhile is named, and the numbers stay', async () => {
    const { user, answer } = drawn()
    await screen.findByText('now: Classic')
    const late = 'It is too late for gameweek 14. These rules would start with gameweek 15.'
    answer(PUT, problem(409, late))
    answer(RULES, ok(LeagueRules, { ...founder, next: { season: '2026-27', gameweek: 15, begins: null } }))
    await saveIt(user)
    expect(await screen.findByText(late)).toBeDefined()
    expect(await screen.findByText('From gameweek 15')).toBeDefined()
    expect(number('Right result').value).toBe('6')
  })

  test('a failure keeps the numbers and can be tried again', async () => {
    const { user, answer, writes } = drawn()
    await screen.findByText('now: Classic')
    answer(PUT, 'offline')
    await saveIt(user)
    expect(await screen.findByText('The server did not answer. Your numbers are still here.')).toBeDefined()
    expect(number('Right result').value).toBe('6')
    answer(PUT, ok(LeagueRules, { ...founder, upcoming: { ...change, rules: { ...CLASSIC, result: 6 } } }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Rules saved')).toBeDefined()
    expect(writes()).toHaveLength(2)
  })

  test('a change that waits can be taken back', async () => {
    const { user, answer, writes } = drawn({ ...founder, upcoming: change })
    answer(`DELETE ${RULES}`, done)
    await user.click(await screen.findByRole('button', { name: 'Take it back' }))
    expect(await screen.findByText('Taken back')).toBeDefined()
    expect(writes()).toEqual([{ method: 'DELETE', path: RULES, body: undefined }])
  })

  test('members read the rules, their history and their jokers without fields', async () => {
    const joker = { leagueId: 3, season: '2026-27', fixtureId: null, isMovable: true }
    drawn({
      ...founder,
      ...{ mayChange: false, hasOwnRules: true, current: CLOSE, history: [change, start] },
      jokers: [
        { ...joker, gameweek: 15 },
        { ...joker, gameweek: 14, fixtureId: 140, isMovable: false },
      ],
    })
    const scoring = await screen.findByRole('region', { name: 'Scoring' })
    expect(scoring.textContent).toContain(
      'Right result5Right goal difference7Exact score10Jokerdoubles one match a gameweek×2',
    )
    expect(scoring.textContent).toContain('Since gameweek 14. Before: Classic.')
    expect(screen.getByText('Gameweek 14 on: with goal difference, joker')).toBeDefined()
    expect(screen.getByText('chosen 20 Nov 2026, nia.okafor')).toBeDefined()
    expect(screen.getByText(/one match of gameweek 15/).textContent).toMatch(/Set it$/)
    expect(screen.getByRole('link', { name: 'See its match' }).getAttribute('href')).toBe('/fixtures/140')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('someone outside the league reads a change that waits without its comparison', async () => {
    const { answer } = drawn({ ...founder, mayChange: false, upcoming: change })
    answer(reads.preview.key(3, CLOSE), problem(404, 'You are not a member of this league'))
    expect(await screen.findByText('New rules from gameweek 14: with goal difference, joker.')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'By these rules' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull()
  })

  test.each([
    ['of one member', { memberCount: 1 }, 'You can set the rules now. New members read them first.'],
    ['whose season is over', { next: null }, 'No gameweek is left to begin. New rules can start with the next season.'],
  ])('a league %s says so', async (_, changes, text) => {
    drawn({ ...founder, ...changes }, { gameweek: null, rows: [], me: null })
    expect(await screen.findByText(text, { exact: false })).toBeDefined()
  })
})
