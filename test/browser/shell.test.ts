import type { WebSocketRoute } from 'playwright'
import { expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { changing, fetched, ignoring } from './answers.ts'
import { openDashboard } from './dashboard-page.ts'
import { feedbackPage } from './feedback-page.ts'
import { landingOf, openLanding } from './landing-page.ts'
import { leaguesOf } from './leagues-page.ts'
import { NOWHERE, openNowhere, shellOf } from './shell-page.ts'
import { PHONE } from './soundness.ts'
import { type StageVisit, setStage } from './stage.ts'
import { expectFocus } from './visitor.ts'
import { signIn } from './window.ts'

const stage = setStage()

/** A page that does not exist, for a new player. */
const nowhere = async (options?: StageVisit) => openNowhere(stage, { as: await stage.newPlayer(), ...options })
/** The home page, for a new player. */
const home = async (options?: StageVisit) => {
  const page = await openDashboard(stage, { as: await stage.newPlayer(), ...options })
  return shellOf(page)
}
const MENU = '**/assets/MoreSheet-*.js'
const LOGOUT = '**/api/auth/logout'
const picked = (player: TestClient, fixture: { id: number }) =>
  player.post('/api/predictions', { fixtureId: fixture.id, predictedResult: 'home' })

test('an unknown path shows the header and 404 Page Not Found; logging out shows the landing page, and Back restores nothing', async () => {
  const shell = await nowhere()
  await shell.shows('404 Page Not Found')
  await expect.poll(() => shell.page.title()).toBe('404 Page Not Found · PLP')
  // The first tab stop skips to the content.
  await shell.key('Tab')
  await expect.poll(() => shell.page.locator(':focus').textContent()).toBe('Skip to content')
  await shell.key('Enter')
  await expect.poll(() => shell.page.locator(':focus').getAttribute('id')).toBe('main')
  await shell.goHome()
  await shell.isHome()
  expect(shell.url().pathname).toBe('/')
  await shell.back()
  await shell.shows('404 Page Not Found')
  await shell.logOut()
  await landingOf(shell).stands()
  expect(shell.url().pathname).toBe('/')
  await shell.back()
  await landingOf(shell).stands()
  expect(await shell.header.count()).toBe(0)
})

test('the header shows the total over a bar that is decoration, and the letters; only administrators see the admin link', async () => {
  const user = changing('**/api/user', (given: object) => ({ ...given, totalPoints: 1040, username: 'maya_k' }))
  const { header, ...shell } = await nowhere({ prepare: user.on })
  await header.getByText('1,040').waitFor()
  await expect.poll(() => header.getByText('MA', { exact: true }).isVisible()).toBe(true)
  const bar = header.locator('i')
  await expect.poll(() => bar.getAttribute('aria-hidden')).toBe('true')
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('85%')
  expect(await shell.page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
  const theirs = await nowhere({ as: stage.admin })
  // All links are on one line: below the name, except those of a player on a wide screen.
  for (const [shown, width, link, other] of [
    [shell, 1024, 'Leagues', 'Web3 demo'],
    [shell, 1440, 'PLP', 'Web3 demo'],
    [theirs, 1024, 'Leagues', 'Testing'],
    [theirs, 1440, 'Leagues', 'Testing'],
  ] as const) {
    await shown.page.setViewportSize({ width, height: 700 })
    await expect
      .poll(async () => Math.abs((await shown.middleOf(link)) - (await shown.middleOf(other))))
      .toBeLessThan(4)
  }
  await theirs.follow('Admin')
  await theirs.shows('User Management')
})

test('the theme toggle switches the theme, marks the document root and is stored; a reload restores the scroll position', async () => {
  const shell = await home()
  await expect.poll(shell.theme).toBe('light')
  await shell.themeSwitch.click()
  await expect.poll(shell.theme).toBe('darkdark')
  await expect.poll(() => shell.page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await shell.page.evaluate(() => scrollTo(0, 400))
  await shell.reload()
  await shell.isHome()
  await expect.poll(() => shell.page.evaluate(() => scrollY)).toBe(400)
  await expect.poll(shell.theme).toBe('darkdark')
  await expect.poll(() => shell.themeSwitch.getAttribute('aria-pressed')).toBe('true')
})

test('R485: Back and a reload restore the scroll position, though the parts of the page load later', async () => {
  const shell = await home()
  const { page } = shell
  const position = () => page.evaluate(() => Math.round(scrollY))
  const toTheEnd = () =>
    page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      return document.querySelectorAll('main [aria-busy=true]').length
    })
  await expect.poll(toTheEnd).toBe(0)
  await page.evaluate(() => scrollBy(0, -100))
  const left = await position()
  // Playwright's own click would scroll first.
  await shell.header.getByRole('link', { name: 'Leaderboard' }).evaluate((link) => (link as HTMLElement).click())
  await shell.shows('Leaderboard')
  await expect.poll(position).toBe(0)
  await page.goBack()
  await expect.poll(position).toBe(left)
  await shell.reload()
  await expect.poll(position).toBe(left)
})

test('during a slow logout no more requests are sent, and those in progress finish first', async () => {
  const leaver = await stage.newPlayer()
  const [fixture] = await leaver.get('/api/fixtures/current')
  const screen = await openDashboard(stage, { as: leaver })
  await screen.says('0 of 10 picked')
  await screen.page.route('**/api/predictions/**', async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await screen.page.route(LOGOUT, async (route) => {
    const response = await fetched(route)
    // The server has ended the session and the live connection; the page has not noticed yet.
    await new Promise((done) => setTimeout(done, 2_000))
    await route.fulfill({ response })
  })
  await screen.page.getByRole('radio', { name: /Draw/ }).first().check({ force: true })
  await screen.save(1)
  await shellOf(screen).logOut()
  await landingOf(screen).stands()
  const again = stage.app.client()
  await again.post('/api/login', { username: leaver.name, password: 'password-1' })
  expect((await again.get('/api/predictions')).map((one: { fixtureId: number }) => one.fixtureId)).toEqual([fixture.id])
})

test('R230: a session that ended elsewhere shows the landing page, and typed text is there after it; signing out discards it, and the next user sees only their own data', async () => {
  const player = await stage.newPlayer()
  const [fixture] = await player.get('/api/fixtures/current')
  await picked(player, fixture)
  await stage.app.player('second_here')
  const shell = await home({ as: player, expected: /status of 401|WebSocket/ })
  const again = async () => {
    await landingOf(shell).stands()
    await landingOf(shell).signInByEnter(player.name, 'password-1')
  }
  await shell.says('1 of 10 picked')
  const title = feedbackPage(shell.page).form.getByLabel('Title')
  await shell.follow('Feedback')
  await title.fill('Half a thought')
  await player.post('/api/auth/logout')
  await shell.toast('You have been signed out')
  await again()
  await expect.poll(() => title.inputValue()).toBe('Half a thought')
  await shell.logOut()
  await again()
  await shell.follow('Feedback')
  expect(await title.inputValue()).toBe('')
  await shell.logOut()
  await landingOf(shell).signInByEnter('second_here', 'password-1')
  await shell.shows('Welcome back, second_here!')
  await shell.says('0 of 10 picked')
})

test('a session that ended long ago: the landing page, without requests or errors', async () => {
  const player = await stage.newPlayer()
  await player.post('/api/auth/logout')
  const landing = await openLanding(stage, NOWHERE, { expected: /status of 401/ })
  await signIn(landing.context, player, stage.app.url)
  let asked: readonly string[] = []
  // On a very busy machine the store may report the session late; then the test loads the page again.
  await expect
    .poll(async () => {
      let text = ''
      asked = await landing.askedBy(async () => {
        text = await (await landing.page.goto('/leagues', { waitUntil: 'networkidle' }))!.text()
      })
      return text
    })
    .toContain('<meta name="plp-session" content="none" />')
  await landing.stands()
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})

test('a lost connection is reported, and missed changes are read again', async () => {
  const sockets: WebSocketRoute[] = []
  let away = false
  const player = await stage.newPlayer()
  const shell = await home({
    as: player,
    expected: /WebSocket/,
    prepare: (page) =>
      page.routeWebSocket(/socket\.io/, (socket) => {
        if (away) return void socket.close()
        const server = socket.connectToServer()
        server.onMessage((message) => {
          socket.send(message)
          // The server's message that the handshake is complete.
          if (String(message).startsWith('40')) sockets.push(socket)
        })
      }),
  })
  await shell.isHome()
  await expect.poll(() => sockets.length).toBe(1)
  away = true
  await sockets[0]!.close()
  await shell.says('Reconnecting…')
  const [fixture] = await player.get('/api/fixtures/current')
  await picked(player, fixture)
  await stage.app.settled()
  await expect.poll(() => shell.page.getByText('0 of 10 picked').isVisible()).toBe(true)
  away = false
  await shell.says('1 of 10 picked')
  await shell.saysNoMore('Reconnecting…')
})

test('on a phone the bottom bar links to home and to More, which contains the theme and the logout, and loads after a failure', async () => {
  const { more, sheet, ...shell } = await nowhere({ size: PHONE, expected: /ERR_FAILED/ })
  const away = ignoring(MENU)
  await away.on(shell.page)
  await more.click()
  await shell.toast('Failed to open the menu')
  away.over()
  await shell.pressInToast('Reload')
  await shell.saysNoMore('Failed to open the menu')
  await shell.page.getByRole('link', { name: 'Play' }).click()
  await shell.isHome()
  await shell.page.emulateMedia({ media: 'print' })
  expect(await more.isVisible()).toBe(false)
  await shell.page.emulateMedia({ media: null })
  await more.focus()
  await shell.key('Enter')
  await sheet.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(shell.theme).toBe('darkdark')
  await shell.key('Escape')
  await shell.sheetIsClosed()
  await expectFocus(more)
  await more.click()
  await sheet.getByRole('button', { name: 'Log out' }).click()
  await landingOf(shell).stands()
})

test('Back closes layers over a page before it leaves the page, never stops twice at one page, and returns from its help', async () => {
  const shell = await nowhere()
  const leagues = leaguesOf(shell)
  const layer = () => shell.page.evaluate(() => (history.state as { layer?: string }).layer)
  await shell.follow('Leagues')
  await leagues.openCreating()
  await leagues.creating.waitFor()
  await shell.back()
  await leagues.creating.waitFor({ state: 'detached' })
  expect(shell.url().pathname).toBe('/leagues')
  // Closed in another way, it leaves no history entry, and neither does a page opened from it.
  await leagues.openCreating()
  await shell.key('Escape')
  await leagues.creating.waitFor({ state: 'detached' })
  await leagues.openCreating()
  await leagues.creating.waitFor()
  // Opened again while the entry of the closed one is still being left: a busy device takes a moment for that.
  await shell.page.evaluate(async () => {
    for (const name of ['Cancel', 'Create League']) {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
      button.click()
      await null
    }
  })
  await leagues.create('Back and forth')
  await shell.isAt('Back and forth')
  await shell.back()
  await shell.isAt('Leagues')
  await expect.poll(layer).toBeUndefined()
  await shell.page.goForward()
  await shell.isAt('Back and forth')
  await shell.back()
  await shell.isAt('Leagues')
  await expect.poll(layer).toBeUndefined()
  await shell.page.getByRole('link', { name: 'Help: How leagues work' }).click()
  await shell.page.getByRole('tab', { name: 'Multiplayer', selected: true }).waitFor()
  await shell.back()
  await shell.isAt('Leagues')
  await shell.back()
  await shell.shows('404 Page Not Found')
})

test('on a phone an administrator finds the admin pages under More', async () => {
  const shell = await nowhere({ as: stage.admin, size: PHONE })
  await shell.more.click()
  await shell.sheet.getByRole('link', { name: 'Fixtures' }).click()
  await shell.isAt('Fixtures')
  await shell.sheetIsClosed()
  // The last of the area's own links is off screen until its page is open.
  await shell.goWithin('/admin/read-models')
  await shell.isAt('Read Models')
  const here = shell.page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Read Models' })
  await expect.poll(async () => (await here.boundingBox())!.x + (await here.boundingBox())!.width).toBeLessThan(391)
})

test('a page whose code cannot be loaded shows an error under the header, offline too, and loads once the device is online (R429); the others load', async () => {
  const shell = await nowhere({ expected: /ERR_|dynamically imported|WebSocket/ })
  await ignoring('**/assets/CompetitionsArea-*.js').on(shell.page)
  await shell.follow('Competitions')
  await shell.says('We couldn’t load this page')
  await shell.says('The server did not answer. What you typed is safe.')
  await shell.follow('Leagues')
  await shell.isAt('Leagues')

  await shell.context.setOffline(true)
  await shell.follow('Achievements')
  await shell.says('You are offline. What you typed is safe.')
  await shell.tryAgain()
  // Never the browser's own page: the app stands, and says that nothing has changed.
  await shell.says('You are still offline. What you typed is safe.')
  await shell.header.waitFor()
  await shell.context.setOffline(false)
  await shell.isAt('Achievements')
})
