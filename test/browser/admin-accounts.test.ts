import { beforeEach, expect, test } from 'vitest'
import { openAccounts } from './admin-accounts-page.ts'
import { holding, refusing } from './answers.ts'
import { openNowhere } from './shell-page.ts'
import { expectSound } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()
beforeEach(async () => {
  await stage.admin.post('/api/admin/unlock-all')
})

/** Five failed logins from an address. */
async function lockOut(ip: string) {
  for (let attempt = 0; attempt < 5; attempt += 1)
    await stage.app
      .client()
      .request('POST', '/api/login', { username: 'nobody', password: 'wrong' }, { 'X-Forwarded-For': ip })
}

test('everybody but an administrator is told Access Denied', async () => {
  const accounts = await openAccounts(stage, { as: await stage.app.player('curious') })
  await accounts.isAt('Access Denied')
  await accounts.says('You need administrator privileges to access this page.')
  await accounts.says('Admin Only')
  await expectSound(accounts, 'access denied')
})

test('while the role is being checked: Checking access permissions...', async () => {
  const shell = await openNowhere(stage)
  const code = holding('**/assets/AdminArea*.js')
  await code.on(shell.page)
  await shell.goTo('/admin')
  await shell.says('Checking access permissions...')
  code.over()
  await shell.isAt('User Management')
})

test('nobody locked: No Account Lockouts, the policy, and no Unlock All Accounts', async () => {
  const accounts = await openAccounts(stage)
  await accounts.isAt('Account Security Management')
  await accounts.nobodyIsLocked()
  await expect.poll(() => accounts.tile('Currently Locked')).toBe('0')
  await expect.poll(() => accounts.tile('Recently Unlocked')).toBe('0')
  await expect.poll(() => accounts.tile('Security Status')).toBe('Active')
  await accounts.says('15-minute auto-unlock enabled')
  await accounts.shows('Security Policy')
  expect(await accounts.canUnlockAll()).toBe(false)
})

test('an address locked meanwhile appears without a reload, and Unlock Now lets it in', async () => {
  const accounts = await openAccounts(stage)
  await accounts.nobodyIsLocked()
  await lockOut('203.0.113.7')
  const address = accounts.address('203.0.113.7')
  await address.getByText('5 failed attempts').waitFor()
  await address.getByText(/^Unlocks in: 1[45] minutes$/).waitFor()
  await expect.poll(() => accounts.tile('Currently Locked')).toBe('1')
  await accounts.unlock('203.0.113.7')
  await accounts.toast('203.0.113.7 has been unlocked')
  await accounts.nobodyIsLocked()
})

test('a lock that ended by itself is listed as recently unlocked', async () => {
  await lockOut('203.0.113.8')
  stage.app.clock.advance(15 * 60_000)
  const accounts = await openAccounts(stage)
  await accounts.shows('Recently Unlocked')
  const address = accounts.address('203.0.113.8')
  await address.getByText('Auto-unlocked').waitFor()
  await address.getByText(/^Last attempt/).waitFor()
  await expect.poll(() => accounts.tile('Recently Unlocked')).toBe('1')
})

test('Unlock All Accounts lifts every lock', async () => {
  await lockOut('203.0.113.9')
  await lockOut('203.0.113.10')
  const accounts = await openAccounts(stage)
  await accounts.says('2 addresses')
  await accounts.unlockAll()
  await accounts.toast('All accounts have been unlocked')
  await accounts.nobodyIsLocked()
})

test('what fails is said: Unlock Failed, Unlock All Failed', async () => {
  await lockOut('203.0.113.11')
  const accounts = await openAccounts(stage, { expected: /status of 503/ })
  await refusing('**/api/admin/unlock-*').on(accounts.page)
  await accounts.unlock('203.0.113.11')
  await accounts.toast('Unlock Failed')
  await accounts.unlockAll()
  await accounts.toast('Unlock All Failed')
})

test('the list is read again every 30 seconds, and at once by Refresh Status', async () => {
  const accounts = await openAccounts(stage, { prepare: ({ clock }) => clock.install() })
  await accounts.nobodyIsLocked()
  await accounts.connected()
  const reads = () => accounts.requests('/api/admin/locked-accounts')
  const first = reads()
  // The page's clock keeps running meanwhile, on a slow machine for seconds.
  await accounts.page.clock.runFor(15_000)
  expect(reads()).toBe(first)
  await accounts.page.clock.runFor(15_000)
  await expect.poll(reads).toBe(first + 1)
  await accounts.refresh()
  await expect.poll(reads).toBe(first + 2)
})

test('a list that does not load shows an error and can be requested again', async () => {
  const away = refusing('**/api/admin/locked-accounts')
  const accounts = await openAccounts(stage, { prepare: away.on, expected: /status of 503/ })
  await accounts.says('Failed to load account lockouts')
  away.over()
  await accounts.tryAgain()
  await accounts.nobodyIsLocked()
})

test('the pages of the admin area pass axe in both themes and fit every width', async () => {
  await lockOut('2001:db8:85a3:8d3:1319:8a2e:370:7348')
  const accounts = await openAccounts(stage)
  await accounts.says('1 address')
  await expectSound(accounts, 'accounts')
  await accounts.goTo('/admin')
  await accounts.isAt('User Management')
  await expectSound(accounts, 'admin')
})
