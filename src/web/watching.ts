import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { SocketRoom } from '../slice/socket-room.ts'

/** A page shows a few such things at most. */
const MOST_WATCHED = 5

/**
 * Lets a socket join and leave private rooms: `watch` and `unwatch`, each with one field. `onReplay`: it has joined a room that replays
 * missed changes.
 */
export function letWatch(
  socket: Socket,
  rooms: readonly SocketRoom[],
  logger: Logger,
  onReplay: (room: string) => void,
): void {
  const parse = (body: unknown) => {
    for (const { watch } of rooms) {
      const value: unknown = (body as Record<string, unknown> | null)?.[watch.field]
      if (value !== undefined && new RegExp(`^${watch.pattern.source}$`).test(JSON.stringify(value)))
        return { ...watch, value }
    }
    return null
  }
  socket.on('watch', async (body: unknown) => {
    const watch = parse(body)
    const watched = [...socket.rooms].filter((room) => rooms.some((kind) => kind.includes(room))).length
    if (!watch || watched >= MOST_WATCHED || socket.data.isAsking) return
    socket.data.isAsking = true
    try {
      if (!(await watch.exists(watch.value))) return
      const room = watch.roomOf(watch.value)
      await socket.join(room)
      if (watch.replaysMissed) onReplay(room)
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'what a page shows could not be watched')
    } finally {
      socket.data.isAsking = false
    }
  })
  socket.on('unwatch', (body: unknown) => {
    const watch = parse(body)
    if (watch) socket.leave(watch.roomOf(watch.value))
  })
}
