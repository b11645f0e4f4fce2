import type { Page } from 'puppeteer-core'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { administrator, registered } from '../support/process-app.ts'

type Journey = (page: Page, url: string) => Promise<void>

const press = (page: Page, name: string, role = 'button') => page.locator(`aria/${name}[role="${role}"]`).click()
const type = (page: Page, label: string, text: string) => page.locator(`aria/${label}`).fill(text)
const see = (page: Page, text: string) => page.waitForSelector(`text/${text}`)

/** Creates an account on the landing page, or where an invitation leads. */
async function register(page: Page, username: string): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill('password-1')
  await page.locator('form button[type=submit]').click()
}

const openFixtures = async (page: Page): Promise<readonly Fixture[]> => {
  const fixtures: readonly Fixture[] = await page.evaluate(async () => (await fetch('/api/fixtures/current')).json())
  return fixtures.filter(({ isOpen }) => isOpen)
}

/** Types a score into the row of a match and saves it. */
async function predict(page: Page, { homeTeam, awayTeam }: Fixture, home: string, away: string): Promise<void> {
  await type(page, `${homeTeam.shortName} goals`, home)
  await type(page, `${awayTeam.shortName} goals`, away)
  await page.keyboard.press('Enter')
  await see(page, 'Prediction submitted!')
}

export const JOURNEYS: Readonly<Record<string, Journey>> = {
  async 'a visitor registers, predicts a match, and finds the pick after a reload'(page, url) {
    await page.goto(url)
    await press(page, 'Create Account', 'tab')
    await register(page, 'fiona')
    await see(page, 'Welcome to PLP, fiona!')
    const [match] = await openFixtures(page)
    await predict(page, match!, '2', '1')
    await page.reload()
    await see(page, 'Saved')
    const box = await page.waitForSelector(`aria/${match!.homeTeam.shortName} goals`)
    const goals = await box!.evaluate((input) => (input as HTMLInputElement).value)
    if (goals !== '2') throw new Error(`the pick has ${goals} goals instead of 2`)
  },

  async 'an invited visitor registers and is a member of the league'(page, url) {
    const founder = await registered(url, 'founder')
    const { body: league } = await founder.post('/api/leagues', { name: 'Fox League', type: 'private' })
    await page.goto(`${url}/join/${league.joinCode}`)
    await see(page, 'Fox League')
    await press(page, 'Create Account', 'link')
    await register(page, 'felix')
    await see(page, 'Fox League')
    await page.waitForFunction(
      async (id: number) => {
        const leagues: { id: number }[] = await (await fetch('/api/leagues')).json()
        return leagues.some((each) => each.id === id)
      },
      {},
      league.id,
    )
  },

  async 'an open page shows the points of a result that an administrator enters'(page, url) {
    const player = await registered(url, 'flora')
    const [name = '', value = ''] = player.cookie.split('=')
    await page.browserContext().setCookie({ name, value, domain: new URL(url).hostname })
    await page.goto(url)
    const match = (await openFixtures(page)).at(-1)!
    await predict(page, match, '3', '0')
    const admin = await administrator(url)
    const result = { homeScore: 3, awayScore: 0, reason: 'Played early' }
    const { status } = await admin.post(`/api/admin/fixtures/${match.id}/result`, result)
    if (status !== 200) throw new Error(`entering the result: ${status}`)
    await see(page, 'Exact')
  },
}
