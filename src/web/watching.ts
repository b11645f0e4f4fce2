import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import * as z from 'zod/mini'
import { Id } from '../contracts/common.ts'
import { ShareToken } from '../contracts/sharing.ts'

/** A page shows a few such things at most. */
const MOST_WATCHED = 5

/** What a page may say that it shows: the chat of a competition, or a share, by the random part of its address. */
const Watched = z.union([z.object({ competitionId: Id }), z.object({ shareUrl: ShareToken })])
export type Watched = z.infer<typeof Watched>

const roomOf = (watched: Watched): string =>
  'shareUrl' in watched ? `share:${watched.shareUrl}` : `chat:competition:${watched.competitionId}`

const isWatched = (room: string): boolean => room.startsWith('chat:') || room.startsWith('share:')

export interface Watching {
  /** Whether it is there to be watched. */
  readonly canWatch: (watched: Watched) => Promise<boolean>
  /** A socket is in a room that it was not in before. */
  readonly onJoined: (socket: Socket, room: string) => void
  readonly logger: Logger
}

/** Lets a socket say what its page shows: `watch` and `unwatch`, each with what it is. */
export function letWatch(socket: Socket, { canWatch, onJoined, logger }: Watching): void {
  socket.on('watch', async (asked: unknown) => {
    const parsed = z.safeParse(Watched, asked)
    const watched = [...socket.rooms].filter(isWatched).length
    if (!parsed.success || watched >= MOST_WATCHED || socket.data.isAsking) return
    socket.data.isAsking = true
    try {
      if (!(await canWatch(parsed.data))) return
      const room = roomOf(parsed.data)
      await socket.join(room)
      onJoined(socket, room)
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'what a page shows could not be watched')
    } finally {
      socket.data.isAsking = false
    }
  })
  socket.on('unwatch', (asked: unknown) => {
    const parsed = z.safeParse(Watched, asked)
    if (parsed.success) socket.leave(roomOf(parsed.data))
  })
}
