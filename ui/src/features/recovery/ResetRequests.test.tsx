import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { NewPassword } from '../../../../src/areas/administration/contract.ts'
import { ResetRequest } from '../../../../src/areas/recovery/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { ResetRequests } from './ResetRequests.tsx'

componentTests()

const READ = '/api/admin/reset-requests'
const RESET = 'POST /api/admin/users/2/reset-password'

const request = (id: number, username: string, changes: Partial<ResetRequest> = {}): ResetRequest => ({
  ...{ id, userId: id, username, displayName: username, profileImage: null, reason: 'New phone', hasEmail: false },
  registeredAt: '2025-08-01T10:00:00.000Z',
  requestedAt: '2025-11-29T14:30:00.000Z',
  ...changes,
})
const list = (...all: ResetRequest[]) => ok(z.array(ResetRequest), all)
const open = (answers: NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']> = {}) =>
  draw(<ResetRequests />, {
    answers: { [READ]: list(request(2, 'ben', { hasEmail: true }), request(3, 'mia')), ...answers },
  })
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))
const confirm = async (user: ReturnType<typeof open>['user']) => {
  await press(user, 'Reset Password of ben')
  const dialog = within(screen.getByRole('dialog', { name: 'Reset User Password' }))
  await user.click(dialog.getByRole('button', { name: 'Reset Password' }))
}

describe('requests for a new password', () => {
  test('are announced while they load', () => {
    open({ [READ]: 'pending' })
    expect(screen.getByText('Loading reset requests')).toBeDefined()
  })

  test('of which there are none', async () => {
    open({ [READ]: list() })
    expect(await screen.findByText('No reset requests')).toBeDefined()
  })

  test('that fail can be requested again', async () => {
    const { user, answer } = open({ [READ]: problem(503, 'The store is away') })
    expect(await screen.findByText('Failed to load reset requests')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    answer(READ, list(request(2, 'ben')))
    await press(user, 'Try again')
    expect(await screen.findByText('1 pending')).toBeDefined()
  })

  test('have name, reason and whether a link would work', async () => {
    open()
    await screen.findByText('2 pending')
    const [ben, mia] = screen.getAllByRole('listitem')
    expect(ben!.textContent).toContain('“New phone”')
    expect(ben!.textContent).toContain('Has a confirmed email address, so a link would work too.')
    expect(mia!.textContent).not.toContain('email address')
  })

  test('R123: are answered with a password that is shown once, has the focus, and is copied', async () => {
    const { user, answer } = open()
    answer(RESET, () => {
      answer(READ, list(request(3, 'mia')))
      return ok(NewPassword, { newPassword: 'kettle-rain-42' })
    })
    await confirm(user)
    const shown = within(await screen.findByRole('region', { name: 'Password reset successfully' }))
    const heading = shown.getByRole('heading')
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(shown.getByText('kettle-rain-42')).toBeDefined()
    await user.click(shown.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Password copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('kettle-rain-42')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Forbidden'))
    await user.click(shown.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Select it and copy it.')).toBeDefined()
    await user.click(shown.getByRole('button', { name: 'Close: new password' }))
    expect(screen.queryByText('kettle-rain-42')).toBeNull()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset Password of ben' })).toBeNull())
  })

  test('stay where the server refuses a password', async () => {
    const { user } = open({ [RESET]: problem(404, 'No such user') })
    await confirm(user)
    expect(await screen.findByText('Failed to reset password')).toBeDefined()
    expect(screen.getByText('No such user')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reset Password of ben' })).toBeDefined()
    expect(screen.queryByText(/You’ll only see it once/)).toBeNull()
  })

  test('are dismissed, or stay if that fails', async () => {
    const DISMISS = `DELETE ${READ}/3`
    const { user, answer } = open({ [DISMISS]: problem(503) })
    await press(user, 'Dismiss the request of mia')
    expect(await screen.findByText('Failed to dismiss the request')).toBeDefined()
    answer(DISMISS, () => {
      answer(READ, list(request(2, 'ben')))
      return done
    })
    await press(user, 'Dismiss the request of mia')
    expect(await screen.findByText('Request dismissed')).toBeDefined()
    expect(await screen.findByText('1 pending')).toBeDefined()
  })
})
