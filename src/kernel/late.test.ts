import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { whenLate } from './late.ts'

const busy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('an answer that arrived while the process was busy is not late', async () => {
  const server = createServer((socket) => socket.end('answer'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1')
  const first = await new Promise<string>((resolve) => {
    const cancel = whenLate(20, () => resolve('late'))
    socket.on('data', () => {
      cancel()
      resolve('answered')
    })
    // The answer is on its way; then nothing runs until long after the time is over.
    socket.on('connect', () => setTimeout(() => busy(80), 5))
  })
  expect(first).toBe('answered')
  socket.destroy()
  server.close()
})

test('what is not cancelled is late; what is cancelled never is', async () => {
  const late: string[] = []
  whenLate(5, () => late.push('cancelled'))()
  whenLate(10, () => late.push('left alone'))
  await expect.poll(() => late.length).toBeGreaterThan(0)
  expect(late).toEqual(['left alone'])
})
