import type { ReadDb } from '../../slice/read-models.ts'
import type { Wallet } from './contract.ts'

/** Returns a player's wallet, for that player only. */
export async function walletOf(db: ReadDb, userId: number): Promise<Wallet> {
  const row = await db
    .selectFrom('read.wallets')
    .select(['address', 'verified_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { walletAddress: row?.address ?? null, walletVerified: !!row?.verified_at }
}
