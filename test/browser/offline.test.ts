import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { TestClient } from '../support/client.ts'
import { type DashboardPage, openDashboard } from './dashboard-page.ts'
import { currentFixtures, nameOf, predict } from './matches.ts'
import { openNowhere, shellOf } from './shell-page.ts'
import { expectAccessible, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { signIn } from './window.ts'

const HOUR = 60 * 60_000

/** The built pages, which a test deploys again. */
const ui = mkdtempSync(path.join(tmpdir(), 'plp-ui-'))
cpSync('ui/dist', ui, { recursive: true })
afterAll(() => rmSync(ui, { recursive: true }))

const stage = setStage(() => ({ uiDirectory: ui }))
let fixtures: Fixture[]

beforeAll(async () => {
  fixtures = await currentFixtures(await stage.app.player('scout'))
})

/** Names of all files and reads that the browser stores. */
const cached = ({ page }: Pick<DashboardPage, 'page'>): Promise<string[]> =>
  page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })

/** Opens the home page and waits until it opens without a connection, too. The device’s clock is the server’s. */
async function openInstalled(as: TestClient) {
  const home = await openDashboard(stage, {
    as,
    size: PHONE,
    worker: true,
    expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|401|HTTP Authentication failed/,
    prepare: async (page) => {
      await page.context().clock.setFixedTime(stage.app.clock.now())
      // The code for use without a connection is loaded at once (`app/useOffline.ts`).
      await page.addInitScript(() => {
        const start = window.setTimeout
        window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
          start(handler, ms === 2_000 ? 0 : ms, ...args)) as typeof window.setTimeout
      })
    },
  })
  await home.page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  await isInstalled(home)
  return home
}

/** Waits until the browser stores everything that the home page needs. */
async function isInstalled(home: DashboardPage) {
  for (const each of ['/api/user', '/api/fixtures', '/api/predictions', '/'])
    await expect.poll(() => cached(home)).toContain(each)
}

/** Deploys another build: all scripts have other names, and the old ones are gone. */
function deploy(): void {
  const files = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((each) => each.endsWith('.br'))) rmSync(path.join(ui, file))
  // The runtime of the bundler is the same in each version.
  const scripts = files
    .filter((each) => /^assets.*\.js$/.test(each) && !each.includes('rolldown-runtime'))
    .map((each) => path.basename(each))
  for (const file of files.filter((each) => /\.(js|json|html)$/.test(each))) {
    const text = readFileSync(path.join(ui, file), 'utf8')
    writeFileSync(
      path.join(ui, file),
      scripts.reduce((changed, name) => changed.replaceAll(name, `deployed-${name}`), text),
    )
  }
  for (const name of scripts) renameSync(path.join(ui, 'assets', name), path.join(ui, `assets/deployed-${name}`))
}

const firstScript = ({ page }: Pick<DashboardPage, 'page'>) =>
  page.evaluate(() => [...document.scripts].findLast(({ type }) => type === 'module')!.src)

test('(R410, R411) the app can be installed, and opens without a connection an hour later with the gameweek and the own picks; (R414) signing out removes everything that the browser stores about the player', async () => {
  const player = await stage.newPlayer()
  await predict(player, fixtures[1]!, 1, 1)
  const home = await openInstalled(player)
  const session = await home.context.newCDPSession(home.page)
  expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  await session.detach()
  expect((await cached(home)).filter((each) => /leaderboard|shared|chat|picks|news/.test(each))).toEqual([])
  await home.context.setOffline(true)
  await home.context.clock.setFixedTime(stage.app.clock.now() + HOUR)
  await home.page.reload()
  await home.is(nameOf(fixtures[0]!), 'open')
  await home.is(nameOf(fixtures[1]!), 'saved')
  await home.says('You’re offline.')
  await home.says(/the last time you were online\./)
  await expectAccessible(home, 'offline')

  await home.context.setOffline(false)
  await home.saysNoMore('You’re offline.')
  await home.score(fixtures[0]!, '21')
  const shell = shellOf(home)
  await shell.more.click()
  await shell.logOut()
  await shell.question('Log out with unsaved picks?').getByRole('button', { name: 'Log out' }).click()
  await home.page.getByRole('button', { name: 'Sign in' }).first().waitFor()
  // The worker, which ends with the page, may open its cache again, without any entry.
  await expect.poll(() => cached(home)).toEqual([])
  const left = () =>
    home.page.evaluate(async () => [
      await indexedDB.databases(),
      Object.keys(localStorage).filter((key) => key.startsWith('plp.')),
      (await navigator.serviceWorker.getRegistrations()).length,
    ])
  await expect.poll(left).toEqual([[], [], 0])
})

test('(R414) stored reads of a player are deleted when another one has signed in without their logging out, and those of an erased player when the browser next asks the server', async () => {
  const home = await openInstalled(await stage.newPlayer())
  const reads = async () => (await cached(home)).filter((each) => each.startsWith('/api/'))
  const next = await stage.newPlayer()
  await signIn(home.context, next, stage.app.url)
  await home.page.goto('/feedback')
  await expect.poll(reads).toEqual(['/api/user'])

  await home.page.goto('/')
  await isInstalled(home)
  const { id } = await next.get('/api/user')
  expect((await stage.admin.delete(`/api/admin/users/${id}`)).status).toBe(204)
  await home.page.reload()
  await expect.poll(reads).toEqual([])
})

test('(R410) after a deployment an open page works on and offers the new version, and a page that is opened is new', async () => {
  const home = await openInstalled(await stage.newPlayer())
  const before = await firstScript(home)
  deploy()
  const other = await home.context.newPage()
  await other.goto('/')
  expect(await firstScript({ page: other })).toContain('deployed-index')
  await other.close()
  await home.page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await home.toast('A new version is here')
  expect(await firstScript(home)).toBe(before)
  // Its code, which the server has no more.
  await home.points(0).click()
  await home.ledger.waitFor()
  await home.key('Escape')
  await home.page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => firstScript(home)).toContain('deployed-index')
  await home.isAt(/./)
  await expect.poll(async () => (await cached(home)).some((each) => before.endsWith(each))).toBe(false)
})

test('(R410) a page whose code is gone since a deployment offers the new version', async () => {
  const shell = await openNowhere(stage, { as: await stage.newPlayer(), expected: /404|dynamically imported/ })
  deploy()
  await shell.follow('Leagues')
  await shell.says('A new version is here')
  await expectAccessible(shell, 'outdated')
  await shell.press('Reload')
  await shell.isAt('Leagues')
})

test('(R412, R413) picks made offline wait, and each is reported: sent, too late, changed elsewhere', async () => {
  const [late, changed, sent] = [fixtures[0]!, fixtures.at(-2)!, fixtures.at(-1)!]
  expect(late.cutoffTime! < changed.cutoffTime!).toBe(true)
  const player = await stage.newPlayer()
  await predict(player, late, 1, 1)
  const home = await openInstalled(player)
  await home.context.setOffline(true)
  await home.score(late, '20')
  await home.score(changed, '31')
  await home.score(sent, '02')
  await home.save(3)
  await expect.poll(() => home.count('waiting')).toBe(3)
  await home.page.reload()
  await expect.poll(() => home.count('waiting')).toBe(3)
  await home.region('Waiting to be sent').getByText(nameOf(sent)).waitFor()
  await expectAccessible(home, 'waiting')

  await predict(player, changed, 0, 0)
  stage.app.clock.set(late.cutoffTime!)
  await home.context.setOffline(false)
  const report = home.region('One arrived too late')
  await report.getByText('Your earlier pick, 1–1, counts.').waitFor()
  await report.getByText('Sent').waitFor()
  await home.region('Which one?').getByText('you saved 0–0 on another device').waitFor()
  await expectAccessible(home, 'reported')
  await home.press('Send 3–1')
  await home.region('Which one?').waitFor({ state: 'detached' })
  await home.press('OK')
  await report.waitFor({ state: 'detached' })
  const saved = async () => {
    const picks: { fixtureId: number; predictedHomeScore: number; predictedAwayScore: number }[] =
      await player.get('/api/predictions')
    return [late, changed, sent].map(({ id }) => {
      const pick = picks.find(({ fixtureId }) => fixtureId === id)!
      return [pick.predictedHomeScore, pick.predictedAwayScore]
    })
  }
  await expect.poll(saved).toEqual([
    [1, 1],
    [3, 1],
    [0, 2],
  ])
})
