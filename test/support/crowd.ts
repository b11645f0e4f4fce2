import { readFileSync } from 'node:fs'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import { socketLimits } from '../../src/web/socket-counts.ts'
import { readsMetrics } from './app.ts'
import { testDatabase } from './postgres.ts'
import { freePort, registered, removeFolder, startProcess, temporaryFolder, untilReady } from './process-app.ts'
import { until } from './projections.ts'
import { promised } from './promised.ts'

/** Connects open pages as the browser does (ui/src/api/live.ts). */
const asThePages = { transports: ['websocket'], reconnectionDelay: 500, reconnectionDelayMax: 10_000, forceNew: true }

/** Resident memory of a process on this machine, in megabytes. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

/**
 * `count` open pages lose their node and reconnect. Returns the milliseconds until all were connected, and the node's
 * memory.
 */
export async function crowdReturns(count: number, withinMs: number): Promise<{ ms: number; residentMb: number }> {
  const dataDir = temporaryFolder()
  const database = await testDatabase()
  const port = await freePort()
  const env = { DATABASE_URL: database.url }
  let app = await startProcess({ dataDir, port, env })
  const sockets: Socket[] = []
  try {
    await untilReady(app.url)
    const players = await Promise.all(
      Array.from({ length: Math.ceil(count / (socketLimits.perUser - 4)) }, (_, index) =>
        registered(app.url, `crowd_${index}`),
      ),
    )
    // Each socket has its own address: a node limits sockets per address, as it does per user.
    for (let index = 0; index < count; index++) {
      const { cookie } = players[index % players.length]!
      const address = `10.0.${index >> 8}.${index & 255}`
      sockets.push(io(app.url, { ...asThePages, extraHeaders: { cookie, 'X-Forwarded-For': address } }))
    }
    const allIn = () => sockets.every((socket) => socket.connected)
    await until('everybody is in', allIn, 60_000)

    let notified = 0
    for (const socket of sockets) socket.on('leaving', () => notified++)
    expect((await app.end('SIGTERM')).code).toBe(0)
    // Messages sent before the process ended may still be in this process's buffers.
    await until('everybody is out', () => sockets.every((socket) => !socket.connected))
    expect(notified).toBe(count)
    app = await startProcess({ dataDir, port, env })
    const began = performance.now()
    await until('everybody is back', allIn, promised(withinMs))
    const ms = performance.now() - began
    const metrics = await (await fetch(`${app.url}/metrics`, { headers: readsMetrics })).text()
    expect(metrics).toMatch(new RegExp(`^plp_sockets ${count}$`, 'm'))
    return { ms, residentMb: residentMb(app.pid) }
  } finally {
    for (const socket of sockets) socket.disconnect()
    if (app.isRunning()) await app.end('SIGKILL')
    await database.drop()
    removeFolder(dataDir)
  }
}
