import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, milliseconds } from './attack.ts'
import { each, range } from './http.ts'
import { openWebSocket } from './websocket.ts'

const SILENT = 15
const CLOSED_AFTER_MS = 5_000
/** The server checks about every second. */
const GRACE_MS = 1_500

export const silentSockets: Attack = {
  name: 'silent sockets',
  does: `${SILENT} WebSockets with a session that never say CONNECT`,
  async run(game) {
    const player = await game.newPlayer('silent')
    const { cookie, address } = player
    const sockets = await each(range(SILENT), SILENT, () => openWebSocket({ port: game.port, cookie, address }))
    const closed = Promise.all(sockets.map((socket) => socket.closed))
    const times = await Promise.race([closed, sleep(CLOSED_AFTER_MS + GRACE_MS, null)])
    const open = sockets.filter(({ isOpen }) => isOpen).length
    for (const socket of sockets) socket.close()
    return [
      {
        holds: `closed after ${milliseconds(CLOSED_AFTER_MS)}`,
        seen: times === null ? `${open} open later than that` : `the last after ${milliseconds(Math.max(...times))}`,
        ok: times !== null && sockets.every(({ status }) => status === 101),
      },
    ]
  },
}
