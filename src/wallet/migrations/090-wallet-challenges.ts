import type { Migration } from '../../database/migration.ts'

/**
 * What players are asked to sign: one challenge each, the latest. Neither the message nor the address stands here: the message is
 * made again from the wallet that is then connected. It goes with the account.
 */
export const walletChallenges: Migration = {
  name: '090-wallet-challenges',
  sql: `
    create table app.wallet_challenges (
      user_id bigint primary key references app.credentials (user_id) on delete cascade,
      nonce text collate "C" not null,
      issued_at timestamptz not null
    );
  `,
}
