import type { ReadDb } from '../../slice/read-models.ts'
import type { SocketRoom } from '../../slice/socket-room.ts'

/** Rooms `share:{token}`: any client with the token may subscribe to changes of the share (docs/threats.md T46). */
export const shareRooms = ({ db }: { readonly db: ReadDb }): SocketRoom => ({
  includes: (room) => room.startsWith('share:'),
  watch: {
    field: 'shareUrl',
    pattern: /"[\w-]{22}"/,
    roomOf: (token) => `share:${token}`,
    async exists(token) {
      const share = await db
        .selectFrom('read.shares')
        .select('id')
        .where('token', '=', String(token))
        .executeTakeFirst()
      return share !== undefined
    },
    replaysMissed: true,
  },
})
