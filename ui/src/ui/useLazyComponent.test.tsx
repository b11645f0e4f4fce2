import { act, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw, OWN_SCRIPT, problem, withScript } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { toast } from './Toast.tsx'
import { useLazyComponent } from './useLazyComponent.tsx'

componentTests()

afterEach(() => {
  act(() => toast(null))
  vi.restoreAllMocks()
})

interface ShareProps {
  onClose: () => void
}
type Load = () => Promise<ComponentType<ShareProps> | null>

const ShareDialog = ({ onClose }: ShareProps) => (
  <Dialog title="Share" onClose={onClose}>
    Copy the link
  </Dialog>
)

function Page({ load }: { load: Load }) {
  const { Component, busy, open, close } = useLazyComponent(load, 'Failed to open the share')
  return (
    <>
      <Button busy={busy} onClick={open}>
        Share
      </Button>
      {Component && <Component onClose={close} />}
    </>
  )
}

const button = (busy: boolean) => screen.findByRole('button', { name: 'Share', busy })
const fails: Load = async () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}

describe('a component that is loaded when it is opened', () => {
  test('keeps its button busy until it is open', async () => {
    const { promise, resolve } = Promise.withResolvers<ComponentType<ShareProps>>()
    const load = vi.fn<Load>(() => promise)
    const { user } = draw(<Page load={load} />)
    expect(load).not.toHaveBeenCalled()
    await user.click(await button(false))
    expect(await button(true)).toBeDefined()
    resolve(ShareDialog)
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeDefined()
  })

  test('can be closed and opened again', async () => {
    const { user } = draw(<Page load={async () => ShareDialog} />)
    await user.click(await button(false))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(await button(false))
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeDefined()
  })

  test('may turn out not to be needed', async () => {
    const load = vi.fn<Load>(async () => null)
    const { user } = draw(<Page load={load} />)
    await user.click(await button(false))
    await button(false)
    expect(load).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('that fails to load shows an error, and the button can be used again', async () => {
    const load = vi.fn<Load>(async () => ShareDialog).mockImplementationOnce(fails)
    const { user } = draw(<Page load={load} />)
    await user.click(await button(false))
    expect(await screen.findByText('Failed to open the share')).toBeDefined()
    expect(screen.getByText('The server did not answer.')).toBeDefined()
    await user.click(await button(false))
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeDefined()
  })

  test('that fails to load offline names the reason', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = draw(<Page load={fails} />)
    await user.click(await button(false))
    expect(await screen.findByText('You are offline.')).toBeDefined()
  })

  test('R410: of an earlier version offers the new one', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    withScript()
    const { user } = draw(<Page load={fails} />, {
      answers: { [OWN_SCRIPT]: problem(404), '/healthz': { status: 200, body: {} } },
    })
    await user.click(await button(false))
    expect(await screen.findByText('A new version is here')).toBeDefined()
    expect(screen.queryByText('Failed to open the share')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test('offers a reload, which waits for the server', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    const { user, answer, calls } = draw(<Page load={fails} />, { answers: { '/healthz': 'offline' } })
    await user.click(await button(false))
    const first = await screen.findByRole('button', { name: 'Reload' })
    await user.click(first)
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Reload' })).not.toBe(first))
    expect(screen.getByText('Failed to open the share')).toBeDefined()
    expect(calls).toHaveLength(1)
    expect(reload).not.toHaveBeenCalled()
    answer('/healthz', { status: 200, body: {} })
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })
})
