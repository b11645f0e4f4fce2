import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAT } from '../../src/areas/chat/area.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { promised } from '../support/promised.ts'
import { chatOf, openWithChat } from './chat-page.ts'
import { leagueOf } from './league-page.ts'
import { DESK, expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { expectFocus } from './visitor.ts'

let two: TestApp
let maya: TestClient
let noah: TestClient
let noahId: number

/** Selector of an open chat. */
const CHAT_PANEL = 'section:has([role=log])'

const stage = setStage()
beforeAll(async () => {
  two = await startTestApp({ beside: stage.app })
  maya = await stage.app.player('maya_k')
  noah = await stage.app.player('noah.b')
  noahId = (await noah.get('/api/user')).id
})
// Stopped before the game whose second node it is.
afterAll(() => two?.close())

let made = 0
async function leagueOfBoth(): Promise<{ id: number; name: string }> {
  const { body } = await maya.post('/api/leagues', { name: `Chatterers ${++made}` })
  expect((await noah.post('/api/leagues/join-code', { joinCode: body.joinCode })).status).toBe(200)
  return body
}
/** Noah posts this many lines, without the quota of HTTP requests. */
async function said(id: number, lines: number): Promise<void> {
  const chat = stage.app.container.get(CHAT.Chat)
  const at = new Date(stage.app.clock.now()).toISOString()
  const context = { actor: noahId, at, correlationId: 'c', causationId: 'c', source: 'command' } as const
  for (let n = 1; n <= lines; n++) await chat.post({ kind: 'league', id }, noahId, `Line ${n}.`, context)
  await stage.app.settled()
}
test('two browsers on two nodes see each message within a second; Enter sends, Shift+Enter makes a line', async () => {
  const league = await leagueOfBoth()
  const hers = await openWithChat(stage, league, { as: maya })
  const his = await openWithChat(stage, league, { on: two, as: noah, size: PHONE, theme: 'dark' })
  await hers.open()
  await his.open()
  await Promise.all([hers, his].map((each) => each.says('No messages yet. Start the conversation!')))
  await Promise.all([hers.connected(), his.connected()])
  await hers.box.pressSequentially('Hello')
  await hers.box.press('Shift+Enter')
  await hers.box.pressSequentially('there')
  await hers.box.press('Enter')
  await his.panel.getByText('Hello\nthere').waitFor({ timeout: promised(1_000) })
  await his.panel.getByRole('heading', { name: 'Today' }).waitFor()
  await his.write('  Hi, Maya ')
  await his.send()
  await hers.panel.getByText('Hi, Maya', { exact: true }).waitFor({ timeout: promised(1_000) })
  await expect.poll(() => hers.panel.getByRole('listitem').count()).toBe(2)

  expect(await hers.panel.getByRole('button', { name: 'Edit message' }).count()).toBe(0)
  await hers.addToOwn(' again')
  await his.says('Hello\nthere again')
  await his.says('edited', 'exactly')
  await expectSound(his, 'a chat', { within: CHAT_PANEL })
  await his.page.setViewportSize(PHONE)

  await his.deleteOwn()
  await hers.says('Message deleted')
  await his.reportMessageOf('maya_k')
  await his.toast('Message reported')
  await hers.panel.press('Escape')
  await expectFocus(hers.button)
  // At the end of the page the button is next to the league's settings, not over them.
  await hers.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const settings = (await leagueOf(hers).settings.boundingBox())!
  expect((await hers.button.boundingBox())!.y).toBeGreaterThan(settings.y + settings.height)
})

test('the badge of a league card counts unread messages, 9+ at most, and disappears when the chat is opened', async () => {
  const { id, name } = await leagueOfBoth()
  await said(id, 11)
  const hers = chatOf(await stage.visit('/leagues', { as: maya }), name)
  await hers.open('9+')
  await hers.says('Line 11.')
  await expectAccessible(hers, 'a chat with unread messages', { within: CHAT_PANEL })
  await hers.reload()
  await hers.nothingIsUnread()
})

test('without a socket the chat is polled; a long word stays in the panel, typed and sent, on a desktop and on a phone', async () => {
  const league = await leagueOfBoth()
  const hers = await openWithChat(stage, league, {
    as: maya,
    expected: /socket|WebSocket/i,
    prepare: (page) => page.routeWebSocket(/socket\.io/, (socket) => socket.close()),
  })
  await hers.open()
  await hers.says('No messages yet')
  await noah.post(`/api/leagues/${league.id}/messages`, { content: 'By polling' })
  await hers.says('By polling')

  const word = 'w'.repeat(700)
  for (const width of [DESK.width, 320]) {
    await hers.page.setViewportSize({ width, height: 700 })
    await hers.write(word)
    const panel = (await hers.panel.boundingBox())!
    for (const action of ['Send', 'Close chat']) {
      const box = (await hers.panel.getByRole('button', { name: action }).boundingBox())!
      expect(box.x + box.width, `${action} at ${width}`).toBeLessThan(panel.x + panel.width)
    }
    expect(panel.x + panel.width).toBeLessThanOrEqual(width)
  }
  await hers.box.press('Enter')
  await hers.isSent()
  expect(await hers.log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('(R366) the toast of a message that was not sent covers neither Retry nor the box for the next one', async () => {
  const chat = await openWithChat(stage, await leagueOfBoth(), { as: maya, expected: /ERR_FAILED/ })
  await chat.open()
  await chat.says('No messages yet. Start the conversation!')
  await chat.page.route('**/messages', (route) => route.abort())
  await chat.say('Hello')
  const retry = chat.panel.getByRole('button', { name: 'Retry' })
  const toast = chat.page.getByRole('status').filter({ hasText: 'Failed to send message' })
  for (const size of [DESK, PHONE]) {
    await chat.page.setViewportSize(size)
    const isFree = (control: typeof retry) =>
      control.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    for (const control of [retry, chat.box, toast.getByRole('button', { name: 'Close' })])
      await expect.poll(() => isFree(control), { message: `${size.width}` }).toBe(true)
  }
})

test('a removed member receives nothing more', async () => {
  const { id, name } = await leagueOfBoth()
  const other = await leagueOfBoth()
  const frames: string[] = []
  const his = await openWithChat(
    stage,
    { id, name },
    {
      on: two,
      as: noah,
      expected: /404/,
      prepare: async (page) => {
        page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
      },
    },
  )
  await his.open()
  await his.connected()
  await maya.post(`/api/leagues/${id}/messages`, { content: 'To his face' })
  await expect.poll(() => frames.join()).toContain('To his face')
  expect((await maya.delete(`/api/leagues/${id}/members/${noahId}`)).status).toBe(204)
  await maya.post(`/api/leagues/${id}/messages`, { content: 'Behind his back' })
  // Sent later to the same socket.
  await maya.post(`/api/leagues/${other.id}/messages`, { content: 'To both again' })
  await expect.poll(() => frames.join()).toContain('To both again')
  expect(await his.times('Behind his back')).toBe(0)
  expect(frames.join()).not.toContain('Behind')
})

test('older messages come when the log is scrolled to its top', async () => {
  const league = await leagueOfBoth()
  await said(league.id, 120)
  const hers = await openWithChat(stage, league, { as: maya })
  await hers.open('99+')
  await hers.log.getByText('Line 120.').waitFor()
  expect(await hers.log.getByText('Line 20.', { exact: true }).count()).toBe(0)
  await hers.scrollUp()
  await hers.log.getByText('Line 1.', { exact: true }).waitFor()
  await expect.poll(() => hers.messages.count()).toBe(120)
})

test('the chat of a competition is on its page: all read, participants write', async () => {
  const [{ id, name }] = (await maya.get('/api/competitions')).filter(({ type }: any) => type === 'seasonal')
  expect((await maya.post(`/api/competitions/${id}/join`)).status).toBe(200)
  const his = chatOf(await stage.visit(`/competitions/${id}`, { on: two, as: noah }), name, 'Competition')
  await his.open()
  await his.says('No messages yet')
  expect(await his.box.count()).toBe(0)
  // Once he has received a message, by socket or by polling, the socket watches this room.
  await his.connected()
  await maya.post(`/api/competitions/${id}/messages`, { content: 'Is this on?' })
  await his.says('Is this on?')
  await maya.post(`/api/competitions/${id}/messages`, { content: 'To all of you' })
  await his.panel.getByText('To all of you').waitFor({ timeout: promised(1_000) })
  await expectAccessible(his, 'the chat of a competition', { within: CHAT_PANEL })
})
