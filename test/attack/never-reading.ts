import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, milliseconds } from './attack.ts'
import type { Game } from './game.ts'
import { each, range } from './http.ts'
import { startProbe } from './probe.ts'

const CLIENTS = 40
/** More than the buffers of a connection hold, requested in small steps: unread responses delay further ones. */
const BYTES = 8_000_000
const ASKED_EVERY_MS = 250
const CUT_AFTER_MS = 20_000
/** The server checks every few seconds. */
const GRACE_MS = 6_000
/** A cut connection ends at once when read; all other data can be read within this time. */
const READ_MS = 8_000
const ANSWERED_WITHIN_MS = 500

const assets = new URL('../../ui/dist/assets/', import.meta.url)

/** The largest static file of the UI. */
function largestAsset(): { path: string; bytes: number } {
  const files = readdirSync(assets).map((name) => ({
    path: `/assets/${name}`,
    bytes: statSync(new URL(name, assets)).size,
  }))
  return files.reduce((largest, file) => (file.bytes > largest.bytes ? file : largest))
}

/** Requests a lot and reads nothing. */
async function ask(game: Game, path: string, times: number): Promise<Socket> {
  const socket = connect(game.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()))
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${game.newAddress()}\r\n\r\n`
  for (let asked = 0; asked < times && !socket.destroyed; asked++) {
    socket.write(request)
    await sleep(ASKED_EVERY_MS)
  }
  return socket
}

/** Reads the rest; true if the connection had been cut before all of it was sent. */
async function wasCut(socket: Socket, everything: number): Promise<boolean> {
  let bytes = 0
  let isOpen = true
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
  socket.once('close', () => {
    isOpen = false
  })
  socket.resume()
  for (let waited = 0; waited < READ_MS && isOpen && bytes < everything; waited += 50) await sleep(50)
  socket.destroy()
  return !isOpen && bytes < everything
}

export const neverReading: Attack = {
  name: 'never reading',
  does: `${CLIENTS} clients ask for answers of ${BYTES / 1e6} MB and read none of them`,
  async run(game) {
    const { path, bytes } = largestAsset()
    const times = Math.ceil(BYTES / bytes)
    const probe = startProbe(game.port)
    const clients = await each(range(CLIENTS), CLIENTS, () => ask(game, path, times))
    await sleep(CUT_AFTER_MS + GRACE_MS)
    const { slowestMs } = await probe.stop()
    const cut = (await each(clients, 20, (socket) => wasCut(socket, times * bytes))).filter(Boolean).length
    return [
      {
        holds: `answers without progress for ${milliseconds(CUT_AFTER_MS)} are cut`,
        seen: `${cut} of ${CLIENTS} cut`,
        ok: cut === CLIENTS,
      },
      {
        holds: `/healthz answers within ${ANSWERED_WITHIN_MS} ms meanwhile`,
        seen: `the slowest took ${milliseconds(slowestMs)}`,
        ok: slowestMs <= ANSWERED_WITHIN_MS,
      },
    ]
  },
}
