import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw, OWN_SCRIPT, problem, withScript } from '../../../test/support/components.tsx'
import { lazyComponent } from './lazyComponent.tsx'
import { NotLoaded } from './NotLoaded.tsx'

componentTests()

afterEach(() => vi.restoreAllMocks())

const again = () => screen.getByRole('button', { name: 'Try again' })
const fails = async () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}
const reloads = () => vi.spyOn(location, 'reload').mockImplementation(() => {})

describe('a page whose code failed to load', () => {
  test('explains that the server did not answer, and that no input is lost', () => {
    draw(<NotLoaded isOutdated={false} retry={fails} />)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('We couldn’t load this page')
    expect(alert.textContent).toContain('The server did not answer. What you typed is safe.')
  })

  test('explains that the device is offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    draw(<NotLoaded isOutdated={false} retry={fails} />)
    expect(screen.getByRole('alert').textContent).toContain('You are offline. What you typed is safe.')
  })

  test('R429: loads the code again once the device is online', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const retry = vi.fn(async () => {})
    draw(<NotLoaded isOutdated={false} retry={retry} />)
    expect(screen.getByRole('alert').textContent).toContain('You are offline.')
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  test('R410: of an earlier version offers the new one', async () => {
    const reload = reloads()
    const { user, answer } = draw(<NotLoaded isOutdated retry={fails} />, { answers: { '/healthz': 'offline' } })
    expect(screen.getByRole('alert').textContent).toContain('A new version is here')
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    expect(await screen.findByText(/The server still did not answer\./)).toBeDefined()
    expect(reload).not.toHaveBeenCalled()
    answer('/healthz', { status: 200, body: {} })
    await user.click(again())
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test('loads the code again first, without a reload', async () => {
    const retry = vi.fn(async () => {})
    const { user, calls } = draw(<NotLoaded isOutdated={false} retry={retry} />)
    await user.click(again())
    expect(retry).toHaveBeenCalledTimes(1)
    expect(calls).toEqual([])
  })

  test('reloads the window if that fails and the server responds', async () => {
    const reload = reloads()
    const { user } = draw(<NotLoaded isOutdated={false} retry={fails} />, {
      answers: { '/healthz': { status: 200, body: {} } },
    })
    await user.click(again())
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test('announces each further failure anew', async () => {
    const reload = reloads()
    const { user } = draw(<NotLoaded isOutdated={false} retry={fails} />, { answers: { '/healthz': 'offline' } })
    const first = screen.getByRole('alert')
    await user.click(again())
    expect(await screen.findByText(/The server still did not answer\./)).toBeDefined()
    expect(screen.getByRole('alert')).not.toBe(first)
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('a component that is loaded on first render', () => {
  const Page = ({ name }: { name: string }) => <h1>{name}</h1>

  test('shows its placeholder until its code is there', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Page>()
    const Lazy = lazyComponent(() => promise, <p>One moment</p>)
    draw(<Lazy name="Help" />)
    expect(screen.getByText('One moment')).toBeDefined()
    resolve(Page)
    expect(await screen.findByRole('heading', { name: 'Help' })).toBeDefined()
    expect(screen.queryByText('One moment')).toBeNull()
  })

  test('is loaded once, and then shown at once', async () => {
    const load = vi.fn(async () => Page)
    const Lazy = lazyComponent(load, <p>One moment</p>)
    const { unmount } = draw(<Lazy name="Help" />)
    await screen.findByRole('heading', { name: 'Help' })
    unmount()
    draw(<Lazy name="Table" />)
    expect(screen.getByRole('heading', { name: 'Table' })).toBeDefined()
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('R410: whose file is gone, as the page’s own script, is of an earlier version', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    withScript()
    const Lazy = lazyComponent<{ name: string }>(fails, null)
    const { unmount } = draw(<Lazy name="Help" />, { answers: { [OWN_SCRIPT]: problem(404) } })
    expect(await screen.findByText('A new version is here')).toBeDefined()
    expect(screen.queryByText(/The server did not answer/)).toBeNull()
    unmount()
    for (const reply of [{ status: 200, body: undefined }, problem(503), 'offline'] as const) {
      const again = draw(<Lazy name="Help" />, { answers: { [OWN_SCRIPT]: reply } })
      expect(await screen.findByText(/The server did not answer/)).toBeDefined()
      again.unmount()
    }
  })

  test('can be tried again after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const load = vi.fn(async () => Page).mockImplementationOnce(fails)
    const Lazy = lazyComponent(load, <p>One moment</p>)
    const { user } = draw(<Lazy name="Help" />)
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.queryByText('One moment')).toBeNull()
    await user.click(again())
    expect(await screen.findByRole('heading', { name: 'Help' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
