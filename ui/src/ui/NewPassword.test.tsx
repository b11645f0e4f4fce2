import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import type { PasswordPair, Problems } from '../lib/newPassword.ts'
import { NewPassword } from './NewPassword.tsx'

componentTests()

let entered: PasswordPair

function Fields({ least = 'token', problems = {} }: { least?: 'token' | 'secret'; problems?: Problems }) {
  const [value, setValue] = useState<PasswordPair>({ password: '', again: '' })
  entered = value
  return <NewPassword least={least} value={value} problems={problems} onChange={setValue} />
}

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

describe('fields for a new password', () => {
  test('hide the input, and offer password managers a new password', () => {
    draw(<Fields />)
    for (const name of ['New password', 'Confirm password']) {
      expect(input(name).type).toBe('password')
      expect(input(name).autocomplete).toBe('new-password')
    }
  })

  test('are changed one by one', async () => {
    const { user } = draw(<Fields />)
    await user.type(input('New password'), 'kop-end')
    await user.type(input('Confirm password'), 'kop')
    expect(entered).toEqual({ password: 'kop-end', again: 'kop' })
  })

  test('end at 128 characters', async () => {
    const { user } = draw(<Fields />)
    await user.click(input('New password'))
    await user.paste('x'.repeat(130))
    expect(entered.password).toHaveLength(128)
  })

  test.each([
    ['R110', 'token', 'At least 6 characters'],
    ['R112', 'secret', 'At least 8 characters'],
  ] as const)('%s: state the least length of a %s', (_, least, hint) => {
    draw(<Fields least={least} />)
    expect(screen.getByText(hint).id).toBe(input('New password').getAttribute('aria-describedby'))
  })

  test('show each problem at its field, and those of the form below', () => {
    draw(<Fields problems={{ password: 'Too short', again: 'Not the same', all: 'All fields required' }} />)
    const described = (name: string) =>
      input(name)
        .getAttribute('aria-describedby')!
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
    expect(described('New password')).toEqual(['Too short', 'At least 6 characters'])
    expect(described('Confirm password')).toEqual(['Not the same'])
    expect(screen.getByText('All fields required').id).toBe('all-fields')
  })
})
