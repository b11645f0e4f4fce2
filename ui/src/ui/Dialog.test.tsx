import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { Layer } from './DialogWindow.tsx'

componentTests()

/** A page with a button that opens the dialog. */
function Opener({ description }: { description?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite</Button>
      {isOpen && (
        <Dialog title="Invite players" description={description} onClose={() => setOpen(false)}>
          <input aria-label="Username" />
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

async function opened(description?: string) {
  const drawn = draw(<Opener description={description} />)
  await drawn.user.click(screen.getByRole('button', { name: 'Invite' }))
  return { ...drawn, dialog: await screen.findByRole('dialog', { name: 'Invite players' }) }
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a dialog', () => {
  test('has its title as name and heading, and its description', async () => {
    await opened('They get a message.')
    expect(screen.getByRole('dialog', { name: 'Invite players', description: 'They get a message.' })).toBeDefined()
    expect(screen.getByRole('heading', { level: 2, name: 'Invite players' })).toBeDefined()
  })

  test('has no description unless it is given one', async () => {
    const { dialog } = await opened()
    expect(dialog.hasAttribute('aria-describedby')).toBe(false)
  })

  test('hides the page behind it from assistive technology', async () => {
    await opened()
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
    expect(screen.getByText('Invite')).toBeDefined()
  })

  test('takes the focus and keeps it', async () => {
    const { user, dialog } = await opened()
    expect(dialog.contains(document.activeElement)).toBe(true)
    for (let tabs = 0; tabs < 5; tabs++) {
      await user.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await user.tab({ shift: true })
    expect(dialog.contains(document.activeElement)).toBe(true)
  })

  test('is closed by its button, and the focus returns to the opener', async () => {
    const { user, dialog } = await opened()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await isClosed()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Invite' })))
  })

  test('is closed by Escape, and the focus returns to the opener', async () => {
    const { user } = await opened()
    await user.keyboard('{Escape}')
    await isClosed()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Invite' })))
  })

  test('is closed by a click beside it, not by one in it', async () => {
    const { user, dialog } = await opened()
    await user.click(dialog)
    expect(screen.getByRole('dialog')).toBeDefined()
    const scrim = dialog.previousElementSibling
    await user.click(scrim!)
    await isClosed()
  })

  test('is closed by Back', async () => {
    await opened()
    history.back()
    await isClosed()
  })
})

describe('a layer', () => {
  test.each(['right', 'bottom'] as const)('at the %s edge is a dialog with its title and contents', async (side) => {
    const onClose = vi.fn()
    const { user } = draw(
      <Layer side={side} title="Notifications" onClose={onClose}>
        <p>Nothing new</p>
      </Layer>,
    )
    const layer = screen.getByRole('dialog', { name: 'Notifications' })
    expect(within(layer).getByText('Nothing new')).toBeDefined()
    await user.click(within(layer).getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})
