import { getEventListeners } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './listener.ts'

test('reconnecting adds no listeners to the signal', async () => {
  const abort = new AbortController()
  const connected = Promise.withResolvers<void>()
  let connections = 0
  const server = createServer((socket) => {
    socket.destroy()
    if (++connections === 4) connected.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [notify, isOwn, poll] = [() => undefined, () => false, async () => false]
  listen({ url: `postgres://plp@127.0.0.1:${port}/plp`, notify, isOwn, poll, pollMs: 60_000 }, abort.signal)
  const before = getEventListeners(abort.signal, 'abort').length
  await connected.promise
  expect(getEventListeners(abort.signal, 'abort').length).toBeLessThanOrEqual(before)
  abort.abort()
  server.close()
})
