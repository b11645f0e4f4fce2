import type { ReadDb } from '../slice/read-models.ts'

/** What the sockets ask of shares. */
export interface ShareRooms {
  /** Whether a share with this token is there: who knows the token may follow what happens to it (docs/threats.md T46). */
  isThere(token: string): Promise<boolean>
}

export const createShareRooms = ({ db }: { readonly db: ReadDb }): ShareRooms => ({
  async isThere(token) {
    const share = await db.selectFrom('read.shares').select('id').where('token', '=', token).executeTakeFirst()
    return share !== undefined
  },
})
