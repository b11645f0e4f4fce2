import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

componentTests()

function Question({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <ConfirmDialog
      title="Leave Office?"
      action="Leave League"
      danger
      onConfirm={onConfirm}
      onClose={() => setOpen(false)}
    >
      Your points stay.
    </ConfirmDialog>
  ) : (
    <p>Closed</p>
  )
}

describe('a dialog for confirmation', () => {
  test('asks its question', () => {
    draw(<Question onConfirm={async () => {}} />)
    expect(screen.getByRole('dialog', { name: 'Leave Office?', description: 'Your points stay.' })).toBeDefined()
  })

  test('does nothing when it is cancelled', async () => {
    const onConfirm = vi.fn(async () => {})
    const { user } = draw(<Question onConfirm={onConfirm} />)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Closed')).toBeDefined()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  test('stays open and busy until the action is done, which runs once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onConfirm = vi.fn(() => promise)
    const { user } = draw(<Question onConfirm={onConfirm} />)
    await user.dblClick(screen.getByRole('button', { name: 'Leave League' }))
    expect(screen.getByRole('button', { name: 'Leave League', busy: true })).toBeDefined()
    resolve()
    await waitFor(() => expect(screen.getByText('Closed')).toBeDefined())
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })
})
