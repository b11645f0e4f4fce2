import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { useNameForm } from './useNameForm.tsx'

componentTests()

function NameForm({ onChecked }: { onChecked: (named: unknown) => void }) {
  const { form, change, check, fields } = useNameForm('team', 'Team Name', { name: '', description: '', isOpen: false })
  return (
    <>
      {fields}
      <Button onClick={() => change({ isOpen: !form.isOpen })}>{form.isOpen ? 'Open' : 'Closed'}</Button>
      <Button onClick={() => onChecked(check())}>Create</Button>
    </>
  )
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Team Name' })
const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
const create = () => screen.getByRole('button', { name: 'Create' })

describe('the form of a name', () => {
  test('gives what to send, trimmed', async () => {
    const onChecked = vi.fn()
    const { user } = draw(<NameForm onChecked={onChecked} />)
    await user.type(name(), ' Back Post Club ')
    await user.type(description(), ' Since 1998')
    await user.click(screen.getByRole('button', { name: 'Closed' }))
    await user.click(create())
    expect(onChecked).toHaveBeenCalledExactlyOnceWith({
      name: 'Back Post Club',
      description: 'Since 1998',
      isOpen: true,
    })
  })

  test.each(['', '   '])('with the name "%s" gives nothing, and shows why', async (typed) => {
    const onChecked = vi.fn()
    const { user } = draw(<NameForm onChecked={onChecked} />)
    if (typed) await user.type(name(), typed)
    await user.click(create())
    expect(onChecked).toHaveBeenCalledExactlyOnceWith(null)
    expect(screen.getByRole('textbox', { name: 'Team Name', description: 'Give the team a name' })).toBe(name())
    expect(name().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(name())
  })

  test('shows no problem any more once it has a name', async () => {
    const { user } = draw(<NameForm onChecked={() => {}} />)
    await user.click(create())
    await user.type(name(), 'Kop')
    await user.click(create())
    expect(screen.queryByText('Give the team a name')).toBeNull()
  })

  test('ends the name at 60 characters, the description at 500', async () => {
    const { user } = draw(<NameForm onChecked={() => {}} />)
    await user.click(name())
    await user.paste('x'.repeat(61))
    await user.click(description())
    await user.paste('x'.repeat(501))
    expect([name().value.length, description().value.length]).toEqual([60, 500])
    expect(screen.getByRole('textbox', { description: 'Optional' })).toBe(description())
  })
})
