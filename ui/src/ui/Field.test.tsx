import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Check, Field, FieldError, Input, TextArea } from './Field.tsx'
import { Select } from './Select.tsx'

componentTests()

describe('a field', () => {
  test.each([
    ['input', <Input key="input" />, 'textbox'],
    ['text area', <TextArea key="area" />, 'textbox'],
    ['select', <Select key="select" />, 'combobox'],
  ] as const)('labels its %s', async (_, control, role) => {
    const { user } = draw(<Field label="Bio">{control}</Field>)
    const found = screen.getByRole(role, { name: 'Bio' })
    expect(found.hasAttribute('aria-describedby')).toBe(false)
    expect(found.hasAttribute('aria-invalid')).toBe(false)
    await user.click(screen.getByText('Bio'))
    expect(document.activeElement).toBe(found)
  })

  test('describes its control by the error, then the hint', () => {
    const { rerender } = draw(
      <Field label="Bio" hint="At most 200 characters">
        <Input />
      </Field>,
    )
    expect(screen.getByRole('textbox', { description: 'At most 200 characters' })).toBeDefined()
    rerender(
      <Field label="Bio" hint="At most 200 characters" error="Too long">
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { description: 'Too long At most 200 characters' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    rerender(
      <Field label="Bio" error={null}>
        <Input />
      </Field>,
    )
    expect(screen.queryByText('Too long')).toBeNull()
    expect(screen.getByRole('textbox').hasAttribute('aria-invalid')).toBe(false)
  })

  test('keeps what is typed when an error appears', async () => {
    const { user, rerender } = draw(
      <Field label="Bio">
        <Input />
      </Field>,
    )
    await user.type(screen.getByRole('textbox'), 'Toffee')
    rerender(
      <Field label="Bio" error="Too short">
        <Input />
      </Field>,
    )
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Toffee')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })

  test('does not share its ids with another', () => {
    draw(
      <>
        <Field label="Name" error="Missing">
          <Input />
        </Field>
        <Field label="Bio">
          <Input />
        </Field>
      </>,
    )
    expect(screen.getByRole('textbox', { name: 'Name', description: 'Missing' })).toBeDefined()
    expect(screen.getByRole('textbox', { name: 'Bio', description: '' })).toBeDefined()
  })
})

test('controls outside a field have the attributes they are given', () => {
  draw(
    <>
      <Input aria-label="Username" aria-describedby="problem" />
      <FieldError id="problem">No such player</FieldError>
    </>,
  )
  expect(screen.getByRole('textbox', { name: 'Username', description: 'No such player' })).toBeDefined()
})

test('a check is toggled by its label and by Space', async () => {
  const onChange = vi.fn()
  const { user } = draw(<Check onChange={onChange}>Public</Check>)
  const check = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Public' })
  await user.click(screen.getByText('Public'))
  expect(check.checked).toBe(true)
  await user.keyboard(' ')
  expect(check.checked).toBe(false)
  expect(onChange).toHaveBeenCalledTimes(2)
})
