import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { SecurityQuestion } from '../../../../src/areas/recovery/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
import { PasswordResetPage } from './PasswordResetPage.tsx'

componentTests()

// These pages have no router: they read the address of the window.
afterEach(() => history.replaceState(null, '', '/'))

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true })
const flawOf = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
const hrefOf = (name: string) => screen.getAllByRole('link', { name }).at(-1)!.getAttribute('href')
/** The result of a form, in its place. */
const result = () => screen.getByRole('link', { name: 'Continue to Login' }).closest('[tabindex]')
type User = ReturnType<typeof draw>['user']
const press = async (user: User, name: string) => user.click(screen.getByRole('button', { name }))
async function newPassword(user: User, password: string, again = password) {
  for (const [label, text] of [
    ['New password', password],
    ['Confirm password', again],
  ] as const) {
    await user.clear(field(label))
    await user.type(field(label), text)
  }
}

describe('a link by mail (2.10)', () => {
  const SEND = 'POST /api/auth/forgot-password'

  test('R487: its page and the one of other ways to reset have titles of their own', () => {
    const { unmount } = draw(<ForgotPasswordPage />)
    expect(document.title).toBe('Forgot Password · PLP')
    unmount()
    draw(<PasswordResetPage />)
    expect(document.title).toBe('Reset Password · PLP')
  })

  test('needs a username', async () => {
    const { user, writes } = draw(<ForgotPasswordPage />)
    await press(user, 'Send reset link')
    expect(flawOf('Username')).toContain('Please enter your username.')
    expect(screen.getByText('Username required')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('R358: is sent, with the address if there is one; another name can follow', async () => {
    const { user, writes } = draw(<ForgotPasswordPage />, { answers: { [SEND]: done } })
    await user.type(field('Username'), ' ada ')
    await press(user, 'Send reset link')
    const sent = await screen.findByRole('heading', { name: 'Check Your Email' })
    expect(document.activeElement).toBe(sent)
    expect(screen.getByText('Reset email sent')).toBeDefined()
    expect(hrefOf('Back to Login')).toBe('/auth')
    await press(user, 'Try Different Username')
    expect(screen.getByRole('heading', { name: 'Forgot password' })).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('Username')))
    await user.type(screen.getByLabelText(/^Email/), 'ada@example.org')
    await press(user, 'Send reset link')
    await screen.findByRole('heading', { name: 'Check Your Email' })
    expect(writes().map(({ body }) => body)).toEqual([
      { username: 'ada' },
      { username: 'ada', email: 'ada@example.org' },
    ])
  })

  test('that is refused without a message says so', async () => {
    const { user } = draw(<ForgotPasswordPage />, { answers: { [SEND]: problem(503) } })
    await user.type(field('Username'), 'nobody-here')
    await press(user, 'Send reset link')
    expect(await screen.findByText('Failed to send reset email. Please try again.')).toBeDefined()
    expect(screen.getByText('Error')).toBeDefined()
  })

  test('of which there were too many can be sent again later', async () => {
    const held = { ...problem(429, 'Too many requests.'), headers: { 'Retry-After': '300' } }
    const { user } = draw(<ForgotPasswordPage />, { answers: { [SEND]: held } })
    await user.type(field('Username'), 'ada')
    await press(user, 'Send reset link')
    expect(await screen.findByText('Too many attempts')).toBeDefined()
    expect(screen.getByText('Try again in 5 minutes.')).toBeDefined()
  })
})

describe('a token (R110)', () => {
  const RESET = 'POST /api/auth/reset-password'

  test('typed by hand is checked before it is sent', async () => {
    history.replaceState(null, '', '/forgot-password?token=')
    const { user, writes } = draw(<ForgotPasswordPage />)
    await newPassword(user, '12345', '123456')
    await press(user, 'Reset Password')
    expect(flawOf('Reset token')).toContain('Invalid reset link')
    expect(flawOf('New password')).toContain('Password too short')
    expect(flawOf('Confirm password')).toContain("Passwords don't match")
    expect(writes()).toEqual([])
  })

  test('of a link is sent with the new password, and refused if it is used', async () => {
    history.replaceState(null, '', '/forgot-password?token=abc')
    const { user, answer, writes } = draw(<ForgotPasswordPage />, { answers: { [RESET]: problem(400) } })
    expect(screen.queryByLabelText('Reset token')).toBeNull()
    // The mail has arrived.
    expect(screen.queryByText(/Check your spam folder/)).toBeNull()
    expect(screen.getByText('The link works once, within 60 minutes.')).toBeDefined()
    await newPassword(user, 'brand-new-1')
    await press(user, 'Reset Password')
    expect(await screen.findByText('Reset failed')).toBeDefined()
    expect(screen.getAllByText('Invalid or expired reset token. Please try again.')).toHaveLength(2)
    // R385: a lost connection does not make the token invalid.
    answer(RESET, 'offline')
    await press(user, 'Reset Password')
    await waitFor(() => expect(screen.getAllByText('The server did not answer.')).toHaveLength(2))
    expect(screen.queryByText(/Invalid or expired/)).toBeNull()
    answer(RESET, done)
    await press(user, 'Reset Password')
    expect(await screen.findByText('You’re signed out everywhere.')).toBeDefined()
    expect(document.activeElement).toBe(result())
    expect(hrefOf('Continue to Login')).toBe('/')
    expect(writes()[0]!.body).toEqual({ token: 'abc', newPassword: 'brand-new-1' })
  })
})

describe('the other ways (2.11)', () => {
  const SELF = 'POST /api/auth/self-reset-password'
  const QUESTION = 'POST /api/auth/get-security-question'
  const ANSWER = 'POST /api/auth/security-reset-password'

  test('are listed from the most to the least helpful, each with a sentence', async () => {
    const { user } = draw(<PasswordResetPage />)
    const ways = within(screen.getByRole('list', { name: 'Ways back into your account' }))
    expect(ways.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Email me a link./),
      expect.stringMatching(/^Answer my security question./),
      expect.stringMatching(/^I know my current password./),
      expect.stringMatching(/^Ask an administrator./),
    ])
    expect(ways.getByRole('link').getAttribute('href')).toBe('/forgot-password')
    for (const [way, tab, label] of [
      [/^I know/, 'Self-Service', 'Username'],
      [/^Ask an/, 'Admin Help', 'Username'],
      [/^Answer/, 'Security Question', 'Username'],
    ] as const) {
      await user.click(ways.getByRole('button', { name: way }))
      expect(screen.getByRole('tab', { name: tab, selected: true })).toBeDefined()
      await waitFor(() => expect(document.activeElement).toBe(field(label)))
    }
  })

  const openSelf = async (answers: Parameters<typeof draw>[1]) => {
    const page = draw(<PasswordResetPage />, answers)
    await page.user.click(screen.getByRole('tab', { name: 'Self-Service' }))
    return page
  }

  test('self-service needs every field, and shows a refusal at the form', async () => {
    const { user, answer, writes } = await openSelf({
      answers: { [SELF]: problem(401, 'Invalid username or password') },
    })
    await press(user, 'Reset Password')
    expect(screen.getAllByText('All fields required').length).toBeGreaterThan(0)
    expect(writes()).toEqual([])
    await user.type(field('Username'), 'bo')
    await user.type(field('Current password'), 'password-1')
    await newPassword(user, 'brand-new-1')
    await press(user, 'Reset Password')
    const form = within(screen.getByRole('form', { name: 'Self-Service' }))
    expect(await form.findByText('Invalid username or password')).toBeDefined()
    expect(screen.getByText('Password reset failed')).toBeDefined()
    answer(SELF, done)
    await press(user, 'Reset Password')
    expect(await screen.findByText('Password updated successfully')).toBeDefined()
    expect(screen.getByText('You’re signed out everywhere.')).toBeDefined()
  })

  test.each([
    [undefined, 'Try again in 1 minute.'],
    ['86400', 'Try again in 24 hours.'],
  ])('too many wrong secrets show when to retry (%s), and offer the other ways (T90)', async (seconds, text) => {
    const held = {
      ...problem(429, 'Too many failed login attempts.'),
      ...(seconds && { headers: { 'Retry-After': seconds } }),
    }
    const { user } = await openSelf({ answers: { [SELF]: held } })
    await user.type(field('Username'), 'anybody')
    await user.type(field('Current password'), 'not-the-one')
    await newPassword(user, 'brand-new-1')
    await press(user, 'Reset Password')
    expect(await screen.findByText('Too many attempts')).toBeDefined()
    expect(screen.getByText(`${text} Get a link by mail, or choose Admin Help.`)).toBeDefined()
    expect(hrefOf('Get a link by mail')).toBe('/forgot-password')
  })

  test('the security question: none for an unknown name, then the answer sets a new password', async () => {
    const { user, answer, writes } = draw(<PasswordResetPage />, { answers: { [QUESTION]: problem(404) } })
    await user.click(screen.getByRole('tab', { name: 'Security Question' }))
    await press(user, 'Get Question')
    expect(flawOf('Username')).toContain('Username required')
    await user.type(field('Username'), 'nobody-here')
    await press(user, 'Get Question')
    expect(await screen.findByText('No security question found')).toBeDefined()
    answer(QUESTION, ok(SecurityQuestion, { securityQuestion: 'First ground?' }))
    answer(ANSWER, done)
    await press(user, 'Get Question')
    expect(await screen.findByText('First ground?')).toBeDefined()
    await user.type(field('Answer'), 'Highbury')
    await newPassword(user, 'another-one-2')
    await press(user, 'Reset Password')
    expect(await screen.findByText('You’re signed out everywhere.')).toBeDefined()
    expect(writes().at(-1)!.body).toEqual({
      username: 'nobody-here',
      securityAnswer: 'Highbury',
      newPassword: 'another-one-2',
    })
  })

  test('admin help needs a reason, and is sent', async () => {
    const { user, writes } = draw(<PasswordResetPage />, { answers: { 'POST /api/auth/request-admin-reset': done } })
    await user.click(screen.getByRole('tab', { name: 'Admin Help' }))
    await press(user, 'Request Reset')
    expect(flawOf('Username')).toContain('Please enter your username.')
    expect(flawOf('Reason')).toContain('Give a reason.')
    await user.type(field('Username'), 'cy')
    await user.type(field('Reason'), 'New phone')
    await press(user, 'Request Reset')
    expect(await screen.findByRole('link', { name: 'Continue to Login' })).toBeDefined()
    expect(document.activeElement).toBe(result())
    expect(writes()).toMatchObject([{ body: { username: 'cy', reason: 'New phone' } }])
  })
})

describe('the address of an account', () => {
  const CONFIRM = 'POST /api/profile/email/confirm'

  test('is confirmed signed in only', () => {
    draw(<ConfirmEmailPage session={{ status: 'signed-out' }} />)
    expect(screen.getByText('Sign in first, then open the link in the email again.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Confirm Address' })).toBeNull()
  })

  test('is confirmed with the token of the link, or says why not', async () => {
    history.replaceState(null, '', '/confirm-email?token=abc')
    const { user, answer, writes } = draw(
      <ConfirmEmailPage session={{ status: 'signed-in', user: readerSample({ username: 'ada' }) }} />,
      { answers: { [CONFIRM]: problem(400, 'This link has expired') } },
    )
    expect(screen.getByText('Confirm it as the address of ada.')).toBeDefined()
    await press(user, 'Confirm Address')
    expect(await screen.findByText('This link has expired')).toBeDefined()
    answer(CONFIRM, { status: 200, body: { email: 'ada@example.org', emailConfirmed: true, securityQuestion: null } })
    await press(user, 'Confirm Address')
    const heading = await screen.findByRole('heading', { name: 'Address confirmed' })
    expect(within(heading.parentElement!).getByText('We’ll use ada@example.org from now on.')).toBeDefined()
    expect(writes()[0]!.body).toEqual({ token: 'abc' })
  })
})
