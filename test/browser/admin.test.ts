import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { AdminFixture } from '../../src/areas/fixtures/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import { players } from '../support/leagues.ts'
import { pageOf, predicted, sharedBy } from '../support/sharing.ts'
import { openAccounts } from './admin-accounts-page.ts'
import { openFixtures, score } from './admin-fixtures-page.ts'
import { openReadModels } from './admin-read-models-page.ts'
import { openReports } from './admin-reports-page.ts'
import { openUsers } from './admin-users-page.ts'
import { nameOf } from './matches.ts'
import { expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

// The pages of the administrators. The first tests need a game with no other players.

const stage = setStage()

test('R120, R122, R123, R125: all users, sorted by a press, with roles that are changed at once, a new password that is shown once, and a deletion that lists what is deleted', async () => {
  const [ann] = [await stage.newPlayer(), await stage.newPlayer()]
  const users = await openUsers(stage, { theme: 'dark' })
  await users.isAt('User Management')
  await users.says('3 users, by rank')
  await expect.poll(() => users.tile('Total Users')).toBe('3')
  await expect.poll(() => users.tile('Active Predictors')).toBe('0')
  await expect.poll(() => users.tile('Avg Accuracy')).toBe('–')
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
  await expect.poll(() => users.sorting()).toEqual(['Username', 'descending'])
  await users.sortBy('Rank')
  await users.sortBy('Rank')
  await expect.poll(() => users.sorting()).toEqual(['Rank', 'ascending'])

  await users.changeRole(ann.name, 'Make Admin')
  await users.toast('Role updated')
  await users.toast(`${ann.name} is now an administrator.`)
  await expect.poll(() => users.told(ann.name)).toContain('Remove Admin')
  await expect.poll(async () => (await users.log())[0]).toMatch(new RegExp(`^Make Admin ${ann.name} You · `))
  await users.changeRole(ann.name, 'Remove Admin')
  await expect.poll(() => users.told(ann.name)).toContain('Make Admin')

  const { name } = ann
  await users.resetPassword(name, 'Asked by mail')
  await users.toast('Password reset successfully')
  const newPassword = await users.newPassword()
  await users.says('You’ll only see it once: pass it on securely.')
  const signedIn = stage.app.client()
  const login = await signedIn.post('/api/login', { username: name, password: newPassword })
  expect(login.status).toBe(200)
  await expect
    .poll(async () => (await users.log())[0])
    .toMatch(new RegExp(`^Reset Password of ${name} .*“Asked by mail”$`))
  await expectAccessible(users, 'a new password')
  await users.closeNotice()

  await signedIn.post('/api/leagues', { name: 'Sunday side' })
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

const adminFixture = async (id: number): Promise<AdminFixture> => {
  const current: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const all: AdminFixture[] = await stage.admin.get(`/api/admin/fixtures?gameweek=${current[0]!.gameweek}`)
  return all.find((fixture) => fixture.id === id)!
}

test('a result is entered, corrected and lifted, each with a reason that stays in the history; page and dialog pass axe in both themes and fit every width', async () => {
  const screen = await openFixtures(stage, { size: PHONE })
  const [fixture]: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const match = screen.match(nameOf(fixture!))
  await match.rule('Enter result', score('2', '1'))
  await screen.toast('Result entered')
  await match.says('2–1')
  await match.says('By hand')
  expect(await adminFixture(fixture!.id)).toMatchObject({
    homeScore: 2,
    awayScore: 1,
    status: 'FINISHED',
    resultByHand: true,
  })

  await match.rule('Correct result', score('3', '1'))
  await screen.toast('Result corrected')
  await match.says('3–1')

  await match.more()
  await match.says('Because: Enter result · by admin')
  await match.says('Because: Correct result · by admin')
  await expectSound(screen, 'a match with its history')
  await match.rule('Lift ruling')
  await screen.toast('Ruling lifted')
  await match.opener('Enter result').waitFor()
  expect(await adminFixture(fixture!.id)).toMatchObject({ homeScore: null, awayScore: null, resultByHand: false })
  await screen.beginAnyResult()
  await expectAccessible(screen, 'ruling', { within: '[role=dialog]' })
})

test('reports reach the admins without a reload, and the message, the share and the comment can be deleted once they have said so twice', async () => {
  const [author, member] = [await stage.app.player('loudmouth'), await stage.app.player('offended')]
  const league = (await author.post('/api/leagues', { name: 'Sunday side' })).body
  await member.post('/api/leagues/join-code', { joinCode: league.joinCode })
  const path = `/api/leagues/${league.id}/messages`
  const message = (await author.post(path, { content: 'You play like a traffic cone' })).body

  const reports = await openReports(stage, { theme: 'dark', size: PHONE })
  await reports.nothingIsReported()
  await expectAccessible(reports, 'no reports')
  await reports.connected()
  expect((await member.post(`/api/messages/${message.id}/report`, { reason: 'Rude' })).status).toBe(200)
  await reports.says('You play like a traffic cone')
  await reports.says('loudmouth in the league Sunday side')
  await reports.says('Reported by offended: Rude')

  await reports.deleteOf('message', 'loudmouth', 'Cancel')
  await reports.says('You play like a traffic cone')
  await reports.deleteOf('message', 'loudmouth', 'Delete')
  await reports.toast('Message deleted')
  await reports.nothingIsReported()
  expect((await member.get(path))[0]).toMatchObject({ isDeleted: true, content: null })

  const [owner, guest] = await players(stage.app, ['showoff', 'heckler'])
  const share = await sharedBy(owner!, await predicted(stage.app, owner!, 1), {
    title: 'You all lose',
    isPublic: false,
  })
  const { body } = await guest!.call('POST', `${pageOf(share)}/comments`, { content: 'No, you do' })
  await guest!.call('POST', `${pageOf(share)}/report`, { reason: 'Boasting' })
  await owner!.call('POST', `/api/comments/${body.id}/report`, {})
  await reports.says(`Reported by ${guest!.username}: Boasting`)
  expect(await reports.placeOf('You all lose')).toBe(`/shared/${share.shareUrl}`)
  await reports.deleteOf('comment', guest!.username, 'Delete')
  await reports.toast('Comment deleted')
  await reports.deleteOf('share', owner!.username, 'Delete')
  await reports.toast('Share deleted')
  await reports.nothingIsReported()
  expect((await guest!.call('GET', pageOf(share))).status).toBe(404)
})

test('every read model shows its state; an event that stops one is shown with its error, and can be skipped', async () => {
  const readModels = await openReadModels(stage, { theme: 'dark', size: PHONE })
  for (const name of ['play', 'people', 'settled-gameweeks']) await readModels.isUpToDate(name)

  const id = randomUUID()
  const data = { predictionId: 'none', userId: 'nobody', fixtureId: 'nowhere', pick: { result: 'home', score: null } }
  const at = '2026-11-21T09:00:00.000Z'
  const metadata = { $correlationId: id, $causationId: id, actor: null, version: 1, source: 'command' as const, at }
  await stage.app.container
    .get(TYPES.RawLog)
    .append('prediction-poison', [{ id, type: 'PredictionSubmitted', data, metadata }], 'no_stream')
  await readModels.reload()
  await readModels.isStopped()
  await readModels.says('invalid input syntax')
  await expectSound(readModels, 'a stopped read model')
  await readModels.skipEventOf('play')
  await readModels.goesOn()
})
