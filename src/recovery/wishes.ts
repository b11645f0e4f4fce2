import { randomUUID } from 'node:crypto'
import type { AppTables } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import type { CommandHandler } from '../kernel/command-handler.ts'
import { systemContext } from '../kernel/system-context.ts'
import type { Outbox } from './outbox.ts'
import { type RecoveryState, recovery } from './recovery-decider.ts'
import { recoveryStream } from './streams.ts'

/** Wishes that one run looks at. */
const MOST_AT_ONCE = 200

export type Wish = Pick<AppTables['app.recovery_wishes'], 'kind' | 'account_key' | 'email_key' | 'reason' | 'at'>

/**
 * What strangers ask for. The answer comes once the wish is a row, which is the same work for every name; whether somebody has that
 * name is looked at afterwards (docs/threats.md T16).
 */
export interface Wishes {
  note(wish: Wish): Promise<void>
  /** Grants or drops what is there. A wish and the mail that comes of it change in one transaction. */
  grant(): Promise<void>
}

export interface WishesDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly outbox: Outbox
  stateOf(userId: number): Promise<RecoveryState>
  emailKeyOf(email: string): string
}

export function createWishes({ database, handler, outbox, stateOf, emailKeyOf }: WishesDependencies): Wishes {
  const { pool } = database
  type Row = Wish & Pick<AppTables['app.recovery_wishes'], 'id'>

  async function grantNext(): Promise<boolean> {
    const client = await pool.connect()
    let broken = true
    try {
      await client.query('begin')
      const { rows } = await client.query<Row & { user_id: number | null }>(
        `select w.id, w.kind, w.account_key, w.email_key, w.reason, w.at, c.user_id
         from app.recovery_wishes w left join app.credentials c on c.account_key = w.account_key and c.claimed
         order by w.id limit 1 for update of w skip locked`,
      )
      const wish = rows[0]
      if (wish) {
        if (wish.user_id !== null) await grantTo(wish.user_id, wish, client)
        await client.query('delete from app.recovery_wishes where id = $1', [wish.id])
      }
      await client.query('commit')
      broken = false
      return wish !== undefined
    } finally {
      // A connection that broke off within its transaction is closed, which undoes it.
      client.release(broken)
    }
  }

  async function grantTo(
    userId: number,
    { kind, email_key, reason, at }: Wish,
    client: Parameters<Outbox['write']>[0],
  ): Promise<void> {
    if (kind === 'help') {
      const command = { type: 'request-reset', userId, reason: reason ?? '' } as const
      // Stored before the wish is gone: repeated, it finds itself pending.
      await handler.handle(recovery, recoveryStream(userId), command, systemContext(at))
      return
    }
    const { email, isConfirmed } = await stateOf(userId)
    if (email === null || !isConfirmed) return
    if (email_key !== null && email_key !== emailKeyOf(email)) return
    await outbox.write(client, { id: randomUUID(), userId, kind: 'reset', at })
  }

  return {
    async note({ kind, account_key, email_key, reason, at }) {
      await pool.query(
        'insert into app.recovery_wishes (kind, account_key, email_key, reason, at) values ($1, $2, $3, $4, $5)',
        [kind, account_key, email_key, reason, at],
      )
    },
    async grant() {
      // Mostly there is none: then it is one statement, without a transaction.
      const { rowCount } = await pool.query('select from app.recovery_wishes limit 1')
      if (!rowCount) return
      for (let n = 0; n < MOST_AT_ONCE; n++) if (!(await grantNext())) return
    },
  }
}
