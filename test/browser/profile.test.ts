import sharp from 'sharp'
import { expect, test } from 'vitest'
import { holding, refusing } from './answers.ts'
import { landingOf } from './landing-page.ts'
import { mailFolder } from './mails.ts'
import { currentFixtures, enterResult, predict } from './matches.ts'
import { openProfile } from './profile-page.ts'
import { shellOf } from './shell-page.ts'
import { DESK, expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { expectFocus } from './visitor.ts'

const { folder, mailTo } = mailFolder()
const stage = setStage(() => ({ env: { DATA_DIR: folder } }))

const pngOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d8945e' } })
    .png()
    .toBuffer()
const picture = async () => ({ name: 'me.png', mimeType: 'image/png', buffer: await pngOf(600, 400) })

test('with unsaved changes, links and Back need a confirmation, and continue after it (R190); the profile leads to the player’s page and back, keeps its tab, and is reached by the picture in the header', async () => {
  const rookie = await stage.newPlayer()
  const profile = await openProfile(stage, { as: rookie, path: '/leagues' })
  const shell = shellOf(profile)
  await shell.follow('Profile')
  await profile.isAt(rookie.name)
  await profile.edit()
  await profile.back()
  // Without changes there is no confirmation.
  await profile.isAt('Leagues')
  await shell.follow('Profile')
  await profile.edit()
  await profile.field('Bio').fill('Row F')
  await profile.back()
  await profile.answer('Cancel')
  await profile.stays()
  expect(await profile.field('Bio').inputValue()).toBe('Row F')
  await profile.back()
  await profile.answer('Leave')
  await profile.isAt('Leagues')
  await shell.follow('Profile')
  await profile.edit()
  await profile.field('Bio').fill('Row G')
  await shell.follow('Achievements')
  await profile.answer('Leave')
  await profile.isAt('Achievements')
  expect((await rookie.get('/api/profile')).bio).toBeNull()

  await shell.header.getByRole('link', { name: /^Profile,/ }).click()
  await profile.isAt(rookie.name)
  await profile.seeOwnPage()
  await profile.page.getByRole('link', { name: 'Edit profile' }).click()
  await profile.isAt(rookie.name)
  await profile.openTab('Statistics')
  await profile.says('No statistics yet')
  await profile.reload()
  await profile.says('No statistics yet')
  await profile.home()
  await shell.isHome()
})

test('a returning player sees badges and weeks; edits are stored, and confirmed before they are discarded (R190, R191, R192)', async () => {
  const maya = await stage.newPlayer()
  const [first, second] = await currentFixtures(maya)
  await predict(maya, first!, 2, 1)
  await predict(maya, second!, 0, 0)
  const { body: league } = await maya.post('/api/leagues', { name: 'Back Post Club' })
  await enterResult(stage.admin, first!, 2, 1)
  await enterResult(stage.admin, second!, 3, 0)
  await stage.app.settled()
  const { totalPoints, rank } = await maya.get('/api/user')
  const profile = await openProfile(stage, { as: maya, expected: /status of (400|503)/ })
  await profile.says('1 exact score', 'exactly')
  expect(await profile.figure('Rank')).toBe(`Rank ${rank}`)
  expect(await profile.figure('Points')).toBe(`Points ${totalPoints}`)
  expect((await profile.badges())[0]).toBe('Score Predictor 1 exact score Rare')
  await expect
    .poll(async () => (await profile.standing()).map((line) => line.replace(/ of .*/, '')))
    .toEqual(['Everyone', league.name])
  await profile.chart('Weekly Performance').getByText('50%', { exact: true }).first().waitFor()

  await profile.edit()
  await expectFocus(profile.field('First name'))
  expect(await profile.field('Username').isDisabled()).toBe(true)
  await profile.field('First name').fill('Maya')
  await profile.field('Phone').fill('home')
  await profile.support(first!.homeTeam.name)
  // Opening another tab of the page loses nothing.
  await profile.openTab('Statistics')
  await profile.chart('Points by week').getByRole('button', { name: 'Show as table' }).click()
  const table = profile.chart('Points by week').getByRole('table')
  expect(await table.getByRole('row').last().innerText()).toContain('15')
  await profile.openTab('Overview')
  expect(await profile.field('First name').inputValue()).toBe('Maya')

  await shellOf(profile).follow('Leagues')
  await profile.answer('Cancel')
  await profile.stays()
  await profile.cancel()
  await profile.dialog.getByText('You’ll lose your changes.').waitFor()
  await profile.answer('Cancel')
  await profile.save()
  await profile.toast('Update Failed')
  await profile.form.getByText('That is not a phone number').waitFor()
  await profile.field('Phone').fill('')
  await profile.field('Bio').fill('Away end, row F.')
  await profile.field('Location').fill('Hounslow')
  const away = refusing('**/api/profile', { only: 'writes' })
  await away.on(profile.page)
  await profile.save()
  await profile.toast('The server did not answer.')
  await expectSound(profile, 'the profile while it is edited')
  await profile.page.setViewportSize(DESK)
  away.over()
  await profile.save()
  await profile.toast('Profile Updated')
  await expectFocus(profile.page.getByRole('button', { name: 'Edit Profile' }))
  await expect.poll(() => profile.told('Favorite Team')).toContain(first!.homeTeam.name)
  await expect.poll(() => profile.told('Bio')).toBe('Away end, row F.')
  await expect.poll(() => profile.told('Phone')).toBe('Not set')
  await profile.says(/^Maya · Hounslow · with us since/)
})

test('a picture: invalid and large ones are refused, the square is chosen by keyboard, and it is shown at once (R193)', async () => {
  const maya = await stage.newPlayer()
  const profile = await openProfile(stage, { as: maya, expected: /status of 503/ })
  await profile.pick({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await profile.toast('Invalid File')
  await profile.toast('Please select an image file (JPG, PNG, GIF)')
  await profile.pick({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await profile.toast('File Too Large')
  await profile.toast('Please select an image smaller than 5MB')
  await profile.pick({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await profile.toast('Invalid File')

  await profile.pick(await picture())
  await profile.zoom.press('ArrowRight')
  await expect.poll(() => profile.zoom.getAttribute('aria-valuetext')).toBe('1.1 times')
  await profile.square.press('ArrowRight')
  await expectSound(profile, 'the choice of the square', { within: '[role=dialog]' })
  const away = refusing('**/api/user/avatar', { only: 'writes' })
  await away.on(profile.page)
  await profile.useSquare()
  await profile.toast('Upload Failed')
  await profile.toast('Upload failed')
  away.over()
  const slow = holding('**/api/user/avatar')
  await slow.on(profile.page)
  await profile.pick(await picture())
  await profile.useSquare()
  await profile.uploading.waitFor()
  slow.over()
  await profile.toast('Avatar uploaded')
  await profile.uploading.waitFor({ state: 'detached' })
  const { profileImage } = await maya.get('/api/user')
  expect(profileImage).not.toBeNull()
  await expect.poll(() => profile.pictureInHeader()).toBe(profileImage)

  await profile.removePicture()
  await profile.answer('Cancel')
  await profile.stays()
  await profile.removePicture()
  await profile.answer('Remove')
  await profile.toast('Avatar removed')
  await expect.poll(() => profile.pictureInHeader()).toBeNull()
})

test('settings: address, question, password and sessions, each with the current password if required (R194)', async () => {
  const maya = await stage.newPlayer()
  const elsewhere = stage.app.client()
  const phone = { 'User-Agent': 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }
  const signIn = () => elsewhere.request('POST', '/api/login', { username: maya.name, password: 'password-1' }, phone)
  await signIn()
  const profile = await openProfile(stage, {
    as: maya,
    path: '/profile?tab=settings',
    size: PHONE,
    // A new password also ends the socket, which may reconnect before the new cookie is set.
    expected: /status of (400|401|403)|WebSocket/,
  })
  await profile.change('email', { Email: 'maya@example.org' })
  await profile.toast('Open the link we sent to maya@example.org.')
  await profile.says('Sent to maya@example.org. Open the link in that email to confirm it.')
  await profile.press('Send again')
  await profile.toast('Another email is on its way to maya@example.org.')
  await profile.change('email', { Email: 'maya@new.example' })
  await profile.dialog.getByText('Enter your current password to change this').waitFor()
  await profile.change('email', { 'Current password': 'not-mine' })
  await profile.dialog.getByText('That’s not your current password').waitFor()
  await expectAccessible(profile, 'the dialog of the address', { within: '[role=dialog]' })
  await profile.change('email', { 'Current password': 'password-1' })
  await profile.says('Sent to maya@new.example. Open the link in that email to confirm it.')
  // The link of the mail is opened elsewhere, and this page is notified.
  const { token } = await mailTo('maya@new.example', /Confirm/)
  expect((await maya.post('/api/profile/email/confirm', { token })).status).toBe(200)
  await profile.says('Confirmed', 'exactly')

  await profile.change('security question', { Question: 'First ground?', Answer: 'Arsenal' })
  await profile.dialog.getByText('The answer cannot be the name of a club').waitFor()
  await profile.change('security question', { Answer: 'Highbury in the rain' })
  await profile.says('First ground?', 'exactly')

  await profile.page.getByRole('checkbox', { name: 'Competition prizes' }).click()
  await expect.poll(async () => (await maya.get('/api/notifications/settings')).muted).toEqual(['prize'])

  const devices = async () => (await profile.sessions()).map((line) => line.replace(/ Signed in on .*/, ''))
  await expect.poll(async () => (await devices()).length).toBe(2)
  expect((await devices()).some((device) => device.endsWith('This device'))).toBe(true)
  await expectSound(profile, 'the settings')
  await profile.endSession('Firefox on Android')
  await profile.toast('Session ended')
  await expect.poll(async () => (await devices()).length).toBe(1)
  expect((await elsewhere.request('GET', '/api/user')).status).toBe(401)
  await signIn()
  await profile.reload()
  await profile.press('End all others')
  await profile.toast('1 session ended.')
  await expect.poll(async () => (await devices()).length).toBe(1)
  await signIn()

  const fresh = { 'New password': 'password-2', 'Confirm password': 'password-2' }
  await profile.change(
    'password',
    { 'Current password': 'not-mine', ...fresh, 'Confirm password': 'other' },
    'Change password',
  )
  await profile.dialog.getByText("Passwords don't match").waitFor()
  await profile.change('password', fresh, 'Change password')
  await profile.toast('Update Failed')
  await profile.change('password', { 'Current password': 'password-1' }, 'Change password')
  await profile.toast('Password updated successfully')
  expect((await elsewhere.request('GET', '/api/user')).status).toBe(401)

  const held = await profile.exported()
  expect(held.username).toBe(maya.name)
  expect(held.events.length).toBeGreaterThan(0)
})

test('the account is deleted with its password, and the landing page follows (R194)', async () => {
  const maya = await stage.newPlayer()
  const profile = await openProfile(stage, {
    as: maya,
    path: '/profile?tab=settings',
    expected: /status of 401|WebSocket/,
  })
  await profile.deleteAccount('not-mine')
  await profile.dialog.getByRole('alert').waitFor()
  await expectAccessible(profile, 'the question before an account is deleted', { within: '[role=dialog]' })
  await profile.deleteAccount('password-1')
  await landingOf(profile).stands()
  await profile.toast('Account deleted')
  expect(profile.url().pathname).toBe('/')
  expect((await stage.app.client().post('/api/login', { username: maya.name, password: 'password-1' })).status).toBe(
    401,
  )
  await profile.leave()
})
