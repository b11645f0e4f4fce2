import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { answered, competitionNamed, playGameweek, predictAll } from '../support/competitions.ts'
import { expectSound, PHONE, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let admin: TestClient
let nia: TestClient
let ben: TestClient
let visitor: Visitor

beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  admin = await app.admin()
  nia = await app.player('nia.okafor')
  ben = await app.player('ben')
  await answered(app)
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
afterEach(() => visitor?.leave())

const open = async (path = '/competitions', options: VisitorOptions = {}): Promise<Page> => {
  visitor = await visit(browser, app, path, { as: nia, ...options })
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor.page
}

const cards = (page: Page) =>
  page.getByRole('list', { name: /^(Competitions|Yours|Open now|Under way|Next)$/ }).locator('> li')
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts()
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
const oneLine = async (locator: Locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ')

async function made(competition: object): Promise<any> {
  const { status, body } = await admin.post('/api/competitions', { prizePool: 100, ...competition })
  expect(status, body?.detail).toBe(201)
  return body
}

async function join(competition: { id: number }, ...clients: TestClient[]) {
  for (const client of clients) expect((await client.post(`/api/competitions/${competition.id}/join`)).status).toBe(200)
}

test('the page shows what is mine, open now and next, the rest on demand with the focus on the first of the new', async () => {
  const page = await open('/competitions', { as: await app.player('chooser') })
  await page.getByText('51 competitions', { exact: true }).waitFor()
  const sections = () => page.getByRole('heading', { level: 2 }).allInnerTexts()
  await expect.poll(sections).toEqual(['Open now', 'Next'])
  const openNow = page.getByRole('list', { name: 'Open now' })
  expect((await openNow.getByRole('heading').allInnerTexts()).slice(0, 2)).toEqual([
    'November 2026 Challenge',
    'Demo Season Championship',
  ])
  await expect.poll(() => page.getByRole('list', { name: 'Next' }).locator('> li').count()).toBe(6)
  // Joining it does not take the card away from under the finger; the next time it stands with one's own.
  await openNow.getByRole('button', { name: 'Join Demo Season Championship' }).click()
  await openNow.getByRole('button', { name: 'Participating Demo Season Championship' }).waitFor()
  await page.reload()
  await page.getByRole('list', { name: 'Yours' }).getByRole('heading', { name: 'Demo Season Championship' }).waitFor()
  await page.getByRole('button', { name: /^Show \d+ ended competitions$/ }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?status=ended')
  await card(page, 'October 2026 Challenge').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: /^Show \d+ more upcoming competitions$/ }).click()
  await expect.poll(() => cards(page).count()).toBe(12)
  await page.getByRole('button', { name: /^Show 12 more of/ }).press('Enter')
  await expect.poll(() => cards(page).count()).toBe(24)
  const thirteenth = cards(page).nth(12).getByRole('link')
  await expect.poll(() => thirteenth.evaluate((link) => link === document.activeElement)).toBe(true)
})

test('search, status and type narrow the list and stand in the address; nothing that fits is No competitions found', async () => {
  const page = await open('/competitions?status=ended')
  await page.getByLabel('Type').selectOption('monthly')
  await expect
    .poll(() => names(page))
    .toEqual(['October 2026 Challenge', 'September 2026 Challenge', 'August 2026 Challenge'])
  await page.getByLabel('Search').fill('SEPTEMBER')
  await expect.poll(() => names(page)).toEqual(['September 2026 Challenge'])
  await expect.poll(() => page.url()).toMatch(/\?search=SEPTEMBER&status=ended&type=monthly$/)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['September 2026 Challenge'])
  await page.getByLabel('Type').selectOption('cup')
  await page.getByText('No competitions found').waitFor()
  await page.getByRole('button', { name: 'Show all competitions' }).click()
  await page.getByText('51 competitions', { exact: true }).waitFor()
  const statuses = await page.getByLabel('Status').locator('option').allInnerTexts()
  expect(statuses).toEqual(['All statuses', 'Upcoming', 'Active', 'Ended'])
  const types = await page.getByLabel('Type').locator('option').allInnerTexts()
  expect(types).toEqual(['All types', 'Weekly', 'Monthly', 'Seasonal', 'Cup', 'Knockout'])
})

test('a card says status, pool, players toward the maximum, dates and the first three', async () => {
  const cup = await made({ name: 'Card Cup', type: 'cup', firstGameweek: 30, prizePool: 2000, maxParticipants: 4 })
  await join(cup, ben)
  const page = await open('/competitions?search=Card+Cup')
  await expect
    .poll(() => oneLine(card(page, 'Card Cup')))
    .toMatch(
      /^Card Cup Upcoming Cup 2,000 points in the pool \d+ \w{3} 2027 to \d+ \w{3} 2027 1 of 4 players Rank 1 ben 0 points Join Card Cup$/,
    )
  const progress = card(page, 'Card Cup').getByRole('progressbar')
  await expect.poll(() => progress.getAttribute('aria-valuenow')).toBe('25')
  await page.getByLabel('Search').fill('Demo Season Knockout')
  await card(page, 'Demo Season Knockout').getByText('0 players').waitFor()
  expect(await card(page, 'Demo Season Knockout').getByRole('progressbar').count()).toBe(0)
})

test('joining says so, makes the button Participating and keeps the focus on it', async () => {
  const page = await open('/competitions?search=Gameweek+20')
  const button = card(page, 'Gameweek 20 Challenge').getByRole('button')
  await button.press('Enter')
  await visitor.toast('Joined competition successfully')
  await expect.poll(() => oneLine(button)).toBe('Participating Gameweek 20 Challenge')
  await expect.poll(() => button.isDisabled()).toBe(true)
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  await card(page, 'Gameweek 20 Challenge').getByText('You', { exact: true }).waitFor()
  expect(await competitionNamed(nia, 'Gameweek 20 Challenge')).toMatchObject({ isParticipant: true })
})

test('what is full or ended cannot be joined, and says so', async () => {
  const full = await made({ name: 'Two Only', type: 'weekly', firstGameweek: 22, maxParticipants: 2 })
  await join(full, ben, await app.player('second'))
  const page = await open('/competitions?search=Two+Only')
  const button = card(page, 'Two Only').getByRole('button')
  expect([await oneLine(button), await button.isDisabled()]).toEqual(['Full Two Only', true])
  await page.getByLabel('Search').fill('October 2026')
  const ended = card(page, 'October 2026 Challenge')
  await ended.getByText('Ended', { exact: true }).waitFor()
  const over = ended.getByRole('button')
  expect([await oneLine(over), await over.isDisabled()]).toEqual(['Competition Ended October 2026 Challenge', true])
})

test('a join that the server refuses is said with its reason', async () => {
  const page = await open('/competitions?search=Gameweek+23', { expected: /409/ })
  await page.route('**/join', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body: '{"status":409,"detail":"Full"}' }),
  )
  await card(page, 'Gameweek 23 Challenge').getByRole('button').click()
  await page.getByText('Failed to join competition').waitFor()
  await page.getByText('Full', { exact: true }).waitFor()
})

test('who joins elsewhere appears without a reload', async () => {
  const page = await open('/competitions?search=Gameweek+24')
  await card(page, 'Gameweek 24 Challenge').getByText('0 players').waitFor()
  await visitor.connected()
  await join(await competitionNamed(ben, 'Gameweek 24 Challenge'), await app.player('live'))
  await card(page, 'Gameweek 24 Challenge').getByText('1 player', { exact: true }).waitFor()
})

test('a list that cannot be read says so, and tries again', async () => {
  let fails = true
  const page = await open('/leagues', { expected: /503/ })
  await page.route('**/api/competitions', (route) =>
    fails ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await page.getByRole('link', { name: 'Competitions' }).first().click()
  await page.getByText('Failed to load competitions').waitFor()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await card(page, 'November 2026 Challenge').waitFor()
})

test('an address without a competition says so', async () => {
  for (const path of ['/competitions/999999', '/competitions/nonsense']) {
    const page = await open(path, { expected: /404/ })
    await page.getByText('No competition has this address.').waitFor()
    expect(await page.getByText('Competition not found').count()).toBe(1)
    await visitor.leave()
  }
})

test('only administrators create a competition; what is wrong stands at its field', async () => {
  const players = await open()
  expect(await players.getByRole('button', { name: 'Create Competition' }).count()).toBe(0)
  await visitor.leave()

  const page = await open('/competitions', { as: admin, expected: /400/ })
  await page.getByRole('button', { name: 'Create Competition' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Competition' })
  await dialog.getByRole('button', { name: 'Create Competition' }).click()
  await dialog.getByText('Please give the competition a name').waitFor()
  await dialog.getByLabel('Name').fill('Winter Cup')
  await dialog.getByLabel('Type').selectOption('cup')
  await dialog.getByLabel('First gameweek').fill('3')
  await dialog.getByLabel('Prize pool').fill('500')
  await dialog.getByRole('button', { name: 'Create Competition' }).click()
  await dialog.getByText('That gameweek has already begun').waitFor()
  await expect
    .poll(() => dialog.getByLabel('First gameweek').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await dialog.getByLabel('First gameweek').fill('31')
  await dialog.getByRole('button', { name: 'Create Competition' }).click()
  await visitor.toast('Competition created successfully')
  await page.getByRole('heading', { level: 1, name: 'Winter Cup' }).waitFor()
  await page.getByText('Not drawn yet').waitFor()
  expect(await competitionNamed(admin, 'Winter Cup')).toMatchObject({ type: 'cup', prizePool: 500, firstGameweek: 31 })
})

test('the list and a competition are sound in both themes', async () => {
  const { id } = await competitionNamed(nia, 'Gameweek 20 Challenge')
  const page = await open('/competitions')
  await card(page, 'Gameweek 14 Challenge').waitFor()
  await expectSound(page, 'competitions')
  await page.goto(`/competitions/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Gameweek 20 Challenge' }).waitFor()
  await expectSound(page, 'competition')
})

test('a cup shows its draw, byes, who went through and the winner, a knockout who went out, both the standings and prizes', async () => {
  const [cyr, dee] = [await app.player('cyr'), await app.player('dee')]
  const cup = await made({ name: 'Advent Cup', type: 'cup', firstGameweek: 15, lastGameweek: 16, prizePool: 200 })
  const knockout = await made({ name: 'Last Standing', type: 'knockout', firstGameweek: 15, lastGameweek: 16 })
  // nia has every match exactly right, ben its result, the others nothing; cyr joined before dee.
  await join(cup, nia, ben, cyr)
  const lonely = await made({ name: 'Lonely Cup', type: 'cup', firstGameweek: 15, lastGameweek: 15 })
  await join(lonely, ben)
  await join(knockout, nia, ben, cyr, dee)
  for (const gameweek of [15, 16]) {
    await predictAll(nia, gameweek, [2, 1])
    await predictAll(ben, gameweek, [1, 0])
  }
  await playGameweek(app, admin, 14, () => [0, 0])
  await answered(app)

  // Drawn, not begun: who is not in it cannot join from the list either.
  const list = await open('/competitions?search=Advent+Cup', { as: dee })
  await card(list, 'Advent Cup').getByText('Upcoming').waitFor()
  const closed = card(list, 'Advent Cup').getByRole('button')
  expect([await oneLine(closed), await closed.isDisabled()]).toEqual(['Already Started Advent Cup', true])
  await visitor.leave()

  const page = await open(`/competitions/${cup.id}`)
  const round = (name: string) => page.getByRole('region', { name, exact: true })
  const ties = (name: string) => round(name).getByRole('listitem')
  // Two ties of three players: the bye is the earliest joined's.
  await ties('Semi-finals').first().waitFor()
  const drawn = await Promise.all((await ties('Semi-finals').all()).map(oneLine))
  const byes = drawn.filter((tie) => tie.includes('Bye'))
  expect([drawn.length, byes.length]).toEqual([2, 1])
  expect(byes[0]).toMatch(/^You – ?no points yet Bye goes through without a tie$/)
  await round('Final').getByText('Drawn when the round before is decided.').waitFor()

  await playGameweek(app, admin, 15, () => [2, 1])
  await ties('Final').first().waitFor()
  await expect.poll(() => oneLine(round('Semi-finals'))).toContain('You Through 150 points')
  await playGameweek(app, admin, 16, () => [2, 1])
  await page.getByText('You won').waitFor()
  await expect.poll(() => oneLine(round('Final'))).toContain('You Winner 150 points')
  const rows = page.getByRole('table', { name: 'Standings of Advent Cup' }).getByRole('row')
  await expect.poll(() => oneLine(rows.nth(1))).toMatch(/^Rank 1 NI You 20 300 \+100$/)
  await expect.poll(() => oneLine(rows.nth(2))).toMatch(/^Rank 2 BE ben 0 100 \+60$/)
  await expectSound(page, 'cup')
  // On a phone the round that counts comes first; `expectSound` ends there.
  const top = async (name: string) => (await round(name).boundingBox())!.y
  expect(await top('Final')).toBeLessThan(await top('Semi-finals'))
  await page.goto(`/competitions/${lonely.id}`)
  await page.getByText('Called off', { exact: true }).waitFor()
  await page.getByText('Player', { exact: true }).first().waitFor()
  // Nothing was played and nothing is paid: neither prizes nor the gameweeks that it would have had.
  await page.getByText('Nothing was played, and no prize is paid.').waitFor()
  const calledOff = await page.getByRole('main').innerText()
  for (const word of ['Prize pool', 'Prizes', 'Standings', 'gameweek 15']) expect(calledOff).not.toContain(word)
  await page.goto('/competitions?search=Lonely+Cup')
  await expect
    .poll(() => oneLine(card(page, 'Lonely Cup')))
    .toMatch(/Called off Cup Too few players joined, so nothing is paid\./)
  await page.goto(`/competitions/${(await competitionNamed(nia, 'October 2026 Challenge')).id}`)
  await page.getByText('Nobody took part').waitFor()
  await visitor.leave()

  const other = await open(`/competitions/${knockout.id}`, { as: ben, size: PHONE })
  await other.getByText('Winner: nia.okafor').waitFor()
  const first = other.getByRole('region', { name: 'Round 1', exact: true })
  await first.getByText('2 went through, 2 went out').waitFor()
  await expect
    .poll(async () => Promise.all((await first.getByRole('listitem').all()).map(oneLine)))
    .toEqual(['nia.okafor Through 150 points', 'You Through 50 points', 'cyr Out 0 points', 'dee Out 0 points'])
  const last = other.getByRole('region', { name: 'Round 2', exact: true })
  await expect.poll(() => oneLine(last.getByRole('listitem').first())).toBe('nia.okafor Winner 150 points')
  await expectSound(other, 'knockout')
})
