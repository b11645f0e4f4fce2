import { expect, test } from 'vitest'
import { openUsers } from './admin-users-page.ts'
import { answering, refusing, together } from './answers.ts'
import { expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()
const LIST = /\/api\/admin\/users\?/

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
    new RegExp(`^PL ${ann.name} User #\\d+ – 0 0 0 correct 0% 0 User Not Set No Wallet 21 Nov 2026 \\d\\d:\\d\\d`),
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
  await expectSound(users, 'users')
})

test('R121: a search by the first letters, and what says that nobody is found', async () => {
  const { name } = await stage.newPlayer()
  const users = await openUsers(stage, { size: PHONE })
  await users.search(name)
  await users.says('1 found, by rank')
  expect(await users.names()).toEqual([name])
  await users.search('zzyzx')
  await users.says('No user matches “zzyzx”')
  await users.says('Search by the start of the name.')
  await users.press('Clear search')
  await users.sortCardsBy('Username')
  await users.press('Descending')
  await expect.poll(async () => (await users.names()).at(-1)).toBe('admin')
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
  await expectSound(users, 'a new password')
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
  await expectSound(users, 'a deletion')
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

test('failures are shown in the server’s words, or in the page’s own', async () => {
  const { name } = await stage.newPlayer()
  const last = 'You can’t demote or delete the last administrator'
  const users = await openUsers(stage, {
    expected: /status of (409|503)/,
    prepare: together(
      refusing('**/role', { status: 409, detail: last }).on,
      refusing('**/reset-password').on,
      refusing(/\/api\/admin\/users\/\d+$/).on,
    ),
  })
  await users.changeRole(name, 'Make Admin')
  await users.toast('Failed to update role')
  await users.toast(last)
  await users.resetPassword(name, '')
  await users.toast('Failed to reset password')
  await users.toast('The server did not answer.')
  await users.askToDelete(name)
  await users.confirmDeletion()
  await users.toast('Failed to delete user')
})

test('nobody yet, no answer, and ranks, accuracies, clubs and wallets as they are told', async () => {
  const away = refusing(LIST)
  const users = await openUsers(stage, { expected: /status of 503/, prepare: away.on })
  await users.says('Failed to load users')
  away.over()
  await users.tryAgain()
  await users.shows('User Management')

  await answering(LIST, []).on(users.page)
  await users.reload()
  await users.says('No users have signed up yet')

  const [first] = await stage.admin.get('/api/admin/users')
  const [club] = await stage.admin.get('/api/teams')
  const wallet = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  const shown = [
    { role: 'admin', rank: 1, accuracy: 70, favoriteTeam: club.id, walletAddress: wallet },
    { rank: 2, accuracy: 50, favoriteTeam: 999 },
    { rank: 1234, accuracy: 49 },
  ].map((user, index) => ({ ...first, id: 100 + index, username: `shown_${index}`, ...user }))
  await answering(LIST, shown).on(users.page)
  await users.reload()
  await expect.poll(() => users.told('shown_0')).toContain(`70% 0 Admin ${club.shortName} 0x71C7…976F`)
  expect(await users.told('shown_1')).toContain('Unknown Team')
  expect(await users.told('shown_2')).toContain('1,234')
  await expectSound(users, 'users of all kinds')
})

test('the buttons lead to the unlocking and to the locked addresses', async () => {
  const users = await openUsers(stage)
  await users.follow('Account Security')
  await users.isAt('Account Security Management')
  await users.back()
  await users.follow('Unlock Achievements')
  await users.isAt('Achievements')
})
