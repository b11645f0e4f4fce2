import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { expectReadable, expectSound, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let visitor: Visitor
beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
afterEach(() => visitor?.leave())

const open = async (path = '/', options?: VisitorOptions) => {
  visitor = await visit(browser, app, path, options)
  return visitor.page
}
const REFUSED = /status of 4(01|09|29)/

test('signed out, every path shows the landing page', async () => {
  const page = await open('/admin/accounts')
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/accounts')
})

test('while the session is being checked, the landing page stands', async () => {
  const player = await app.player('patient')
  const page = await open('/', { as: player })
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/user', async (route) => {
    await asked
    await route.continue()
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  answer()
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
})

/** What the scripts among these paths weigh together, gzip. */
function bytesOfScripts(paths: readonly string[]): number {
  const scripts = paths.filter((each) => each.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  return scripts.reduce((sum, each) => sum + gzipSync(readFileSync(`ui/dist${each}`)).length, 0)
}

test('a stranger loads neither sockets nor the app, asks for no user, and stays within 115 kB of JavaScript', async () => {
  const asked: string[] = []
  const page = await open()
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.startsWith('/api') || path.startsWith('/socket.io'))).toEqual([])
  expect(bytesOfScripts(asked)).toBeLessThanOrEqual(115_000)
})

test('the first signed-in view asks once who is here, and stays within 185 kB of JavaScript', async () => {
  const asked: string[] = []
  const page = await open('/', { as: await app.player('thrifty') })
  await page.waitForLoadState('networkidle')
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await page.getByText('0 of 10 picked').waitFor()
  await page.waitForLoadState('networkidle')
  // It came with the page; the check for achievements asks again, as it has to.
  const check = asked.indexOf('/api/user/achievements/check')
  expect(asked.slice(0, check).filter((path) => path === '/api/user')).toHaveLength(1)
  expect(asked.filter((path) => path.includes('/SignedIn-'))).toHaveLength(1)
  expect(bytesOfScripts(asked)).toBeLessThanOrEqual(185_000)
})

test('the theme is light here whatever was chosen', async () => {
  const page = await open('/', { theme: 'dark' })
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  await expect.poll(() => page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(false)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('one page toggles between Welcome Back and Join the Game, by keyboard too', async () => {
  const page = await open()
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'Join the Game' }).waitFor()
  await expect.poll(() => page.getByRole('tab', { name: 'Create Account' }).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Home')
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
})

test.each([
  ['', 'password-1', 'Please enter both username and password'],
  ['maya', '', 'Please enter both username and password'],
  ['maya', '12345', 'Password must be at least 6 characters long'],
])('username "%s" with password "%s" is not sent: %s', async (username, password, message) => {
  const page = await open()
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(message).waitFor()
  expect(sent).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe(username ? 'password' : 'username')
  expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe(username ? null : 'true')
})

test('on a small phone both forms are seen whole without scrolling', async () => {
  const page = await open('/', { size: { width: 375, height: 667 } })
  for (const name of ['Sign In', 'Create Account']) {
    await page.getByRole('tab', { name }).click()
    const form = page.getByRole('form')
    await form.getByRole('button', { name }).waitFor()
    const { y, height } = (await form.boundingBox())!
    expect(y, name).toBeGreaterThan(0)
    expect(y + height, name).toBeLessThanOrEqual(667)
  }
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('registering signs in and says Account created!', async () => {
  const page = await open()
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('Username').fill(' newcomer ')
  await page.getByLabel('Password').fill('password-1')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await visitor.toast('Account created!')
  await page.getByRole('heading', { name: 'Welcome to PLP, newcomer!' }).waitFor()
})

test('a taken name: Registration failed, with the reason', async () => {
  await app.player('taken')
  const page = await open('/', { expected: REFUSED })
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('Username').fill('TAKEN')
  await page.getByLabel('Password').fill('password-1')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await visitor.toast('Registration failed')
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('TAKEN')
})

test('a wrong password: Login failed, Invalid username or password; the right one: Welcome back!', async () => {
  await app.player('returning')
  const page = await open('/', { expected: REFUSED })
  await page.getByLabel('Username').fill('returning')
  await page.getByLabel('Password').fill('wrong-password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await visitor.toast('Login failed')
  await visitor.toast('Invalid username or password')
  await page.getByLabel('Password').fill('password-1')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await visitor.toast('Welcome back!')
  await page.getByText('Login failed').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Welcome back, returning!' }).waitFor()
})

test('after signing in the page that was asked for opens', async () => {
  await app.player('deep_link')
  const page = await open('/nowhere')
  await page.getByLabel('Username').fill('deep_link')
  await page.getByLabel('Password').fill('password-1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
})

test('a server that does not answer is said, and can be asked again', async () => {
  const player = await app.player('unlucky')
  const page = await open('/', { as: player, expected: /ERR_FAILED/ })
  await page.route('**/api/user', (route) => route.abort())
  await page.reload()
  await page.getByText('The server did not answer').waitFor()
  await page.unroute('**/api/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
})

test('both forms pass axe and fit every width', async () => {
  const page = await open()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await expectSound(page, 'sign in', 'this theme')
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('Password').fill('123')
  await page.keyboard.press('Enter')
  await expectSound(page, 'create account with an error', 'this theme')
  await expectReadable(page, 'create account with an error')
})
