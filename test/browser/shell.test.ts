import type { Browser, WebSocketRoute } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { expectReadable, expectSound, PHONE, type Visitor, type VisitorOptions, visit } from './visitor.ts'
import { signIn } from './window.ts'

let browser: Browser
let app: TestApp
let admin: TestClient
let visitor: Visitor
let players = 0
beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  admin = await app.admin()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
afterEach(() => visitor?.leave())

const open = async (path = '/', options?: VisitorOptions) => {
  visitor = await visit(browser, app, path, { as: await app.player(`shell_${++players}`), ...options })
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor.page
}

test('an unknown path shows the header and 404 Page Not Found', async () => {
  const page = await open('/no/such/page')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  expect(await page.title()).toBe('404 Page Not Found · PLP')
  await page.getByRole('link', { name: 'PLP, home' }).click()
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('only administrators see the admin link', async () => {
  const page = await open()
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
  await visitor.leave()
  const theirs = await open('/', { as: admin })
  const main = theirs.getByRole('navigation', { name: 'Main', exact: true })
  const middle = async (name: string) => {
    const { y, height } = (await theirs.getByRole('banner').getByRole('link', { name }).boundingBox())!
    return Math.round(y + height / 2)
  }
  // On one line with everybody's, also where there is least room: there all of them stand below the name.
  for (const [width, other] of [
    [1024, 'Leagues'],
    [1440, 'PLP'],
  ] as const) {
    await theirs.setViewportSize({ width, height: 700 })
    await expect.poll(async () => Math.abs((await middle('Admin')) - (await middle(other)))).toBeLessThan(4)
  }
  await main.getByRole('link', { name: 'Admin' }).click()
  await theirs.getByRole('heading', { name: 'Administration' }).waitFor()
})

test('the header shows the total with thousands separators, over a bar that is decoration, and the letters', async () => {
  const page = await open()
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), totalPoints: 1040, username: 'maya_k' } })
  })
  await page.reload()
  const header = page.getByRole('banner')
  await header.getByText('1,040').waitFor()
  await expect.poll(() => header.getByText('MA', { exact: true }).isVisible()).toBe(true)
  const bar = header.locator('i')
  await expect.poll(() => bar.getAttribute('aria-hidden')).toBe('true')
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('85%')
})

test('the theme toggle flips the theme, marks the document root and is kept', async () => {
  const page = await open()
  const shown = () => page.evaluate(() => document.documentElement.className + document.documentElement.dataset.theme)
  await expect.poll(() => shown()).toBe('light')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => shown()).toBe('darkdark')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
  await expect.poll(() => shown()).toBe('darkdark')
  await expect.poll(() => page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed')).toBe('true')
})

test('logging out goes to / and the landing page, and the back button brings nothing back', async () => {
  const page = await open('/no/such/page')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goBack()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  expect(await page.getByRole('banner').count()).toBe(0)
})

test('a logout whose answer takes its time asks for nothing more, and lets what is under way finish first', async () => {
  const leaver = await app.player('slow_leaver')
  const [fixture] = await leaver.get('/api/fixtures/current')
  const page = await open('/', { as: leaver })
  await page.getByText('0 of 10 picked').waitFor()
  await page.route('**/api/predictions/**', async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    // The server has ended the session and the live connection; the page does not know it yet.
    await new Promise((done) => setTimeout(done, 2_000))
    await route.fulfill({ response })
  })
  await page.getByRole('radio', { name: /Draw/ }).first().check({ force: true })
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  const again = app.client()
  await again.post('/api/login', { username: 'slow_leaver', password: 'password-1' })
  expect((await again.get('/api/predictions')).map((one: { fixtureId: number }) => one.fixtureId)).toEqual([fixture.id])
})

test('who signs in next in the same window sees only what is theirs', async () => {
  const first = await app.player('first_here')
  const [fixture] = await first.get('/api/fixtures/current')
  await first.post('/api/predictions', { fixtureId: fixture.id, predictedResult: 'home' })
  await app.player('second_here')
  const page = await open('/', { as: first })
  await page.getByText('1 of 10 picked').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Username').fill('second_here')
  await page.getByLabel('Password').fill('password-1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome back, second_here!' }).waitFor()
  await page.getByText('0 of 10 picked').waitFor()
})

test('a logout that fails says so and stays', async () => {
  const page = await open('/', { expected: /status of 503/ })
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('button', { name: 'Log out' }).click()
  await visitor.toast('Failed to log out')
  await expect.poll(() => page.getByRole('heading', { name: 'Upcoming Fixtures' }).isVisible()).toBe(true)
})

test('a session that ended elsewhere leads to the landing page', async () => {
  const player = await app.player('two_windows')
  const page = await open('/', { as: player, expected: /status of 401|WebSocket/ })
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
  await player.post('/api/auth/logout')
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await visitor.toast('You have been signed out')
})

test('a session that ended long ago: the landing page, and nothing asked or complained of', async () => {
  const player = await app.player('long_gone')
  await player.post('/api/auth/logout')
  visitor = await visit(browser, app, '/no/such/page', { expected: /status of 401/ })
  const { page, context } = visitor
  await signIn(context, player, app.url)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // A machine so busy that the store does not tell of the session in time lets the page ask for itself: then once more.
  await expect
    .poll(async () => {
      asked.length = 0
      const answer = await page.goto('/leagues', { waitUntil: 'networkidle' })
      return answer!.text()
    })
    .toContain('<meta name="plp-session" content="none" />')
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})

test('a destructive toast stays until closed, the next toast takes its place', async () => {
  const page = await open('/', { expected: /status of 503/ })
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '' }))
  const logout = page.getByRole('button', { name: 'Log out' })
  await logout.click()
  await visitor.toast('Failed to log out')
  const shown = () => page.getByText('Failed to log out')
  await shown().evaluate((text) => {
    text.dataset.first = ''
  })
  await logout.click()
  await page.locator('[data-first]').waitFor({ state: 'detached' })
  await expect.poll(() => shown().count()).toBe(1)
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await shown().waitFor({ state: 'detached' })
})

test('a lost connection is said, and what was missed is read again', async () => {
  visitor = await visit(browser, app, '/no/such/page', { expected: /WebSocket/ })
  const { page, context } = visitor
  const sockets: WebSocketRoute[] = []
  let away = false
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (away) return void socket.close()
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(message)
      // The server's word that the handshake is through.
      if (String(message).startsWith('40')) sockets.push(socket)
    })
  })
  const player = await app.player('lost')
  await signIn(context, player, app.url)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
  await expect.poll(() => sockets.length).toBe(1)
  away = true
  await sockets[0]!.close()
  await page.getByText('Reconnecting…').waitFor()
  const [fixture] = await player.get('/api/fixtures/current')
  await player.post('/api/predictions', { fixtureId: fixture.id, predictedResult: 'home' })
  await app.settled()
  await expect.poll(() => page.getByText('0 of 10 picked').isVisible()).toBe(true)
  away = false
  await page.getByText('1 of 10 picked').waitFor()
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' })
})

test('by keyboard: the first stop skips to the content', async () => {
  const page = await open('/no/such/page')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main')
})

test('on a phone the bottom bar leads home and to More, which holds the theme and the way out', async () => {
  const page = await open('/no/such/page', { size: PHONE })
  await page.getByRole('link', { name: 'Play' }).click()
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
  await more.click()
  await sheet.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
})

test('Back closes what lies over a page before it leaves the page, and never stops twice at one page', async () => {
  const page = await open('/no/such/page')
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  const at = () => new URL(page.url()).pathname
  await main.getByRole('link', { name: 'Leagues' }).click()
  await page.getByRole('button', { name: 'Create League' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(at()).toBe('/leagues')
  // Closed in another way it leaves nothing behind, and neither does a page that is opened from it.
  await page.getByRole('button', { name: 'Create League' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create League' }).click()
  await dialog.getByLabel('Name').fill('Back and forth')
  await dialog.getByRole('button', { name: 'Create League' }).click()
  await page.getByRole('heading', { name: 'Back and forth', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Leagues', level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: string }).layer)).toBeUndefined()
  await page.goForward()
  await page.getByRole('heading', { name: 'Back and forth', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Leagues', level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: string }).layer)).toBeUndefined()
  await page.goBack()
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
})

test('on a phone an administrator finds the admin pages under More', async () => {
  const page = await open('/', { as: admin, size: PHONE })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Fixtures' }).click()
  await page.getByRole('heading', { name: 'Fixtures', level: 1 }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The last of the area's own links lies beyond the screen until one is there.
  await page.goto('/admin/read-models')
  await page.getByRole('heading', { name: 'Read Models', level: 1 }).waitFor()
  const here = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Read Models' })
  await expect.poll(async () => (await here.boundingBox())!.x + (await here.boundingBox())!.width).toBeLessThan(391)
})

test('a part of the shell that cannot be loaded says so, and comes after a reload', async () => {
  const page = await open('/no/such/page', { size: PHONE, expected: /ERR_FAILED/ })
  await page.route('**/assets/MoreSheet-*.js', (route) => route.abort())
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await visitor.toast('Failed to open the menu')
  await page.unroute('**/assets/MoreSheet-*.js')
  await page.getByRole('status').getByRole('button', { name: 'Reload' }).click()
  await page.getByText('Failed to open the menu').waitFor({ state: 'detached' })
  await more.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).waitFor()
})

test('a page whose code cannot be loaded says so under the header, offline too, and comes on Try again; the others come', async () => {
  const page = await open('/no/such/page', { expected: /ERR_|dynamically imported|WebSocket/ })
  await page.route('**/assets/CompetitionsArea-*.js', (route) => route.abort())
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  await main.getByRole('link', { name: 'Competitions' }).click()
  await page.getByText('This page could not be loaded').waitFor()
  await page.getByText('The server did not answer. What you typed is kept.').waitFor()
  await main.getByRole('link', { name: 'Leagues' }).click()
  await page.getByRole('heading', { name: 'Leagues', level: 1 }).waitFor()

  await visitor.context.setOffline(true)
  await main.getByRole('link', { name: 'Achievements' }).click()
  await page.getByText('You are offline. What you typed is kept.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  // Never the browser's own page: the app stands, and says that nothing has changed.
  await page.getByText('You are offline, still. What you typed is kept.').waitFor()
  await page.getByRole('banner').waitFor()
  await visitor.context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Achievements', level: 1 }).waitFor()
})

test('every page holds with enlarged text, on a phone, a narrow phone and a desk', async () => {
  const { body: league } = await admin.post('/api/leagues', {
    name: 'Thursday Night Predictors',
    description: 'Since 1992',
  })
  await admin.post(`/api/leagues/${league.id}/teams`, { name: 'The Unbeatables', maxMembers: 5, teamColor: '#3b82f6' })
  const member = await app.player('player_of_the_month')
  await member.post('/api/leagues/join-code', { joinCode: league.joinCode })
  const [first, second] = await admin.get('/api/fixtures/current')
  for (const { id } of [first, second])
    await admin.post('/api/predictions', {
      fixtureId: id,
      predictedResult: 'home',
      predictedHomeScore: 2,
      predictedAwayScore: 1,
    })
  const competitions: { id: number; type: string; status: string }[] = await admin.get('/api/competitions')
  const seasonal = competitions.find(({ type }) => type === 'seasonal')!
  const cup = competitions.find(({ type }) => type === 'cup')!
  await admin.post(`/api/competitions/${seasonal.id}/join`)
  const pages: readonly [path: string, heading: string | RegExp][] = [
    ['/', /^Welcome/],
    ['/leagues', 'Leagues'],
    ['/leagues?tab=discover', 'Leagues'],
    [`/leagues/${league.id}`, league.name],
    [`/leagues/${league.id}/statistics`, `${league.name} Statistics`],
    [`/team-management/${league.id}`, 'Team Management'],
    ['/competitions', 'Competitions'],
    [`/competitions/${seasonal.id}`, /./],
    [`/competitions/${cup.id}`, /./],
    ['/achievements', 'Achievements'],
    ['/leaderboard', 'Leaderboard'],
    ['/leaderboard?gameweek=1', 'Leaderboard'],
    ['/table', 'Premier League Table'],
    ['/feedback', 'Feedback'],
    ['/gameweeks/1', /^Welcome/],
    ['/admin', 'Administration'],
    ['/admin/accounts', 'Account Security Management'],
    ['/admin/fixtures', 'Fixtures'],
    ['/admin/achievements', 'Achievements'],
    ['/admin/reports', 'Reported Messages'],
    ['/admin/read-models', 'Read Models'],
    ['/no/such/page', '404 Page Not Found'],
  ]
  const page = await open('/', { as: admin })
  for (const [path, heading] of pages) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count(), { message: path }).toBe(0)
    await expectReadable(page, path)
  }
  // Links that the bottom bar then has no room for stand under More.
  await page.setViewportSize({ width: 320, height: 700 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Achievements', exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'Competitions', exact: true }).waitFor()
})

test('the shell passes axe in both themes and fits every width', async () => {
  const page = await open('/no/such/page', { as: admin })
  await expectSound(page, 'not found')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await expectSound(page, 'sheet')
})
