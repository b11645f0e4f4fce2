import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { expectSound, type VisitorOptions } from './visitor.ts'

const stage = setStage()
beforeEach(async () => {
  await stage.admin.post('/api/admin/unlock-all')
})

const open = async (options?: VisitorOptions): Promise<Page> => {
  const page = await stage.open('/admin/accounts', options)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Five failed logins from an address. */
async function lockOut(ip: string) {
  for (let attempt = 0; attempt < 5; attempt += 1)
    await stage.app
      .client()
      .request('POST', '/api/login', { username: 'nobody', password: 'wrong' }, { 'X-Forwarded-For': ip })
}

const tile = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd').first()

test('everybody but an administrator is told Access Denied', async () => {
  const page = await open({ as: await stage.app.player('curious') })
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  await page.getByText('You need administrator privileges to access this page.').waitFor()
  await page.getByText('Admin Only').waitFor()
  await expectSound(page, 'access denied')
})

test('while the role is being checked: Checking access permissions...', async () => {
  const page = await stage.open('/no/such/page')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/assets/AdminArea*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin')
  await page.getByText('Checking access permissions...').waitFor()
  go()
  await page.getByRole('heading', { name: 'Administration' }).waitFor()
})

test('nobody locked: No Account Lockouts, the policy, and no Unlock All Accounts', async () => {
  const page = await open()
  await page.getByRole('heading', { name: 'Account Security Management' }).waitFor()
  await page.getByText('No Account Lockouts').waitFor()
  await expect.poll(() => tile(page, 'Currently Locked').textContent()).toBe('0')
  await expect.poll(() => tile(page, 'Recently Unlocked').textContent()).toBe('0')
  await expect.poll(() => tile(page, 'Security Status').textContent()).toBe('Active')
  await page.getByText('15-minute auto-unlock enabled').waitFor()
  await page.getByRole('heading', { name: 'Security Policy' }).waitFor()
  expect(await page.getByRole('button', { name: 'Unlock All Accounts' }).count()).toBe(0)
})

test('an address locked meanwhile appears without a reload, and Unlock Now lets it in', async () => {
  const page = await open()
  await page.getByText('No Account Lockouts').waitFor()
  await lockOut('203.0.113.7')
  const row = page.getByRole('listitem').filter({ hasText: '203.0.113.7' })
  await row.getByText('5 failed attempts').waitFor()
  await row.getByText(/^Unlocks in: 1[45] minutes$/).waitFor()
  await expect.poll(() => tile(page, 'Currently Locked').textContent()).toBe('1')
  await row.getByRole('button', { name: 'Unlock Now' }).click()
  await stage.visitor.toast('203.0.113.7 has been unlocked')
  await page.getByText('No Account Lockouts').waitFor()
})

test('a lock that ended by itself is listed as recently unlocked', async () => {
  await lockOut('203.0.113.8')
  stage.app.clock.advance(15 * 60_000)
  const page = await open()
  await page.getByRole('heading', { name: 'Recently Unlocked' }).waitFor()
  const row = page.getByRole('listitem').filter({ hasText: '203.0.113.8' })
  await row.getByText('Auto-unlocked').waitFor()
  await row.getByText(/^Last attempt/).waitFor()
  await expect.poll(() => tile(page, 'Recently Unlocked').textContent()).toBe('1')
})

test('Unlock All Accounts lifts every lock', async () => {
  await lockOut('203.0.113.9')
  await lockOut('203.0.113.10')
  const page = await open()
  await page.getByText('2 addresses').waitFor()
  await page.getByRole('button', { name: 'Unlock All Accounts' }).click()
  await stage.visitor.toast('All accounts have been unlocked')
  await page.getByText('No Account Lockouts').waitFor()
})

test('what fails is said: Unlock Failed, Unlock All Failed', async () => {
  await lockOut('203.0.113.11')
  const page = await open({ expected: /status of 503/ })
  await page.route('**/api/admin/unlock-*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('button', { name: 'Unlock Now' }).click()
  await stage.visitor.toast('Unlock Failed')
  await page.getByRole('button', { name: 'Unlock All Accounts' }).click()
  await stage.visitor.toast('Unlock All Failed')
})

test('the list is read again every 30 seconds, and at once by Refresh Status', async () => {
  let reads = 0
  const page = await stage.open('/no/such/page')
  await page.clock.install()
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/locked-accounts')) reads += 1
  })
  await page.goto('/admin/accounts')
  await page.getByText('No Account Lockouts').waitFor()
  await stage.visitor.connected()
  const first = reads
  // The page's time runs on meanwhile, on a slow machine for seconds.
  await page.clock.runFor(15_000)
  expect(reads).toBe(first)
  await page.clock.runFor(15_000)
  await expect.poll(() => reads).toBe(first + 1)
  await page.getByRole('button', { name: 'Refresh Status' }).click()
  await expect.poll(() => reads).toBe(first + 2)
})

test('a list that does not load says so and can be asked for again', async () => {
  const page = await stage.open('/no/such/page', { expected: /status of 503/ })
  await page.route('**/api/admin/locked-accounts', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/admin/accounts')
  await page.getByText('Failed to load account lockouts').waitFor()
  await page.unroute('**/api/admin/locked-accounts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No Account Lockouts').waitFor()
})

test('the pages of the admin area pass axe in both themes and fit every width', async () => {
  await lockOut('2001:db8:85a3:8d3:1319:8a2e:370:7348')
  const page = await open()
  await page.getByText('1 address').waitFor()
  await expectSound(page, 'accounts')
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Administration' }).waitFor()
  await expectSound(page, 'admin')
})
