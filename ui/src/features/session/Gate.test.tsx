import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { RequestOptions } from '../../../../src/areas/passkeys/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import { Gate } from './Gate.tsx'

componentTests()

const username = () => screen.getByLabelText<HTMLInputElement>('Username')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const LOGIN = 'POST /api/login'
const REGISTER = 'POST /api/register'

describe('the form', () => {
  test('toggles between Welcome Back and Join the Game by keyboard', async () => {
    const { user } = draw(<Gate />)
    screen.getByRole('tab', { name: 'Sign In' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('heading', { name: 'Join the Game' })).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Create Account' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.queryByRole('link', { name: 'Reset Password' })).toBeNull()
    await user.keyboard('{Home}')
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeDefined()
  })

  test.each([
    ['', 'password-1', 'Please enter both username and password'],
    ['maya', '', 'Please enter both username and password'],
    ['maya', '12345', 'Password must be at least 6 characters long'],
  ])('username "%s" with password "%s" is not sent: %s', async (name, secret, message) => {
    const { user, writes } = draw(<Gate />)
    if (name) await user.type(username(), name)
    await user.type(password(), `${secret}{Enter}`)
    expect(screen.getByText(message)).toBeDefined()
    expect(writes()).toEqual([])
    expect(document.activeElement).toBe(name ? password() : username())
    expect(username().getAttribute('aria-invalid')).toBe(name ? null : 'true')
  })

  test('leads to the ways to reset a password', () => {
    draw(<Gate />)
    expect(screen.getByRole('link', { name: 'Reset Password' }).getAttribute('href')).toBe('/password-reset')
  })
})

describe('signing in', () => {
  test('sends the trimmed username and welcomes the player', async () => {
    const { user, writes } = draw(<Gate />, { answers: { [LOGIN]: ok(CurrentUser, readerSample()) } })
    await user.type(username(), ' maya_k ')
    await user.type(password(), 'password-1{Enter}')
    expect(await screen.findByText('Welcome back!')).toBeDefined()
    expect(writes()).toMatchObject([{ body: { username: 'maya_k', password: 'password-1' } }])
  })

  test('with a wrong password is refused: Login failed, with the reason', async () => {
    const { user, answer } = draw(<Gate />, { answers: { [LOGIN]: problem(401, 'Invalid username or password') } })
    await user.type(username(), 'maya_k')
    await user.type(password(), 'wrong-password{Enter}')
    expect(await screen.findByText('Login failed')).toBeDefined()
    const form = within(screen.getByRole('form', { name: 'Welcome Back' }))
    expect(form.getByText('Invalid username or password')).toBeDefined()
    expect(document.activeElement).toBe(password())
    expect([username(), password()].map((box) => box.getAttribute('aria-invalid'))).toEqual([null, 'true'])
    expect(screen.queryByRole('link', { name: 'Get a link by mail' })).toBeNull()
    answer(LOGIN, ok(CurrentUser, readerSample()))
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByText('Welcome back!')).toBeDefined()
    expect(screen.queryByText('Login failed')).toBeNull()
    expect(form.queryByText('Invalid username or password')).toBeNull()
  })

  test('after too many failures offers a link by mail (T77)', async () => {
    const { user } = draw(<Gate />, { answers: { [LOGIN]: problem(429, 'Too many failed logins to this account.') } })
    await user.type(username(), 'maya_k')
    await user.type(password(), 'password-1{Enter}')
    const link = await screen.findByRole('link', { name: 'Get a link by mail' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
    await user.click(screen.getByRole('tab', { name: 'Create Account' }))
    expect(screen.queryByRole('link', { name: 'Get a link by mail' })).toBeNull()
  })

  test('is sent once while it is on its way', async () => {
    const { user, writes } = draw(<Gate />, { answers: { [LOGIN]: 'pending' } })
    await user.type(username(), 'maya_k')
    await user.type(password(), 'password-1{Enter}{Enter}')
    expect(writes()).toHaveLength(1)
  })

  test('without a connection keeps the form', async () => {
    const { user } = draw(<Gate />, { answers: { [LOGIN]: 'offline' } })
    await user.type(username(), 'maya_k')
    await user.type(password(), 'password-1{Enter}')
    expect(await screen.findByText('Login failed')).toBeDefined()
    expect(screen.getAllByText('The server did not answer.')).toHaveLength(2)
    expect(username().value).toBe('maya_k')
  })

  test('R385: without a connection nothing is said about the password', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = draw(<Gate />, { answers: { [LOGIN]: 'offline', [REGISTER]: 'offline' } })
    await user.type(username(), 'maya_k')
    await user.type(password(), 'password-1{Enter}')
    expect(await screen.findAllByText('You are offline.')).toHaveLength(2)
    await user.click(screen.getByRole('tab', { name: 'Create Account' }))
    await user.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByText('Registration failed')).toBeDefined()
    expect(screen.getAllByText('You are offline.')).toHaveLength(2)
  })
})

describe('registering', () => {
  test('with a taken name fails with the reason, and keeps the name', async () => {
    const { user } = draw(<Gate />, { answers: { [REGISTER]: problem(409, 'That username is taken') } })
    await user.click(screen.getByRole('tab', { name: 'Create Account' }))
    await user.type(username(), 'TAKEN')
    await user.type(password(), 'password-1')
    await user.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByText('Registration failed')).toBeDefined()
    const form = within(screen.getByRole('form', { name: 'Join the Game' }))
    expect(form.getByText('That username is taken')).toBeDefined()
    expect(username().value).toBe('TAKEN')
    expect(document.activeElement).toBe(username())
  })
})

describe('signing in with a passkey (R390)', () => {
  const OPTIONS = 'POST /api/auth/passkey/options'
  const KEY = 'POST /api/auth/passkey'
  const options = ok(RequestOptions, {
    ...{ rpId: 'plp.example', challenge: 'Y2hhbGxlbmdl', timeout: 300_000, userVerification: 'required' as const },
  })
  const signed = {
    ...{ id: 'a2V5', rawId: new Uint8Array(3).buffer, type: 'public-key', authenticatorAttachment: null },
    response: {
      ...{ authenticatorData: new ArrayBuffer(1), clientDataJSON: new ArrayBuffer(1), signature: new ArrayBuffer(1) },
      userHandle: null,
    },
    getClientExtensionResults: () => ({}),
  }
  /** A browser with passkeys; `suggests`: also in the suggestions of a field. */
  function withPasskeys(get: () => Promise<unknown>, suggests = false) {
    const supported = Object.assign(function PublicKeyCredential() {}, {
      isConditionalMediationAvailable: async () => suggests,
    })
    vi.stubGlobal('PublicKeyCredential', supported)
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('navigator', { ...navigator, credentials: { get } })
  }
  afterEach(() => vi.unstubAllGlobals())
  const button = () => screen.queryByRole('button', { name: 'Sign in with a passkey' })

  test('is not offered where there are none, nor with a new account', async () => {
    const { user } = draw(<Gate />)
    expect(button()).toBeNull()
    withPasskeys(async () => signed)
    await user.click(screen.getByRole('tab', { name: 'Create Account' }))
    expect(button()).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Sign In' }))
    expect(button()).not.toBeNull()
  })

  test('sends the signature and welcomes the player', async () => {
    withPasskeys(async () => signed)
    const { user, writes } = draw(<Gate />, { answers: { [OPTIONS]: options, [KEY]: ok(CurrentUser, readerSample()) } })
    await user.click(button()!)
    expect(await screen.findByText('Welcome back!')).toBeDefined()
    expect(writes().at(-1)).toMatchObject({ path: '/api/auth/passkey', body: { credential: { id: 'a2V5' } } })
  })

  test.each([
    [problem(401, 'That passkey didn’t work.'), async () => signed, 'That passkey didn’t work.'],
    [
      options,
      () => Promise.reject(new DOMException('', 'NotAllowedError')),
      'Your browser didn’t confirm it. Try again.',
    ],
  ])('that fails shows the reason', async (answer, get, reason) => {
    withPasskeys(get)
    const { user } = draw(<Gate />, { answers: { [OPTIONS]: options, [KEY]: answer } })
    await user.click(button()!)
    expect(await screen.findByText('Login failed')).toBeDefined()
    expect(screen.getByText(reason)).toBeDefined()
  })

  test('is suggested at the username, once', async () => {
    const get = vi.fn(async () => signed)
    withPasskeys(get, true)
    const { user, writes } = draw(<Gate />, { answers: { [OPTIONS]: options, [KEY]: ok(CurrentUser, readerSample()) } })
    expect(username().autocomplete).toBe('username webauthn')
    await user.click(username())
    expect(await screen.findByText('Welcome back!')).toBeDefined()
    await user.click(password())
    await user.click(username())
    expect(get).toHaveBeenCalledTimes(1)
    expect(writes()).toHaveLength(2)
  })
})
