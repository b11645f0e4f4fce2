import { screen } from '@testing-library/react'
import { Shield } from 'lucide-react'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AdministratorsAct, AdminUser, AdminUserSummary } from '../../../../src/areas/administration/contract.ts'
import { componentTests, draw, ok } from '../../../../test/support/components.tsx'
import { signedInSample } from '../../../../test/support/samples.ts'
import { reads } from '../../features/admin/reads.ts'
// Loaded before the tests, so that the area does not wait for it.
import '../../features/admin/UserAdministration.tsx'
import { Route, Routes } from 'react-router-dom'
import { FIRST_VIEW } from '../../features/admin/users.ts'
import type { DrawnPage, PageProps } from '../../lib/area.ts'
import { PAGES } from '../pages.tsx'
import { AdminArea } from './AdminArea.tsx'

componentTests()
beforeEach(() => {
  document.title = ''
})

const loaded = (Code: ComponentType<PageProps>): DrawnPage['Code'] => Object.assign(Code, { ahead() {} })

const adminPages: DrawnPage[] = [
  {
    path: '/admin/accounts',
    title: 'Account Security',
    link: { icon: Shield, in: ['admin'] },
    Code: loaded(({ title, user }) => (
      <p>
        {title} for {user.username}
      </p>
    )),
  },
  { path: '/admin/unlinked', title: 'Unlinked', Code: loaded(() => <p>Without a link</p>) },
]

const area = (role: 'admin' | 'user') => (
  <Routes>
    <Route
      path="/admin/*"
      element={<AdminArea user={signedInSample({ role })} title="Admin" adminPages={adminPages} />}
    />
  </Routes>
)

const answers = {
  [reads.users.key(FIRST_VIEW)]: ok(z.array(AdminUser), [], { 'Plp-Total': '0' }),
  [reads.log.key(0)]: ok(z.array(AdministratorsAct), [], { 'Plp-Total': '0' }),
  [reads.usersSummary.key]: ok(AdminUserSummary, {
    ...{ totalUsers: 0, activePredictors: 0, topScore: 0, averageAccuracy: 0 },
    ...{ correctPredictions: 0, settledPredictions: 0 },
  }),
}

test.each(['/admin', '/testing'])('the wait for the code of %s is busy, so that nothing below it moves', (at) => {
  const { Code, title } = PAGES.find(({ path }) => path === at)!
  draw(<Code user={signedInSample()} title={title} adminPages={[]} />)
  const status = screen.getByText('Checking access permissions...')
  expect([status.getAttribute('role'), status.getAttribute('aria-busy')]).toEqual(['status', 'true'])
})

describe('the admin area', () => {
  test('is denied to everyone but administrators, whatever its page', () => {
    const { calls } = draw(area('user'), { at: '/admin/accounts' })
    expect(screen.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeDefined()
    expect(screen.getByText('You need administrator privileges to access this page.')).toBeDefined()
    expect(screen.getByText('Admin Only')).toBeDefined()
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull()
    expect(document.title).toContain('Access Denied')
    expect(calls).toEqual([])
  })

  test('starts with the users', async () => {
    draw(area('admin'), { at: '/admin', answers })
    expect(await screen.findByRole('heading', { level: 1, name: 'User Management' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page')
    expect(document.title).toContain('Admin')
    expect(await screen.findByText('No users have signed up yet')).toBeDefined()
    expect(await screen.findByText('Nothing yet')).toBeDefined()
  })

  test('links to its pages and marks the current one', async () => {
    const { user } = draw(area('admin'), { at: '/admin', answers })
    expect(await screen.findByText('Nothing yet')).toBeDefined()
    const links = screen.getByRole('navigation', { name: 'Admin' }).querySelectorAll('a')
    expect([...links].map(({ textContent }) => textContent)).toEqual(['Users', 'Account Security'])
    await user.click(links[1]!)
    expect(screen.getByText('Account Security for ada')).toBeDefined()
    expect(links[1]!.getAttribute('aria-current')).toBe('page')
    expect(links[0]!.hasAttribute('aria-current')).toBe(false)
    expect(document.title).toContain('Account Security')
  })

  test('has pages without a link, and no other', () => {
    const { unmount } = draw(area('admin'), { at: '/admin/unlinked' })
    expect(screen.getByText('Without a link')).toBeDefined()
    unmount()
    draw(area('admin'), { at: '/admin/nowhere' })
    expect(screen.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeDefined()
  })
})
