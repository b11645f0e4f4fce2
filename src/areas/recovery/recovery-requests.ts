import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import { PREPARED } from '../../kernel/prepared.ts'
import { systemContext } from '../../kernel/system-context.ts'
import { recoveryStream } from './events.ts'
import type { Outbox } from './outbox.ts'
import { type RecoveryState, recoveryDecider } from './recovery-decider.ts'
import type { Tries } from './tries.ts'

/** Maximum number of requests per run. */
const MOST_AT_ONCE = 200
const NOTHING: Wrote = { position: null, types: [] }

type RecoveryRequest = Pick<AppTables['app.recovery_wishes'], 'kind' | 'account_key' | 'email_key' | 'reason' | 'at'>

interface RecoveryRequestsDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly outbox: Outbox
  readonly tries: Pick<Tries, 'count'>
  stateOf(userId: number): Promise<RecoveryState>
  emailKeyOf(email: string): string
}

/**
 * Recovery requests without a session. A request is stored before the response, with the same work for every username. A job looks up the
 * account later, so the response time does not reveal whether it exists (docs/threats.md T16).
 */
export function createRecoveryRequests({
  database,
  handler,
  outbox,
  tries,
  stateOf,
  emailKeyOf,
}: RecoveryRequestsDependencies) {
  const { pool } = database
  /** A run holds a connection while it needs another for the log, so a node has one at a time. */
  const queue = new PQueue({ concurrency: 1 })
  /** Events of the last run that stored any. Their projection may be pending when the next run finds no request. */
  let recent: readonly Wrote[] = []

  /** Returns the events of the request; null: there is none. */
  const grantNext = (): Promise<Wrote | null> =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<AppTables['app.recovery_wishes'] & { user_id: number | null }>(
        `select w.id, w.kind, w.account_key, w.email_key, w.reason, w.at, c.user_id
         from app.recovery_wishes w left join app.credentials c on c.account_key = w.account_key and c.claimed
         order by w.id limit 1 for update of w skip locked`,
      )
      const request = rows[0]
      if (!request) return null
      const wrote = request.user_id === null ? NOTHING : await grantTo(request.user_id, request, client)
      await client.query('delete from app.recovery_wishes where id = $1', [request.id])
      return wrote
    })

  async function grantTo(
    userId: number,
    { kind, account_key, email_key, reason, at }: RecoveryRequest,
    client: Parameters<Outbox['write']>[0],
  ): Promise<Wrote> {
    if (kind === 'help') {
      const command = { type: 'request-reset', userId, reason: reason ?? '' } as const
      // The event is stored before the request is deleted. A repeated run finds it pending and adds nothing.
      const outcome = await handler.handle(recoveryDecider, recoveryStream(userId), command, systemContext(at))
      return outcome.ok ? outcome : NOTHING
    }
    const { email, isConfirmed } = await stateOf(userId)
    if (email === null || !isConfirmed) return NOTHING
    if (email_key !== null && email_key !== emailKeyOf(email)) return NOTHING
    // Only stored mails count. The link of the last one outlives this limit.
    if ((await tries.count('mail', account_key, at, client)) > 0) return NOTHING
    await outbox.write(client, { id: randomUUID(), userId, kind: 'reset', at })
    return NOTHING
  }

  async function grantAll(): Promise<readonly Wrote[]> {
    // Usually the table is empty; then this is one statement without a transaction.
    const { rowCount } = await pool.query(`${PREPARED} select from app.recovery_wishes limit 1`)
    const granted: Wrote[] = []
    while (rowCount && granted.length < MOST_AT_ONCE) {
      const wrote = await grantNext()
      if (wrote === null) break
      granted.push(wrote)
    }
    if (granted.some(({ position }) => position !== null)) recent = granted
    return recent
  }

  return {
    async add({ kind, account_key, email_key, reason, at }: RecoveryRequest): Promise<void> {
      await pool.query(
        'insert into app.recovery_wishes (kind, account_key, email_key, reason, at) values ($1, $2, $3, $4, $5)',
        [kind, account_key, email_key, reason, at],
      )
    },
    /** Grants or drops the stored requests; returns the latest events of requests. A request is deleted in the transaction that stores its mail. */
    grant: (): Promise<readonly Wrote[]> => queue.add(AsyncResource.bind(grantAll)),
  }
}

export type RecoveryRequests = ReturnType<typeof createRecoveryRequests>
