import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, done, draw, problem } from '../../../../test/support/components.tsx'
import type { useProfile } from './api.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

componentTests()

const SAVE = 'PUT /api/profile'
type Profile = NonNullable<ReturnType<typeof useProfile>['data']>

function open(securityQuestion: string | null, answer: Parameters<typeof problem> | null = null) {
  const onClose = vi.fn()
  // The dialog reads nothing else of the profile.
  const profile = { securityQuestion } as Profile
  const drawn = draw(<QuestionDialog profile={profile} onClose={onClose} />, {
    answers: { [SAVE]: answer ? problem(...answer) : done },
  })
  const send = () => drawn.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...drawn, onClose, send }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

describe('the security question', () => {
  test('is set without the password, as there was none', async () => {
    const { user, send, writes, onClose } = open(null)
    expect(screen.getByRole('dialog', { name: 'Set security question' })).toBeDefined()
    expect(screen.queryByLabelText(/^Current password/i)).toBeNull()
    await user.type(field('Question'), ' First ground? ')
    await user.type(field('Answer'), 'Dean Court')
    await send()
    expect(await screen.findByText('Profile Updated')).toBeDefined()
    expect(writes()[0]!.body).toEqual({ securityQuestion: 'First ground?', securityAnswer: 'Dean Court' })
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('that stays empty is not sent', async () => {
    const { send, writes, onClose } = open(null)
    await send()
    expect(onClose).toHaveBeenCalledOnce()
    expect(writes()).toEqual([])
  })

  test('is removed with the current password', async () => {
    const { user, send, writes } = open('First ground?')
    expect(screen.getByRole('dialog', { name: 'Change security question' })).toBeDefined()
    await user.clear(field('Question'))
    await user.type(screen.getByLabelText(/^Current password/i), 'password-1')
    await send()
    expect(await screen.findByText('Profile Updated')).toBeDefined()
    expect(writes()[0]!.body).toEqual({ securityQuestion: null, currentPassword: 'password-1' })
  })

  test('that the server refuses stays, with the reason at its field', async () => {
    const { user, send, answer, onClose } = open(null)
    answer(SAVE, {
      status: 400,
      body: { detail: 'Check the form', errors: [{ path: 'securityAnswer', message: 'At least 3 characters' }] },
    })
    await user.type(field('Question'), 'First ground?')
    await user.type(field('Answer'), 'DC')
    await send()
    expect(await screen.findByText('Update Failed')).toBeDefined()
    expect(screen.getByText('At least 3 characters')).toBeDefined()
    expect(field('Answer').getAttribute('aria-invalid')).toBe('true')
    expect(field('Answer').value).toBe('DC')
    expect(onClose).not.toHaveBeenCalled()
  })
})
