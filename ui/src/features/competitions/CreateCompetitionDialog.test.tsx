import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Competition } from '../../../../src/areas/competitions/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { competitionSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { CreateCompetitionDialog } from './CreateCompetitionDialog.tsx'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const CREATE = 'POST /api/competitions'

function drawn(answers: Parameters<typeof draw>[1] = {}) {
  const onCreated = vi.fn()
  const onClose = vi.fn()
  return {
    ...draw(<CreateCompetitionDialog onClose={onClose} onCreated={onCreated} />, answers),
    onCreated,
    onClose,
    send: () => screen.getByRole('button', { name: 'Create Competition' }),
  }
}

const field = (name: string) => screen.getByLabelText(name)

describe('the dialog that creates a competition', () => {
  test('says what is missing at its fields, and moves the focus to the first', async () => {
    const { user, send, writes } = drawn()
    await user.clear(field('Prize pool'))
    await user.click(send())
    expect(screen.getByText('Give the competition a name')).toBeDefined()
    expect(screen.getByText('Enter a whole number from 1 to 38')).toBeDefined()
    expect(screen.getByText('Enter a whole number from 0 to 10,000')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    expect(writes()).toEqual([])
  })

  test('sends a cup, confirms it and opens it', async () => {
    const cup = competitionSample({ name: 'Winter Cup', type: 'cup' })
    const { user, send, writes, onCreated } = drawn({ answers: { [CREATE]: ok(Competition, cup) } })
    await user.type(field('Name'), ' Winter Cup ')
    await user.selectOptions(field('Type'), 'Cup')
    await user.type(field('First gameweek'), '31')
    await user.clear(field('Prize pool'))
    await user.type(field('Prize pool'), '500')
    await user.type(field('Maximum players'), '16')
    await user.click(send())
    expect(await screen.findByText('Competition created successfully')).toBeDefined()
    const body = {
      name: 'Winter Cup',
      description: null,
      type: 'cup',
      prizePool: 500,
      maxParticipants: 16,
      firstGameweek: 31,
    }
    expect(writes().map((call) => call.body)).toEqual([body])
    expect(onCreated.mock.calls).toEqual([[cup]])
  })

  test('asks for the days of a monthly competition', async () => {
    const { user, send, writes } = drawn()
    await user.type(field('Name'), 'December')
    await user.selectOptions(field('Type'), 'Monthly')
    expect(screen.queryByLabelText('First gameweek')).toBeNull()
    await user.click(send())
    expect(screen.getByText('Choose the first day')).toBeDefined()
    expect(screen.getByText('Choose the last day')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('shows a refusal at its field, which takes the focus', async () => {
    const errors = [{ path: 'firstGameweek', message: 'That gameweek has already begun' }]
    const { user, send, onCreated } = drawn({ answers: { [CREATE]: { status: 400, body: { detail: 'No', errors } } } })
    await user.type(field('Name'), 'Winter Cup')
    await user.selectOptions(field('Type'), 'Cup')
    await user.type(field('First gameweek'), '3')
    await user.click(send())
    expect(await screen.findByText('That gameweek has already begun')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('First gameweek')))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(onCreated.mock.calls).toEqual([])
  })

  test.each([
    ['with the reason of the server', problem(403, 'Only administrators create competitions')],
    ['without an answer', 'offline'],
  ] as const)('shows a refusal of the whole form %s, and can be sent again', async (_, refusal) => {
    const { user, send, answer, onCreated } = drawn({ answers: { [CREATE]: refusal } })
    await user.type(field('Name'), 'Week')
    await user.type(field('Gameweek'), '30')
    await user.click(send())
    const reason =
      refusal === 'offline' ? 'The server did not answer. Try again.' : 'Only administrators create competitions'
    expect((await screen.findByRole('alert')).textContent).toBe(reason)
    answer(CREATE, ok(Competition, competitionSample()))
    await user.click(send())
    await waitFor(() => expect(onCreated).toHaveBeenCalled())
  })

  test('is left without a request', async () => {
    const { user, writes, onClose } = drawn()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalled()
    expect(writes()).toEqual([])
  })
})
