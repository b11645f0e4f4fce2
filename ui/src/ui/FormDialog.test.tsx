import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Field, Input } from './Field.tsx'
import { Refused, refusalOf } from './Form.tsx'
import { FormDialog } from './FormDialog.tsx'
import { toast } from './Toast.tsx'

componentTests()

afterEach(() => toast(null))

const dialog = (onSend: () => Promise<unknown>, more: { leave?: string; onClose?: () => void } = {}) => (
  <FormDialog
    title="Rename league"
    description="Members see the new name."
    action="Rename"
    onSend={onSend}
    onClose={() => {}}
    {...more}
  >
    <Field label="Name">
      <Input />
    </Field>
  </FormDialog>
)

describe('a dialog with a form', () => {
  test('has title, description, fields, and the action last', () => {
    draw(dialog(async () => {}))
    const shown = screen.getByRole('dialog', { name: 'Rename league', description: 'Members see the new name.' })
    expect(within(shown).getByRole('textbox', { name: 'Name' })).toBeDefined()
    const names = within(shown)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(names).toEqual(['Close', 'Cancel', 'Rename'])
  })

  test('R333: begins in its first field and returns the focus to the button that opened it', async () => {
    function Opened() {
      const [isOpen, open] = useState(false)
      return (
        <>
          <button type="button" onClick={() => open(true)}>
            Change
          </button>
          {isOpen && (
            <FormDialog
              title="Rename"
              description="…"
              action="Save"
              onSend={async () => {}}
              onClose={() => open(false)}
            >
              <Field label="Name">
                <Input />
              </Field>
            </FormDialog>
          )}
        </>
      )
    }
    const { user } = draw(<Opened />)
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Name' }))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change' }))
  })

  test.each(['the button', 'Enter'])('is sent by %s', async (way) => {
    const onSend = vi.fn(async () => {})
    const { user } = draw(dialog(onSend))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Office')
    if (way === 'Enter') await user.keyboard('{Enter}')
    else await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(onSend).toHaveBeenCalledTimes(1)
  })

  test('is closed by its other button without sending', async () => {
    const [onSend, onClose] = [vi.fn(async () => {}), vi.fn()]
    const { user } = draw(dialog(onSend, { leave: 'Not now', onClose }))
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Not now' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(onSend).not.toHaveBeenCalled()
  })

  test('is sent once, however often it is submitted', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onSend = vi.fn(() => promise)
    const { user } = draw(dialog(onSend))
    await user.type(screen.getByRole('textbox'), 'Office{Enter}{Enter}')
    fireEvent.submit(document.querySelector('form')!)
    expect(screen.getByRole('button', { name: 'Rename', busy: true })).toBeDefined()
    resolve()
    expect(await screen.findByRole('button', { name: 'Rename', busy: false })).toBeDefined()
    expect(onSend).toHaveBeenCalledTimes(1)
  })

  test('shows the reason of a refusal, keeps the input, and forgets the reason on the next try', async () => {
    const next = Promise.withResolvers<void>()
    const onSend = vi.fn<() => Promise<unknown>>(() => next.promise).mockResolvedValueOnce('The name is taken.')
    const { user } = draw(dialog(onSend))
    await user.type(screen.getByRole('textbox'), 'Office{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The name is taken.')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Office')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(screen.queryByRole('alert')).toBeNull()
    next.resolve()
    expect(await screen.findByRole('button', { name: 'Rename', busy: false })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('does not submit a form around it', async () => {
    const around = vi.fn()
    const onSend = vi.fn(async () => {})
    const { user } = draw(<form onSubmit={around}>{dialog(onSend)}</form>)
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(onSend).toHaveBeenCalledTimes(1)
    expect(around).not.toHaveBeenCalled()
  })
})

test('a refusal is announced', () => {
  draw(<Refused>{refusalOf(new Error('broken'))}</Refused>)
  expect(screen.getByRole('alert').textContent).toBe('The server did not answer. Try again.')
})
