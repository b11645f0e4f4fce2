import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { LeagueJoker } from '../../../../src/areas/league-rules/contract.ts'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { GameweekPickOutcome } from '../../../../src/areas/predictions/contract.ts'
import { componentTests, ok, problem } from '../../../../test/support/components.tsx'
import { loaded, match, NOW, openDashboard, pick, picks, played, row } from '../../../../test/support/dashboard.tsx'
import { leagueSample, readerSample, tableRowSample, teamSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads as leagueRules } from '../../features/league-rules/reads.ts'
import { reads as predictions } from '../../features/predictions/reads.ts'
import { timeText } from '../../lib/when.ts'
import { toGoText } from './QuickPicks.tsx'
import '../../features/predictions/quickPicks.ts'

componentTests()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }))
afterEach(() => void vi.useRealTimers())

const first = match(1)
const second = match(2)
const [one, two] = ['Arsenal v Bees', 'Colts v Deer']
const SAVE = 'PUT /api/predictions/gameweek/13'

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} goals`)
const button = (name: string, label: string) => within(row(name)).getByRole('button', { name: label })
const result = (name: string, label: string | RegExp) =>
  within(row(name)).getByRole<HTMLInputElement>('radio', { name: label })
const isIn = (name: string, state: string) => waitFor(() => expect(row(name).dataset.state).toBe(state))

/** Stores the picks that arrive, as the server does. */
const storing = {
  [SAVE]: ({ body }: { body: unknown }) => {
    const { predictions: sent } = body as { predictions: (Parameters<typeof pick>[1] & { fixtureId: number })[] }
    const outcomes = sent.map(({ fixtureId, ...changes }) => ({
      fixtureId,
      status: 201,
      prediction: pick(match(fixtureId), changes),
    }))
    return ok(z.array(GameweekPickOutcome), outcomes)
  },
  [shared.user.key]: ok(CurrentUser, readerSample()),
}

describe('one row', () => {
  test('is submitted, edited, restored and updated, each with its toast and receipt', async () => {
    const { user, writes } = openDashboard({ season: [first, second], answers: storing })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('21')
    expect(row(one).dataset.state).toBe('draft')
    expect(result(one, /Home/).checked).toBe(true)
    await user.click(button(one, 'Submit'))
    expect(await screen.findByText('Prediction submitted!')).toBeDefined()
    expect(screen.getByText('Your prediction has been saved successfully.')).toBeDefined()
    await isIn(one, 'saved')
    expect(writes()[0]!.body).toMatchObject({
      predictions: [{ fixtureId: 1, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }],
    })

    await user.click(button(one, 'Update'))
    await isIn(one, 'editing')
    await waitFor(() => expect(document.activeElement).toBe(box('Arsenal')))
    await user.click(button(one, 'Cancel'))
    await isIn(one, 'saved')

    await user.click(box('Arsenal'))
    await isIn(one, 'editing')
    await user.keyboard('0')
    await user.click(button(one, 'Update'))
    expect(await screen.findByText('Prediction updated!')).toBeDefined()
    expect(screen.getByText('Your prediction has been updated successfully.')).toBeDefined()
    expect(box('Arsenal').value).toBe('0')
    expect(result(one, /Away/).checked).toBe(true)
  })
})

test('R293: each row has the joker of a league that has jokers, after the first view', async () => {
  const later = window.setTimeout
  vi.spyOn(window, 'setTimeout').mockImplementation(((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
    later(handler, ms === 1_500 ? 0 : ms, ...args)) as typeof window.setTimeout)
  const joker = { leagueId: 3, leagueName: 'Office', season: first.season, gameweek: 13, fixtureId: 1, isMovable: true }
  openDashboard({
    season: [first, second],
    answers: {
      [shared.myLeagues.key]: ok(z.array(League), [leagueSample({ hasOwnRules: true })]),
      [leagueRules.jokers.key(first.season, 13)]: ok(z.array(LeagueJoker), [joker]),
    },
  })
  await loaded()
  const pressed = await within(row(one)).findByRole('button', { name: `Joker ×2: ${one}` })
  expect(pressed.getAttribute('aria-pressed')).toBe('true')
  expect(button(two, `Joker: ${two}`).getAttribute('aria-pressed')).toBe('false')
})

test('a row has the places of both clubs in the table, once it is read', async () => {
  const clubs = [tableRowSample({ ...teamSample(1, 'Arsenal'), position: 3 })]
  openDashboard({ season: [first], answers: { [shared.clubs.key]: ok(z.array(TableRow), clubs) } })
  await loaded()
  expect(await within(row(one)).findByRole('radio', { name: /^Arsenal.*· 3rd in the table$/ })).toBeDefined()
  expect(result(one, /^Bees/).labels![0]!.textContent).not.toContain('in the table')
})

test('R507: a club without a match has no place yet', async () => {
  const clubs = [
    tableRowSample({ ...teamSample(1, 'Arsenal'), position: 1, played: 0 }),
    tableRowSample(teamSample(2, 'Bees')),
  ]
  openDashboard({ season: [first], answers: { [shared.clubs.key]: ok(z.array(TableRow), clubs) } })
  await loaded()
  expect(await within(row(one)).findByRole('radio', { name: /^Bees.*· 1st in the table$/ })).toBeDefined()
  expect(result(one, /^Arsenal/).labels![0]!.textContent).not.toContain('in the table')
})

describe('the buttons of a row', () => {
  const submits = () => screen.queryAllByRole('button', { name: 'Submit' })

  test('are shown by the row being edited alone; the save bar is for all', async () => {
    const { user } = openDashboard({ season: [first, second] })
    await loaded()
    expect(submits()).toEqual([])
    await user.click(box('Arsenal'))
    await user.keyboard('21')
    expect(submits()).toEqual([button(one, 'Submit')])
    await user.keyboard('0')
    expect(submits()).toEqual([button(two, 'Submit')])
    expect(within(row(one)).getByText('Unsaved')).toBeDefined()
    await user.click(box('Bees'))
    expect(submits()).toEqual([button(one, 'Submit')])
    expect(screen.getAllByRole('button', { name: /^Save \d/ })).toHaveLength(1)
  })

  test('are Update on every saved pick, and Cancel on the edited one', async () => {
    const { user } = openDashboard({ season: [first, second], picks: [pick(first), pick(second)] })
    await loaded()
    expect(screen.getAllByRole('button', { name: 'Update' })).toHaveLength(2)
    await user.click(button(one, 'Update'))
    await user.click(button(two, 'Update'))
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toEqual([button(two, 'Cancel')])
  })
})

describe('R250: quick picks', () => {
  const third = match(3)
  const season = [first, second, third]
  const group = () => within(screen.getByRole('group', { name: 'Quick picks' }))
  const table = [1, 2, 3, 4, 5, 6].map((id) => tableRowSample({ ...teamSample(id, `Club ${id}`), position: id }))
  const clubs = { [shared.clubs.key]: ok(z.array(TableRow), table) }

  test('fill matches without a pick with unsaved ones, and no others; Undo removes those that are unchanged', async () => {
    const { user, writes } = openDashboard({ season, picks: [pick(first)], answers: clubs })
    await loaded()
    await user.click(box('Colts'))
    await user.keyboard('11')
    await user.click(group().getByRole('button', { name: 'Better placed club' }))
    expect(await screen.findByText('1 pick filled in')).toBeDefined()
    expect(row(one).dataset.state).toBe('saved')
    expect(box('Colts').value).toBe('1')
    expect(row('Eagles v Foxes').dataset.state).toBe('draft')
    expect(result('Eagles v Foxes', /Home/).checked).toBe(true)
    expect(screen.getByText('Every open match has a pick.')).toBeDefined()
    expect(screen.getByText('2 not saved yet')).toBeDefined()
    expect(writes()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(row('Eagles v Foxes').dataset.state).toBe('open')
    expect(row(two).dataset.state).toBe('draft')
  })

  test('of the last scores repeat the player’s goals for both clubs', async () => {
    const earlier = (id: number, home: number, away: number) =>
      pick(
        match(id, {
          ...{ ...played, gameweek: 12, kickoffTime: '2025-11-22T15:00:00.000Z', homeScore: 0, awayScore: 0 },
          ...{ homeTeamId: id === 5 ? 1 : 9, awayTeamId: id === 5 ? 10 : 2 },
        }),
        { predictedHomeScore: home, predictedAwayScore: away },
      )
    const { user } = openDashboard({ season: [first, second], picks: [earlier(5, 3, 0), earlier(6, 0, 2)] })
    await loaded()
    await user.click(group().getByRole('button', { name: 'My last scores' }))
    await isIn(one, 'draft')
    expect([box('Arsenal').value, box('Bees').value]).toEqual(['3', '2'])
    expect(row(two).dataset.state).toBe('open')
  })

  test('of the last scores without any say so', async () => {
    const { user } = openDashboard({ season })
    await loaded()
    await user.click(group().getByRole('button', { name: 'My last scores' }))
    expect(await screen.findByText('You have no earlier score for both clubs.')).toBeDefined()
    await user.click(group().getByRole('button', { name: 'Random' }))
    expect(await screen.findByText('3 picks filled in')).toBeDefined()
  })

  test('that cannot be made say so', async () => {
    const { user } = openDashboard({ season, answers: { [shared.clubs.key]: problem(503) } })
    await loaded()
    await user.click(group().getByRole('button', { name: 'Better placed club' }))
    expect(await screen.findByText('Failed to fill in your picks')).toBeDefined()
  })

  test('are not offered without a match to fill', async () => {
    openDashboard({ season: [first], picks: [pick(first)] })
    await loaded()
    expect(screen.queryByText('Quick picks')).toBeNull()
    expect(screen.queryByText('Every open match has a pick.')).toBeNull()
  })

  test('count down from six of ten matches; the toast of a save leads to the next one', async () => {
    const { user } = openDashboard({ season, answers: storing })
    await loaded()
    expect(group().getByText('Quick picks')).toBeDefined()
    await user.click(box('Arsenal'))
    await user.keyboard('2100')
    expect(group().getByText('Only 1 to go')).toBeDefined()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Only 1 to go' }))
    expect(document.activeElement).toBe(box('Eagles'))
    expect(screen.queryByText('Predictions submitted!')).toBeNull()
  })
})

test.each([
  [5, 10, null],
  [4, 10, 'Only 4 to go'],
  [0, 10, null],
])('R250: %i of %i matches to go: %s', (left, matches, text) => expect(toGoText(left, matches)).toBe(text))

test('R334: changing a saved pick keeps the focus in its match, a new one moves on', async () => {
  const { user } = openDashboard({ season: [first, second, match(3)], picks: [pick(first)] })
  await loaded()
  await user.click(box('Arsenal'))
  await user.keyboard('34')
  expect(document.activeElement).toBe(box('Bees'))
  await user.click(box('Colts'))
  await user.keyboard('34')
  expect(document.activeElement).toBe(box('Eagles'))
})

describe('Escape', () => {
  test('cancels an edit and keeps the focus in its box', async () => {
    const { user, writes } = openDashboard({ season: [first], picks: [pick(first)] })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('7{Escape}')
    await isIn(one, 'saved')
    expect([box('Arsenal').value, box('Bees').value]).toEqual(['2', '1'])
    expect(document.activeElement).toBe(box('Bees'))
    expect(writes()).toEqual([])
  })

  test('on a button of the edit moves the focus to the next one', async () => {
    const { user } = openDashboard({ season: [first], picks: [pick(first)] })
    await loaded()
    await user.click(button(one, 'Update'))
    button(one, 'Cancel').focus()
    await user.keyboard('{Escape}')
    await isIn(one, 'saved')
    await waitFor(() => expect(document.activeElement).toBe(button(one, 'Update')))
  })

  test('keeps a first pick, which has no Cancel', async () => {
    const { user } = openDashboard({ season: [first] })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('3{Escape}')
    expect(box('Arsenal').value).toBe('3')
  })
})

describe('a pick', () => {
  test('of which nothing is chosen is not sent: Please select a prediction', async () => {
    const { user, writes } = openDashboard({ season: [first] })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Please select a prediction')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('with half a score is not sent either', async () => {
    const { user, writes } = openDashboard({ season: [first] })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('2')
    expect(within(row(one)).getByText('Score missing')).toBeDefined()
    expect(screen.getByText('1 needs a score')).toBeDefined()
    await user.click(button(one, 'Submit'))
    expect(await screen.findByText('Enter both scores or neither')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('is made by keyboard alone: arrows step, Backspace goes back, another result clears the score, Enter saves', async () => {
    const { user, writes } = openDashboard({ season: [first, second], answers: storing })
    await loaded()
    box('Arsenal').focus()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(box('Arsenal').value).toBe('1')
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(box('Bees'))
    await user.keyboard('{Backspace}')
    expect(document.activeElement).toBe(box('Arsenal'))
    await user.keyboard('21')
    result(one, /^Draw/).focus()
    await user.keyboard(' ')
    expect(box('Arsenal').value).toBe('')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Prediction submitted!')).toBeDefined()
    expect(writes()[0]!.body).toMatchObject({
      predictions: [{ fixtureId: 1, predictedResult: 'draw', predictedHomeScore: null, predictedAwayScore: null }],
    })
  })

  test('typed before the focus moved to the next match is saved by Enter there', async () => {
    const { user, writes } = openDashboard({ season: [first, second], answers: storing })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('21')
    expect(document.activeElement).toBe(box('Colts'))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Prediction submitted!')).toBeDefined()
    await isIn(one, 'saved')
    expect(writes()).toHaveLength(1)
  })

  test('that is refused shows the reason of the server; cancelling forgets it', async () => {
    const refused = { fixtureId: 1, status: 409, detail: 'Predictions for this match are closed' }
    const { user } = openDashboard({
      season: [first],
      answers: { [SAVE]: ok(z.array(GameweekPickOutcome), [refused]) },
    })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('21')
    await user.click(button(one, 'Submit'))
    await isIn(one, 'failed')
    expect(within(row(one)).getByText(refused.detail)).toBeDefined()
    expect(within(screen.getByText('Error').parentElement!).getByText(refused.detail)).toBeDefined()
    await user.click(button(one, 'Cancel'))
    expect(row(one).dataset.state).toBe('open')
    expect(box('Arsenal').value).toBe('')
    await waitFor(() => expect(document.activeElement).toBe(box('Arsenal')))
  })

  test('that fails without a connection keeps its score, and is saved on Retry', async () => {
    const { user, answer } = openDashboard({ season: [first], answers: { ...storing, [SAVE]: 'offline' } })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('11')
    await user.click(button(one, 'Submit'))
    await isIn(one, 'failed')
    expect(within(row(one)).getByText('Failed to submit prediction')).toBeDefined()
    expect(box('Arsenal').value).toBe('1')
    answer(SAVE, storing[SAVE])
    await user.click(button(one, 'Retry'))
    await isIn(one, 'saved')
    expect(await screen.findByText('Prediction submitted!')).toBeDefined()
  })

  test('R68: that is saved offline is kept on the device and says so; a change to it is not sent by itself', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = openDashboard({ season: [first], answers: { ...storing, [SAVE]: 'offline' } })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('11')
    await user.click(button(one, 'Submit'))
    await isIn(one, 'waiting')
    expect(screen.getByText('You are offline')).toBeDefined()
    expect(screen.getByText('1 pick is kept on this device and sent when you are back online.')).toBeDefined()
    expect(within(row(one)).getByText(/^Kept on this device/)).toBeDefined()
    expect(screen.getByText('1 waiting for a connection')).toBeDefined()
    expect(screen.queryByText('Failed to submit prediction')).toBeNull()
    await user.click(box('Arsenal'))
    await user.keyboard('2')
    await isIn(one, 'draft')
    expect(screen.queryByText('1 waiting for a connection')).toBeNull()
  })

  test('(R412) that was saved offline is not saved by Retry over one from another device', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user, answer, writes } = openDashboard({
      season: [first],
      picks: [pick(first, { revision: 3 })],
      answers: { ...storing, [SAVE]: 'offline' },
    })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('55')
    await user.click(button(one, 'Update'))
    await isIn(one, 'waiting')
    const detail = 'You have changed this prediction on another device'
    answer(SAVE, ok(z.array(GameweekPickOutcome), [{ fixtureId: 1, status: 412, detail }]))
    await user.click(button(one, 'Retry'))
    expect(await within(row(one)).findByText(detail)).toBeDefined()
    expect(writes().at(-1)!.body).toMatchObject({ predictions: [{ fixtureId: 1, basedOn: 3 }] })
  })

  test('that was stored although its response was lost counts as saved', async () => {
    const { user, answer } = openDashboard({ season: [first], answers: { ...storing, [SAVE]: 'offline' } })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('11')
    const stored = pick(first, { predictedResult: 'draw', predictedHomeScore: 1, predictedAwayScore: 1 })
    answer(predictions.mine.key, ok(picks, [stored]))
    await user.click(button(one, 'Submit'))
    expect(await screen.findByText('Prediction submitted!')).toBeDefined()
    await isIn(one, 'saved')
  })

  test('that is on its way shows so, and is sent once', async () => {
    const { user, writes } = openDashboard({ season: [first], answers: { [SAVE]: 'pending' } })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('11')
    await user.click(button(one, 'Submit'))
    expect(within(row(one)).getByText('Saving…')).toBeDefined()
    await user.click(button(one, 'Submit'))
    expect(writes()).toHaveLength(1)
  })
})

/** Moves the clock of server and page. */
const passTo = (at: string) => {
  vi.setSystemTime(at)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('R68: a match that closes before its change is saved', () => {
  const change = async (season = [first, second]) => {
    const page = openDashboard({ season, picks: [pick(first)], answers: storing })
    await loaded()
    await page.user.click(box('Arsenal'))
    await page.user.keyboard('32')
    return page
  }
  const warning = 'Closes in 1m, 1 unsaved'

  test('is warned of a minute before', async () => {
    await change()
    passTo('2025-11-29T17:23:59.000Z')
    expect(screen.queryByText(warning)).toBeNull()
    passTo('2025-11-29T17:24:00.000Z')
    expect(screen.getByText(warning).getAttribute('role')).toBe('status')
  })

  test('(R412) is kept if it waits for a connection: the server’s time decides', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user, answer } = await change()
    answer(SAVE, 'offline')
    await user.click(button(one, 'Update'))
    await isIn(one, 'waiting')
    passTo('2025-11-29T17:25:00.000Z')
    await isIn(one, 'locked')
    const said = 'Your 3–2 is not sent. Closed by this device’s clock, but we still try.'
    expect(within(row(one)).getByText(said)).toBeDefined()
    passTo('2025-11-29T17:31:00.000Z')
    await isIn(one, 'live')
    expect(within(row(one)).getByText(said)).toBeDefined()
  })

  test('names it and what counts instead, in the row and a toast', async () => {
    await change()
    passTo('2025-11-29T17:25:00.000Z')
    await isIn(one, 'locked')
    expect(within(row(one)).getByText('Closed · kicks off in 5m')).toBeDefined()
    const told = 'Your change to 3–2 was not saved in time; 2–1 stands.'
    expect(within(row(one)).getByText(`Closed at ${timeText('2025-11-29T17:25:00Z')}. ${told}`)).toBeDefined()
    const toasted = screen.getByText(told)
    expect(toasted.parentElement!.textContent).toContain(`Arsenal v Bees closed at`)
    expect(toasted.closest('[role=status]')).not.toBeNull()
    expect(screen.queryByRole('region', { name: 'Unsaved picks' })).toBeNull()
  })

  test('is told of after the kickoff, too, and once', async () => {
    const { user } = await change()
    passTo('2025-11-29T18:00:00.000Z')
    await isIn(one, 'live')
    expect(await screen.findByText('Your change to 3–2 was not saved in time; 2–1 stands.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    passTo('2025-11-29T18:01:00.000Z')
    expect(screen.queryByText(/not saved in time/)).toBeNull()
  })

  test('names each of several', async () => {
    const { user } = await change()
    await user.click(box('Colts'))
    await user.keyboard('1')
    passTo('2025-11-29T17:25:00.000Z')
    expect(await screen.findByText('2 matches have closed')).toBeDefined()
    const both = 'Arsenal v Bees: Your change to 3–2 was not saved in time; 2–1 stands. '
    expect(screen.getByText(`${both}Colts v Deer: Your pick was not saved in time; you have no pick.`)).toBeDefined()
  })
})

describe('unsaved picks', () => {
  const later = match(3, { gameweek: 14, kickoffTime: '2025-12-06T15:00:00.000Z' })
  const bar = () => screen.findByRole('region', { name: 'Unsaved picks' })

  test('are saved together in one call', async () => {
    const { user, writes } = openDashboard({ season: [first, second], answers: storing })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('2100')
    await user.click(within(await bar()).getByRole('button', { name: 'Save 2 changes' }))
    expect(await screen.findByText('Your 2 predictions have been saved successfully.')).toBeDefined()
    expect(writes()).toHaveLength(1)
    expect(await screen.findByText('2 of 2 picked')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Unsaved picks' })).toBeNull()
  })

  test('of which one is refused report it; the other is saved', async () => {
    const refused = { fixtureId: 2, status: 409, detail: 'Predictions for this match are closed' }
    const outcomes = [{ fixtureId: 1, status: 201, prediction: pick(first) }, refused]
    const { user } = openDashboard({
      season: [first, second],
      answers: { ...storing, [SAVE]: ok(z.array(GameweekPickOutcome), outcomes) },
    })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('2100')
    await user.click(within(await bar()).getByRole('button', { name: 'Save 2 changes' }))
    await isIn(two, 'failed')
    expect(row(one).dataset.state).toBe('saved')
    expect(within(await bar()).getByText('1 not saved yet')).toBeDefined()
  })

  test('that the server does not answer are kept', async () => {
    const { user } = openDashboard({ season: [first, second], answers: { [SAVE]: problem(503) } })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('2100')
    await user.click(within(await bar()).getByRole('button', { name: 'Save 2 changes' }))
    await isIn(one, 'failed')
    expect(screen.getAllByText('Failed to submit prediction').length).toBeGreaterThan(1)
    expect(within(await bar()).getByText('2 not saved yet')).toBeDefined()
  })

  test('of two gameweeks, of which the second fails, leave those of the first saved', async () => {
    const { user } = openDashboard({
      season: [first, later],
      answers: { ...storing, 'PUT /api/predictions/gameweek/14': problem(503) },
    })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('31')
    await user.click(screen.getByRole('button', { name: 'Next gameweek' }))
    await screen.findByText('Eagles v Foxes', { selector: 'h4' })
    await user.click(box('Eagles'))
    await user.keyboard('20')
    await user.click(within(await bar()).getByRole('button', { name: 'Save 2 changes' }))
    await isIn('Eagles v Foxes', 'failed')
    expect(within(await bar()).getByText('1 not saved yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Previous gameweek' }))
    await loaded()
    expect(row(one).dataset.state).toBe('saved')
  })

  test('are discarded together; the focus moves to the matches', async () => {
    const { user } = openDashboard({ season: [first, second] })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('31')
    await user.click(within(await bar()).getByRole('button', { name: 'Discard' }))
    expect(row(one).dataset.state).toBe('open')
    expect(screen.queryByText(/not saved yet/)).toBeNull()
    expect(document.activeElement?.hasAttribute('data-predictor')).toBe(true)
  })

  test('R68: that were discarded are restored by Undo, except those typed again', async () => {
    const { user } = openDashboard({ season: [first, second, later], picks: [pick(second)] })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('31')
    await user.click(box('Colts'))
    await user.keyboard('44')
    await user.click(within(await bar()).getByRole('button', { name: 'Discard' }))
    expect(screen.getByText('2 changes discarded')).toBeDefined()
    await user.click(box('Arsenal'))
    await user.keyboard('0')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect([box('Arsenal').value, box('Bees').value]).toEqual(['0', ''])
    expect([box('Colts').value, box('Deer').value]).toEqual(['4', '4'])
    expect(row(two).dataset.state).toBe('editing')
    expect(screen.queryByText('2 changes discarded')).toBeNull()
    expect(document.activeElement?.hasAttribute('data-predictor')).toBe(true)
  })

  test('of another gameweek are counted, and lead there', async () => {
    const { user } = openDashboard({ season: [first, later] })
    await loaded()
    await user.click(box('Arsenal'))
    await user.keyboard('31')
    await user.click(screen.getByRole('button', { name: 'Next gameweek' }))
    await screen.findByText('Eagles v Foxes', { selector: 'h4' })
    await user.click(within(await bar()).getByRole('button', { name: '1 in Gameweek 13' }))
    await loaded()
    expect(row(one).dataset.state).toBe('draft')
    expect(box('Arsenal').value).toBe('3')
  })
})
