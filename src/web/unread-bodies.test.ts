import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { cutUnread } from './unread-bodies.ts'

test('T65: a few unread bodies of refused requests are drained, the other connections end with their response', async () => {
  const server = createServer((_req, res) => res.writeHead(503, { 'Content-Length': 0 }).end())
  cutUnread(server, 3)
  server.on('clientError', (_error, socket) => socket.destroy())
  const accepted: Socket[] = []
  server.on('connection', (socket) => accepted.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const head = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\n\r\nx'
  /** Sends a request and returns its socket and status. */
  const send = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(head)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return { socket, status: bytes.toString('latin1', 9, 12) }
  }
  const first = [await send(), await send(), await send()]
  const others = [await send(), await send()]
  expect([...first, ...others].map(({ status }) => status)).toEqual(Array(5).fill('503'))
  await Promise.all(others.map(({ socket }) => socket.destroyed || once(socket, 'close')))
  expect(first.some(({ socket }) => socket.destroyed)).toBe(false)
  // A drained body frees its slot.
  const itsEnd = once(accepted[0]!, 'close')
  first[0]!.socket.destroy()
  await itsEnd
  const next = await send()
  const last = await send()
  await (last.socket.destroyed || once(last.socket, 'close'))
  expect(next.socket.destroyed).toBe(false)
  for (const { socket } of [...first, next]) socket.destroy()
  server.close()
})
