import { beforeAll, expect, test } from 'vitest'
import { holding, refusing } from './answers.ts'
import { openLanding } from './landing-page.ts'
import { mailFolder } from './mails.ts'
import { openConfirm, openForgot, openOptions, openResetRequests } from './recovery-page.ts'
import { expectAccessible, expectSound } from './soundness.ts'
import { type Player, setStage } from './stage.ts'

const { folder, mailTo } = mailFolder()
const stage = setStage(() => ({ env: { DATA_DIR: folder } }))

const NEW = 'brand-new-1'
let nextAddress = 1

/** Whether a username signs in with a password, from an otherwise unused address. */
async function signsIn(username: string, password: string): Promise<boolean> {
  const from = { 'X-Forwarded-For': `198.51.100.${nextAddress++}` }
  return (await stage.app.client().request('POST', '/api/login', { username, password }, from)).status === 200
}

let ada: Player
const email = 'ada@example.org'
beforeAll(async () => {
  ada = await stage.newPlayer()
  await ada.put('/api/profile', { email, securityQuestion: 'First ground?', securityAnswer: 'Highbury in the rain' })
})

test('an address is confirmed by its owner, signed in, with the link of the mail', async () => {
  const { token } = await mailTo(email, /Confirm/)
  const stranger = await openConfirm(stage, token!, { as: null })
  await stranger.says('Sign in first, then open the link in the email again.')
  const owner = await openConfirm(stage, token!, { as: ada })
  await owner.confirm()
  await owner.isAt('Address confirmed')
  await expectAccessible(owner, 'confirmed')
})

test('a link by mail: nothing typed, sending for long, sent, another name, with neither sockets nor the app (2.10)', async () => {
  const slow = holding('**/api/auth/forgot-password')
  const forgot = await openForgot(stage, '', { prepare: (page) => slow.on(page) })
  await forgot.isAt('Forgot password')
  await forgot.skips()
  await forgot.press('Send reset link')
  expect(await forgot.saysOf('Username')).toBe('Please enter your username.')
  await forgot.toast('Username required')
  await forgot.ask('nobody-here')
  await forgot.says('Still sending. It is taking longer than usual.')
  slow.over()
  await forgot.toast('Reset email sent')
  await forgot.isAt('Check Your Email')
  await forgot.says(/It can take up to 5 minutes/)
  expect(await forgot.leadsTo('Back to Login')).toBe('/auth')
  await expectAccessible(forgot, 'sent')
  await forgot.tryAnother()
  await forgot.isAt('Forgot password')
  await forgot.ask(ada.name, email)
  await forgot.isAt('Check Your Email')
  expect((await mailTo(email, /Reset/)).body).toContain('/forgot-password?token=')
  expect([forgot.requests('/socket.io'), forgot.requests('/assets/SignedIn')]).toEqual([0, 0])
})

test('a token by hand: possible errors, then a new password, which works once (R110)', async () => {
  const { token } = await mailTo(email, /Reset/)
  // A mail program has truncated the link.
  const forgot = await openForgot(stage, '?token=', { expected: /400/ })
  await forgot.typeToken('')
  await forgot.newPassword({ password: '12345', again: '123456' })
  await forgot.reset()
  expect(await forgot.saysOf('Reset token')).toContain('Invalid reset link')
  expect(await forgot.saysOf('New password')).toContain('Password too short')
  expect(await forgot.saysOf('Confirm password')).toContain("Passwords don't match")
  await forgot.toast('Invalid reset link')
  await expectSound(forgot, 'what can be wrong')
  await forgot.newPassword({ password: '', again: '' })
  await forgot.reset()
  await forgot.says('All fields required', 'exactly')
  await forgot.typeToken('0'.repeat(32))
  await forgot.newPassword({ password: NEW })
  await forgot.reset()
  await forgot.toast('Reset failed')
  await forgot.toast('Invalid or expired reset token. Please try again.')
  await forgot.typeToken(token!)
  await forgot.reset()
  await forgot.says('You’re signed out everywhere.')
  expect(await forgot.leadsTo('Continue to Login')).toBe('/')
  expect(await signsIn(ada.name, NEW)).toBe(true)

  const linked = await openForgot(stage, `?token=${token}`, { expected: /400/ })
  expect(await linked.field('Reset token').count()).toBe(0)
  await linked.newPassword({ password: NEW })
  await linked.reset()
  await linked.toast('Reset failed')
})

test('the security question: none for an unknown name, then the answer sets a new password (2.11)', async () => {
  const options = await openOptions(stage, { expected: /404/ })
  await options.choose('Security Question')
  await options.getQuestion(' ')
  expect(await options.saysOf('Username')).toBe('Username required')
  await options.toast('Username required')
  await options.getQuestion('nobody-here')
  await options.says('No security question found')
  await options.says(/This account doesn't have a security question set up. Please use another reset method./)
  await expectAccessible(options, 'no question')
  await options.getQuestion(ada.name)
  await options.says('First ground?')
  await expectAccessible(options, 'question')
  await options.answer('highbury in the RAIN')
  await options.newPassword({ password: 'another-one-2' })
  await options.reset()
  await options.toast('Password reset successful')
  expect(await signsIn(ada.name, 'another-one-2')).toBe(true)
})

test('too many wrong secrets show when to retry, and offer the other ways (T90)', async () => {
  const held = refusing('**/api/auth/self-reset-password', { status: 429, detail: 'Too many failed login attempts.' })
  const options = await openOptions(stage, { expected: /429/, prepare: (page) => held.on(page) })
  await options.known('anybody', 'not-the-one')
  await options.newPassword({ password: NEW })
  await options.reset()
  await options.says('Too many attempts')
  await options.says(/^Try again in 1 minute\. Get a link by mail, or choose Admin Help\.$/)
  expect(await options.leadsTo('Get a link by mail')).toBe('/forgot-password')
  expect(await options.leadsTo('Back to Login')).toBe('/auth')
  await expectSound(options, 'too many')
})

test('a login that is refused for too many failures offers a link by mail (T77)', async () => {
  const held = refusing('**/api/login', { status: 429, detail: 'Too many failed logins to this account.' })
  const landing = await openLanding(stage, '/', { expected: /429/, prepare: (page) => held.on(page) })
  await landing.signIn(ada.name, 'password-1')
  const link = landing.page.getByRole('link', { name: 'Get a link by mail' })
  await link.waitFor()
  await expectSound(landing, 'refused login', { only: 'this theme' })
  await link.click()
  await landing.isAt('Forgot password')
})

test('admin help: a request reaches the administrators’ page, which sets a new password, shown once (R114)', async () => {
  const [cy, dee] = [await stage.newPlayer(), await stage.newPlayer()]
  const requests = await openResetRequests(stage)
  await requests.nobodyWaits()
  await requests.connected()
  const options = await openOptions(stage)
  await options.choose('Admin Help')
  await options.press('Request Reset')
  expect(await options.saysOf('Username')).toBe('Please enter your username.')
  expect(await options.saysOf('Reason')).toBe('Give a reason.')
  await options.requestHelp(cy.name, 'New phone, no password anywhere. <b>Please</b>')
  await options.toast('Request sent to admin')
  expect(await options.leadsTo('Continue to Login')).toBe('/')
  await stage.app.client().post('/api/auth/request-admin-reset', { username: dee.name, reason: 'Hacked?' })

  await requests.request(cy.name).getByText('“New phone, no password anywhere. <b>Please</b>”').waitFor()
  await requests.says('2 pending')
  await requests.dismiss(dee.name)
  await requests.toast('Request dismissed')
  await requests.reset(cy.name)
  await requests.toast('Password reset successfully')
  const password = await requests.newPassword()
  await expectAccessible(requests, 'new password')
  expect(await signsIn(cy.name, password)).toBe(true)
  await requests.closeNotice()
  await requests.saysNoMore(password)
  await requests.nobodyWaits()
})

test('light for a player, too: no sockets', async () => {
  const player = await openForgot(stage, '', { as: ada })
  await player.isQuiet()
  expect(player.requests('/socket.io')).toBe(0)
})
