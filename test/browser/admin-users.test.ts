import { expect, test } from 'vitest'
import { openUsers } from './admin-users-page.ts'
import { expectAccessible } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

test('R120, R122: all users, sorted by a press, with roles that are changed at once', async () => {
  const [ann] = [await stage.newPlayer(), await stage.newPlayer()]
  const users = await openUsers(stage)
  await users.isAt('User Management')
  await users.says('3 users, by rank')
  await expect.poll(() => users.tile('Total Users')).toBe('3')
  await expect.poll(() => users.tile('Active Predictors')).toBe('0')
  await expect.poll(() => users.tile('Avg Accuracy')).toBe('0.0%')
  expect(await users.sorting()).toEqual(['Rank', 'ascending'])
  expect(await users.told(ann.name)).toMatch(
    new RegExp(`^PL ${ann.name} User #\\d+ – 0 0 0 correct – 0 User Not Set No Wallet 21 Nov 2026 \\d\\d:\\d\\d`),
  )
  expect(await users.told('admin')).toContain('Current User')
  expect(await users.canAct('admin')).toBe(false)

  await users.sortBy('Username')
  await expect.poll(() => users.names()).toEqual(['admin', 'player_1', 'player_2'])
  await users.sortBy('Username')
  await expect.poll(() => users.names()).toEqual(['player_2', 'player_1', 'admin'])
  expect(await users.sorting()).toEqual(['Username', 'descending'])
  await users.sortBy('Rank')
  await users.sortBy('Rank')
  expect(await users.sorting()).toEqual(['Rank', 'ascending'])

  await users.changeRole(ann.name, 'Make Admin')
  await users.toast('Role updated')
  await users.toast(`${ann.name} is now an administrator.`)
  await expect.poll(() => users.told(ann.name)).toContain('Remove Admin')
  await expect.poll(async () => (await users.log())[0]).toMatch(new RegExp(`^Make Admin ${ann.name} You · `))
  await users.changeRole(ann.name, 'Remove Admin')
  await expect.poll(() => users.told(ann.name)).toContain('Make Admin')
})

test('R123: a new password is shown once, and works', async () => {
  const { name } = await stage.newPlayer()
  const users = await openUsers(stage, { theme: 'dark' })
  await users.resetPassword(name, 'Asked by mail')
  await users.toast('Password reset successfully')
  const newPassword = await users.newPassword()
  await users.says('You’ll only see it once: pass it on securely.')
  const login = await stage.app.client().post('/api/login', { username: name, password: newPassword })
  expect(login.status).toBe(200)
  await expect
    .poll(async () => (await users.log())[0])
    .toMatch(new RegExp(`^Reset Password of ${name} .*“Asked by mail”$`))
  await expectAccessible(users, 'a new password')
  await users.closeNotice()
})

test('R125: a deletion lists what is deleted, and can be cancelled', async () => {
  const { name, post } = await stage.newPlayer()
  await post('/api/leagues', { name: 'Sunday side' })
  const users = await openUsers(stage)
  await users.askToDelete(name)
  const warning = await users.warning()
  expect(warning).toContain(`This is permanent. It removes ${name}’s predictions, league memberships and account data.`)
  expect(warning).toContain('1 league, 0 teams')
  await expectAccessible(users, 'a deletion', { within: '[role=dialog]' })
  await users.cancel()
  expect(await users.told(name)).toContain('Delete')
  await users.askToDelete(name)
  await users.confirmDeletion('Asked for it')
  await users.toast('User deleted')
  await expect.poll(() => users.names()).not.toContain(name)
  await expect.poll(async () => (await users.log())[0]).toMatch(/^Delete a user, name erased You · .*“Asked for it”$/)
  const [columns, latest] = await users.logFile()
  expect(columns).toBe('When,Who,What,About,Why')
  expect(latest).toMatch(/Z,admin,Delete,"a user, name erased",Asked for it$/)
})
