import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAT } from '../../src/areas/chat.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { promised } from '../support/promised.ts'
import { expectAccessible, expectNoSideways } from './dashboard-page.ts'
import { DESK, PHONE, type Visitor, visit } from './visitor.ts'

let browser: Browser
let one: TestApp
let two: TestApp
let maya: TestClient
let noah: TestClient
let noahId: number

beforeAll(async () => {
  browser = await launchBrowser()
  one = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  two = await startTestApp({ beside: one })
  maya = await one.player('maya_k')
  noah = await one.player('noah.b')
  noahId = (await noah.get('/api/user')).id
})
afterAll(async () => {
  await browser?.close()
  await two?.close()
  await one?.close()
})

let made = 0
async function leagueOfBoth(): Promise<{ id: number; name: string }> {
  const { body } = await maya.post('/api/leagues', { name: `Chatterers ${++made}` })
  expect((await noah.post('/api/leagues/join-code', { joinCode: body.joinCode })).status).toBe(200)
  return body
}
/** Noah says so many lines, past the limit of his way over HTTP. */
async function said(id: number, lines: number): Promise<void> {
  const chat = one.container.get(CHAT.Chat)
  const at = new Date(one.clock.now()).toISOString()
  const context = { actor: noahId, at, correlationId: 'c', causationId: 'c', source: 'command' } as const
  for (let n = 1; n <= lines; n++) await chat.post({ kind: 'league', id }, noahId, `Line ${n}.`, context)
  await one.settled()
}
const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name: `League chat, ${name}` })
const panel = ({ page }: Visitor, name: string) => page.getByRole('region', { name: `League chat, ${name}` })
async function opened(visitor: Visitor, name: string) {
  await button(visitor, name).click()
  return panel(visitor, name)
}

test('two browsers on two nodes see each message within a second; Enter sends, Shift+Enter makes a line', async () => {
  const { id, name } = await leagueOfBoth()
  const hers = await visit(browser, one, `/leagues/${id}`, { as: maya })
  const his = await visit(browser, two, `/leagues/${id}`, { as: noah, size: PHONE, theme: 'dark' })
  const [left, right] = [await opened(hers, name), await opened(his, name)]
  await Promise.all([left, right].map((each) => each.getByText('No messages yet. Start the conversation!').waitFor()))
  await Promise.all([hers.connected(), his.connected()])
  await left.getByLabel('Message', { exact: true }).pressSequentially('Hello')
  await left.getByLabel('Message', { exact: true }).press('Shift+Enter')
  await left.getByLabel('Message', { exact: true }).pressSequentially('there')
  await left.getByLabel('Message', { exact: true }).press('Enter')
  await right.getByText('Hello\nthere').waitFor({ timeout: promised(1_000) })
  await right.getByRole('heading', { name: 'Today' }).waitFor()
  await right.getByLabel('Message', { exact: true }).fill('  Hi, Maya ')
  await right.getByRole('button', { name: 'Send' }).click()
  await left.getByText('Hi, Maya', { exact: true }).waitFor({ timeout: promised(1_000) })
  await expect.poll(() => left.getByRole('listitem').count()).toBe(2)

  expect(await left.getByRole('button', { name: 'Edit message' }).count()).toBe(0)
  await left.getByRole('button', { name: /^Actions for your message/ }).click()
  await left.getByRole('button', { name: 'Edit message' }).click()
  // The caret stands where the text ends.
  await left.getByLabel('Edit message').pressSequentially(' again')
  await left.getByLabel('Edit message').press('Enter')
  await right.getByText('Hello\nthere again').waitFor()
  await right.getByText('edited', { exact: true }).waitFor()
  await expectAccessible(hers.page, 'league with its chat')
  await expectAccessible(his.page, 'league with its chat on a phone, dark')
  await expectNoSideways(his.page, 'league with its chat on a phone')

  await right.getByRole('button', { name: /^Actions for your message/ }).click()
  await right.getByRole('button', { name: 'Delete message' }).click()
  await his.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await left.getByText('Message deleted').waitFor()
  await right.getByRole('button', { name: /^Actions for the message of maya_k/ }).click()
  await right.getByRole('button', { name: 'Report message' }).click()
  await his.page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await his.toast('Message reported')
  await left.press('Escape')
  await expect.poll(() => button(hers, name).evaluate((element) => element === document.activeElement)).toBe(true)
  // At the end of the page the button lies beside the league's settings, not over them.
  await hers.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const settings = (await hers.page.getByRole('region', { name: 'League settings' }).boundingBox())!
  expect((await button(hers, name).boundingBox())!.y).toBeGreaterThan(settings.y + settings.height)
  await hers.leave()
  await his.leave()
})

test('the badge of a league card counts what is unread, 9+ at most, and goes when the chat is opened', async () => {
  const { id, name } = await leagueOfBoth()
  await said(id, 11)
  const hers = await visit(browser, one, '/leagues', { as: maya })
  await hers.page.getByRole('button', { name: `League chat, ${name}, 9+ unread` }).click()
  await panel(hers, name).getByText('Line 11.').waitFor()
  await expectAccessible(hers.page, 'league card with its chat')
  await hers.page.reload()
  await hers.page.getByRole('button', { name: `League chat, ${name}`, exact: true }).waitFor()
  await hers.leave()
})

test('a word without an end stays in the panel, typed and sent, on a desk and on a phone', async () => {
  const { id, name } = await leagueOfBoth()
  const hers = await visit(browser, one, `/leagues/${id}`, { as: maya })
  const chat = await opened(hers, name)
  await chat.getByText('No messages yet').waitFor()
  const word = 'w'.repeat(700)
  for (const width of [DESK.width, 320]) {
    await hers.page.setViewportSize({ width, height: 700 })
    await chat.getByLabel('Message', { exact: true }).fill(word)
    const panelBox = (await chat.boundingBox())!
    for (const action of ['Send', 'Close chat']) {
      const box = (await chat.getByRole('button', { name: action }).boundingBox())!
      expect(box.x + box.width, `${action} at ${width}`).toBeLessThan(panelBox.x + panelBox.width)
    }
    expect(panelBox.x + panelBox.width).toBeLessThanOrEqual(width)
  }
  await chat.getByLabel('Message', { exact: true }).press('Enter')
  await chat.getByRole('button', { name: /^Actions for your message/ }).waitFor()
  const log = chat.getByRole('log')
  expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await hers.leave()
})

test('a message that is refused says why, in the words of the server', async () => {
  const { id, name } = await leagueOfBoth()
  const hers = await visit(browser, one, `/leagues/${id}`, { as: maya, expected: /messages/ })
  const chat = await opened(hers, name)
  await chat.getByText('No messages yet').waitFor()
  const send = async () => {
    await chat.getByLabel('Message', { exact: true }).fill('Once')
    await chat.getByLabel('Message', { exact: true }).press('Enter')
  }
  const detail = 'Too many messages. Please wait a moment.'
  await hers.page.route('**/messages', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', json: { type: 'about:blank', detail } }),
  )
  await send()
  await hers.toast(detail)
  await hers.page.unroute('**/messages')
  await hers.page.route('**/messages', (route) => route.abort())
  await send()
  await hers.toast('The server did not answer. Please try again.')
  expect(await hers.page.getByText(/429:|Failed to fetch/).count()).toBe(0)
  await hers.leave()
})

test('a message that fails says so and is sent once by Retry', async () => {
  const { id, name } = await leagueOfBoth()
  const hers = await visit(browser, one, `/leagues/${id}`, { as: maya, expected: /messages/ })
  const chat = await opened(hers, name)
  await chat.getByText('No messages yet').waitFor()
  await hers.page.route('**/messages', (route) => route.fulfill({ status: 503, body: 'away' }))
  await chat.getByLabel('Message', { exact: true }).fill('Once')
  await chat.getByLabel('Message', { exact: true }).press('Enter')
  await hers.page.getByText('Failed to send message').first().waitFor()
  await hers.page.getByText('503: away').waitFor()
  await chat.getByText('Not sent').waitFor()
  await hers.page.unroute('**/messages')
  await chat.getByRole('button', { name: 'Retry' }).click()
  const stored = async () => (await maya.get(`/api/leagues/${id}/messages`)).map(({ content }: any) => content)
  await expect.poll(stored).toEqual(['Once'])
  await expect.poll(() => chat.getByText(/Not sent|Sending/).count()).toBe(0)
  await expect.poll(() => chat.getByText('Once').count()).toBe(1)
  await hers.leave()
})

test('without a socket the chat is polled', async () => {
  const { id, name } = await leagueOfBoth()
  const hers = await visit(browser, one, '/help', { as: maya, expected: /socket|WebSocket/i })
  await hers.page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await hers.page.goto(`/leagues/${id}`)
  const chat = await opened(hers, name)
  await chat.getByText('No messages yet').waitFor()
  await noah.post(`/api/leagues/${id}/messages`, { content: 'By polling' })
  await chat.getByText('By polling').waitFor()
  await hers.leave()
})

test('who is removed from the league hears nothing more of it', async () => {
  const { id, name } = await leagueOfBoth()
  const his = await visit(browser, two, '/', { as: noah, expected: /404/ })
  const frames: string[] = []
  his.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await his.page.goto(`/leagues/${id}`)
  await opened(his, name)
  await his.connected()
  await maya.post(`/api/leagues/${id}/messages`, { content: 'To his face' })
  await expect.poll(() => frames.join()).toContain('To his face')
  expect((await maya.delete(`/api/leagues/${id}/members/${noahId}`)).status).toBe(204)
  await maya.post(`/api/leagues/${id}/messages`, { content: 'Behind his back' })
  await his.page.waitForTimeout(1_000)
  expect(await his.page.getByText('Behind his back').count()).toBe(0)
  expect(frames.join()).not.toContain('Behind')
  await his.leave()
})

test('older messages come when the log is scrolled to its top', async () => {
  const { id, name } = await leagueOfBoth()
  await said(id, 120)
  const hers = await visit(browser, one, `/leagues/${id}`, { as: maya })
  await hers.page.getByRole('button', { name: `League chat, ${name}, 99+ unread` }).click()
  const log = panel(hers, name).getByRole('log')
  await log.getByText('Line 120.').waitFor()
  expect(await log.getByText('Line 20.', { exact: true }).count()).toBe(0)
  await log.evaluate((box) => box.scrollTo(0, 0))
  await log.getByText('Line 1.', { exact: true }).waitFor()
  await expect.poll(() => log.getByRole('listitem').count()).toBe(120)
  await hers.leave()
})

test('the chat of a competition is on its page: everybody reads, participants write', async () => {
  const [{ id, name }] = (await maya.get('/api/competitions')).filter(({ type }: any) => type === 'seasonal')
  expect((await maya.post(`/api/competitions/${id}/join`)).status).toBe(200)
  const his = await visit(browser, two, `/competitions/${id}`, { as: noah })
  await his.page.getByRole('button', { name: `Competition chat, ${name}` }).click()
  const chat = his.page.getByRole('region', { name: `Competition chat, ${name}` })
  await chat.getByText('No messages yet').waitFor()
  expect(await chat.getByLabel('Message', { exact: true }).count()).toBe(0)
  // Once he has heard of one, by the socket or by a look of the page, the socket watches this room.
  await his.connected()
  await maya.post(`/api/competitions/${id}/messages`, { content: 'Is this on?' })
  await chat.getByText('Is this on?').waitFor()
  await maya.post(`/api/competitions/${id}/messages`, { content: 'To all of you' })
  await chat.getByText('To all of you').waitFor({ timeout: promised(1_000) })
  await expectAccessible(his.page, 'competition with its chat')
  await his.leave()
})
