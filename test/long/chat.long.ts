import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { joinedBy, leagueOf, players } from '../support/leagues.ts'

const SOCKETS = 300

let one: TestApp
let two: TestApp
const sockets: Socket[] = []

beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ beside: one })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await two?.close()
  await one?.close()
})

test('300 sockets in one league, on two nodes: a message reaches all within a second', async () => {
  const members = await players(one, Array(SOCKETS).fill('member'))
  const [first, ...others] = members
  const league = await leagueOf(first!)
  for (let from = 0; from < others.length; from += 20) await joinedBy(league, ...others.slice(from, from + 20))
  const heard: { content: string; at: number }[][] = await Promise.all(
    members.map(async (member, index) => {
      const socket = io((index % 2 ? one : two).url, {
        transports: ['websocket'],
        // Each at their own home address, not at one school.
        extraHeaders: { cookie: member.cookie, 'X-Forwarded-For': `10.0.${index >> 8}.${index & 255}` },
        reconnection: false,
        forceNew: true,
      })
      sockets.push(socket)
      const messages: { content: string; at: number }[] = []
      socket.on('message', ({ content }) => messages.push({ content, at: Date.now() }))
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('connect_error', reject)
      })
      return messages
    }),
  )
  for (const content of ['one', 'two', 'three']) {
    const began = Date.now()
    const { status } = await first!.call('POST', `/api/leagues/${league.id}/messages`, { content })
    expect(status).toBe(201)
    const deadline = began + 5_000
    while (Date.now() < deadline && heard.some((messages) => messages.at(-1)?.content !== content))
      await new Promise((resolve) => setTimeout(resolve, 10))
    const slowest = Math.max(...heard.map((messages) => (messages.at(-1)?.at ?? deadline) - began))
    expect(heard.filter((messages) => messages.at(-1)?.content === content)).toHaveLength(SOCKETS)
    expect(slowest).toBeLessThan(1_000)
  }
  expect(heard.every((messages) => messages.map(({ content }) => content).join() === 'one,two,three')).toBe(true)
})
