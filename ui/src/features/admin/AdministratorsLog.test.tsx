import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { AdministratorsAct } from '../../../../src/areas/administration/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { toast } from '../../ui/Toast.tsx'
import { AdministratorsLog } from './AdministratorsLog.tsx'
import { reads } from './reads.ts'

componentTests()
beforeEach(() => toast(null))
afterEach(() => {
  vi.restoreAllMocks()
})

const act = (id: string, changes: Partial<AdministratorsAct> = {}): AdministratorsAct => ({
  id,
  kind: 'make-admin',
  at: '2026-11-21T09:10:00.000Z',
  by: { id: 1, username: 'admin' },
  atServer: false,
  user: { id: 2, username: 'ann' },
  fixture: null,
  score: null,
  outcome: null,
  kickoff: null,
  count: 1,
  reason: null,
  deletionReason: null,
  ...changes,
})
const page = (acts: AdministratorsAct[], total = acts.length) =>
  ok(z.array(AdministratorsAct), acts, { 'Plp-Total': String(total) })
const LOG = reads.log.key(0)
const log = <AdministratorsLog readerId={1} />

describe('the log of administrators', () => {
  test('waits while it is loading', () => {
    draw(log, { answers: { [LOG]: 'pending' } })
    expect(screen.getByText('Loading the log')).toBeDefined()
  })

  test('is empty without a file', async () => {
    draw(log, { answers: { [LOG]: page([]) } })
    expect(await screen.findByText('Nothing yet')).toBeDefined()
    expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = draw(log, { answers: { [LOG]: problem(503) } })
    expect(await screen.findByText('Failed to load the log')).toBeDefined()
    answer(LOG, page([act('a')]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Make Admin')).toBeDefined()
  })

  test('R124: names the act, the user, the administrator and the reason', async () => {
    const deleted = { kind: 'delete', user: null, deletionReason: 'asked' } as const
    const byOther = { kind: 'reset-password', by: { id: 3, username: 'root' }, reason: 'Asked by mail' } as const
    draw(log, { answers: { [LOG]: page([act('a'), act('b', byOther), act('c', deleted)]) } })
    await screen.findByText('Make Admin')
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines[0]).toMatch(/^Make Admin annYou · 21 Nov, \d\d:10$/)
    expect(lines[1]).toMatch(/^Reset Password of annroot · .* · “Asked by mail”$/)
    expect(lines[2]).toMatch(/^Delete a user, name erasedYou · .* · “Asked for it”$/)
    const [, second] = screen.getAllByRole('listitem')
    expect(within(second!).getByRole('link', { name: 'root' }).getAttribute('href')).toBe('/players/3')
  })

  test('comes by pages', async () => {
    const next = page([act('b', { user: { id: 4, username: 'bea' } })], 12)
    const { user } = draw(log, { answers: { [LOG]: page([act('a')], 12), [reads.log.key(10)]: next } })
    expect(await screen.findByText('1 to 10 of 12 acts')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByRole('link', { name: 'bea' })).toBeDefined()
  })

  test('is saved as a file with its first line; a failure is shown', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
    // The DOM of the tests follows the link instead of saving the file.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user, answer } = draw(log, { answers: { [LOG]: page([act('a')]), '/api/admin/log': problem(503) } })
    const csv = await screen.findByRole('button', { name: 'CSV: what administrators did' })
    await user.click(csv)
    expect(await screen.findByText('Failed to load the log')).toBeDefined()
    expect(screen.getByText('The server did not answer.')).toBeDefined()
    expect(files).toEqual([])
    answer('/api/admin/log', page([act('a', { reason: 'Helps out, too' })]))
    await user.click(csv)
    await vi.waitFor(() => expect(files).toHaveLength(1))
    expect((await files[0]!.text()).split('\r\n').slice(0, 2)).toEqual([
      'When,Who,What,About,Why',
      '2026-11-21T09:10:00.000Z,admin,Make Admin,ann,"Helps out, too"',
    ])
  })
})
