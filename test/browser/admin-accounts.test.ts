import { beforeEach, expect, test } from 'vitest'
import { openAccounts } from './admin-accounts-page.ts'
import { holding } from './answers.ts'
import { openNowhere } from './shell-page.ts'
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

test('while the role is being checked: Checking access permissions...', async () => {
  const shell = await openNowhere(stage)
  const code = holding('**/assets/AdminArea*.js')
  await code.on(shell.page)
  await shell.goTo('/admin')
  await shell.says('Checking access permissions...')
  code.over()
  await shell.isAt('User Management')
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
