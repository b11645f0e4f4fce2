import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { leagueSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { CreateLeagueDialog } from './CreateLeagueDialog.tsx'
import { JoinLeagueDialog } from './JoinLeagueDialog.tsx'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const press = (name: string) => screen.getByRole('button', { name })

describe('the dialog that creates a league', () => {
  const CREATE = 'POST /api/leagues'

  test('needs a name', async () => {
    const { user, writes } = draw(<CreateLeagueDialog onClose={() => {}} onCreated={() => {}} />)
    await user.type(screen.getByLabelText('Name'), '   ')
    await user.click(press('Create League'))
    expect(screen.getByText('Give the league a name')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(writes()).toEqual([])
  })

  test('sends name, description and type, and opens the new league', async () => {
    const onCreated = vi.fn()
    const made = leagueSample({ name: 'Back Post Club' })
    const { user, writes } = draw(<CreateLeagueDialog onClose={() => {}} onCreated={onCreated} />, {
      answers: { [CREATE]: ok(League, made) },
    })
    await user.type(screen.getByLabelText('Name'), ' Back Post Club ')
    await user.type(screen.getByLabelText('Description'), 'All think Burnley will score.')
    await user.selectOptions(screen.getByLabelText('Who can join'), 'Public: listed under Discover')
    await user.keyboard('{Tab}')
    await user.click(press('Create League'))
    expect(await screen.findByText('League created successfully')).toBeDefined()
    const body = { name: 'Back Post Club', description: 'All think Burnley will score.', type: 'public' }
    expect(writes().map((call) => call.body)).toEqual([body])
    expect(onCreated.mock.calls).toEqual([[made]])
  })

  test.each([
    ['refused', problem(409, 'You have created too many leagues today'), 'You have created too many leagues today'],
    ['unanswered', 'offline', 'The server did not answer. Try again.'],
  ] as const)('keeps the form where it is %s', async (_, answer, reason) => {
    const onCreated = vi.fn()
    const { user } = draw(<CreateLeagueDialog onClose={() => {}} onCreated={onCreated} />, {
      answers: { [CREATE]: answer },
    })
    await user.type(screen.getByLabelText('Name'), 'Nowhere')
    await user.click(press('Create League'))
    expect(await screen.findByText('Failed to create league')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe(reason)
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nowhere')
    expect(onCreated.mock.calls).toEqual([])
  })
})

describe('the dialog for a join code', () => {
  const JOIN = 'POST /api/leagues/join-code'
  const code = () => screen.getByLabelText<HTMLInputElement>('Join code')

  test('needs a code', async () => {
    const { user, writes } = draw(<JoinLeagueDialog onClose={() => {}} onJoined={() => {}} />)
    await user.click(press('Join League'))
    expect(screen.getByText('Enter a join code')).toBeDefined()
    expect(document.activeElement).toBe(code())
    expect(writes()).toEqual([])
  })

  test('shows a refusal at the field, and joins with another code', async () => {
    const onJoined = vi.fn()
    const league = leagueSample({ name: 'By code' })
    const { user, answer, writes } = draw(<JoinLeagueDialog onClose={() => {}} onJoined={onJoined} />, {
      answers: { [JOIN]: problem(404, 'There is no league with this join code') },
    })
    await user.type(code(), 'WRONGONE')
    await user.click(press('Join League'))
    expect(await screen.findByText('Failed to join league')).toBeDefined()
    // Once in the toast, once at the field.
    expect(screen.getAllByText('There is no league with this join code')).toHaveLength(2)
    expect(code().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(code())
    answer(JOIN, ok(League, league))
    await user.clear(code())
    await user.type(code(), ' abcd2345 {Enter}')
    await waitFor(() => expect(onJoined.mock.calls).toEqual([[league]]))
    expect(screen.getByText('Joined league successfully')).toBeDefined()
    expect(writes().at(-1)?.body).toEqual({ joinCode: 'abcd2345' })
  })

  test('says that the server did not answer', async () => {
    const { user } = draw(<JoinLeagueDialog onClose={() => {}} onJoined={() => {}} />, {
      answers: { [JOIN]: 'offline' },
    })
    await user.type(code(), 'abcd2345{Enter}')
    expect(await screen.findByText('The server did not answer. Try again.')).toBeDefined()
  })

  test('closes without a request', async () => {
    const onClose = vi.fn()
    const { user, writes } = draw(<JoinLeagueDialog onClose={onClose} onJoined={() => {}} />)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
    expect(writes()).toEqual([])
  })
})
