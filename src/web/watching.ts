import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { SocketRoom } from '../slice/socket-room.ts'

/** Maximum number of watched rooms of a socket; a page needs a few at most. */
const MAX_WATCHED = 5

/**
 * Handles `watch` and `unwatch`, with which a socket joins and leaves private rooms; each has one field. `onReplay` is called after it has
 * joined a room that replays missed changes.
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
    if (!watch || watched >= MAX_WATCHED || socket.data.isWatching) return
    socket.data.isWatching = true
    try {
      if (!(await watch.exists(watch.value))) return
      const room = watch.roomOf(watch.value)
      await socket.join(room)
      if (watch.replaysMissed) onReplay(room)
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'a socket could not join a room')
    } finally {
      socket.data.isWatching = false
    }
  })
  socket.on('unwatch', (body: unknown) => {
    const watch = parse(body)
    if (watch) socket.leave(watch.roomOf(watch.value))
  })
}
