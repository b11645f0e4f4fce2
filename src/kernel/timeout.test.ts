import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { onTimeout } from './timeout.ts'

const busy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('an answer that arrived while the process was busy is not late', async () => {
  const { promise: first, resolve } = Promise.withResolvers<string>()
  let cancel = () => {}
  const server = createServer((peer) =>
    peer.once('data', () => {
      cancel = onTimeout(20, () => resolve('late'))
      peer.end('answer')
      // The answer is in flight; the process is blocked until after the timeout.
      busy(80)
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1')
  socket.on('data', () => {
    cancel()
    resolve('answered')
  })
  socket.write('question')
  expect(await first).toBe('answered')
  socket.destroy()
  server.close()
})

test('a timeout fires unless it is cancelled', async () => {
  const late: string[] = []
  onTimeout(5, () => late.push('cancelled'))()
  onTimeout(10, () => late.push('left alone'))
  await expect.poll(() => late.length).toBeGreaterThan(0)
  expect(late).toEqual(['left alone'])
})
