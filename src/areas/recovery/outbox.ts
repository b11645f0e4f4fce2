import { hash } from 'node:crypto'
import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import { PREPARED } from '../../kernel/prepared.ts'
import { DAY, HOUR, MINUTE } from '../../kernel/quota.ts'
import { hasToken, type MailKind, mailOf, type TokenKind } from './mails.ts'
import type { RecoveryState } from './recovery-decider.ts'
import type { MailSettings, Transport } from './transport.ts'

type Due = Pick<AppTables['app.outbox'], 'id' | 'user_id' | 'kind' | 'version' | 'tries'>

/** The pool, or a client within a transaction. */
type Queryable = Pick<Database['pool'], 'query'>

/** Lifetime of a mail and its token, in seconds (docs/rules.md R110). After it, a mail that is still waiting is not sent. */
const LIFETIME_SECONDS: Readonly<Record<MailKind, number>> = {
  reset: HOUR,
  confirm: DAY,
  changed: DAY,
  passkey: DAY,
}
/** Duration of the lease of a mail that is being sent. Afterwards its node is considered dead. */
const LEASE_SECONDS = MINUTE
/** Pause between two attempts: it doubles from the first to the longest. */
const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 15 * MINUTE
/** Maximum number of mails per run. */
const MOST_AT_ONCE = 100

/** A mail to send, without its recipient's address. */
interface OutgoingMail {
  /** A UUID. A second mail with the same id is ignored. */
  readonly id: string
  readonly userId: number
  readonly kind: MailKind
  /** Version of the address to confirm. */
  readonly version?: number
  readonly at: string
}

/** Owner of a token, and the version of the address that it confirms. */
export type Token = Pick<AppTables['app.mail_tokens'], 'user_id' | 'version'>

interface OutboxDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly transport: Transport
  readonly settings: Pick<MailSettings, 'publicUrl'>
  readonly logger: { warn(fields: object, message: string): void }
  /** Returns the username of an account; null: deleted. */
  nameOf(userId: number): Promise<string | null>
  stateOf(userId: number): Promise<RecoveryState>
}

/** Transactional outbox of mails and their tokens. A mail is stored before it is sent, and marked as sent afterwards. */
export function createOutbox(dependencies: OutboxDependencies) {
  const { database, personal, transport, settings, logger, nameOf, stateOf } = dependencies
  const { pool } = database
  /** Returns the token of a mail: 128 bits that are never stored, derived from the store's key and the mail's id. */
  const tokenOf = (id: string): string => personal.hmac('mail-token', id)

  /** Leases the next due mail to this node. */
  async function leaseNext(at: string): Promise<Due | undefined> {
    const { rows } = await pool.query<Due>(
      `${PREPARED} update app.outbox set next_at = $1::timestamptz + $2 * interval '1 second', tries = tries + 1
       where id = (select id from app.outbox where sent_at is null and next_at <= $1 and until > $1
                   order by next_at, id limit 1 for update skip locked)
       returning id, user_id, kind, version, tries`,
      [at, LEASE_SECONDS],
    )
    return rows[0]
  }

  /** Returns the current recipient: the confirmed address, or the one to confirm. null: the mail is obsolete. */
  async function addressOf({ user_id, kind, version, id }: Due, at: string): Promise<string | null> {
    const { email, isConfirmed, version: present } = await stateOf(user_id)
    if (!hasToken(kind)) return isConfirmed ? email : null
    if ((await ownerOf(kind, tokenOf(id), at)) === null) return null
    return (kind === 'confirm' ? version === present : isConfirmed) ? email : null
  }

  async function deliver(due: Due, at: string): Promise<void> {
    const { id, user_id: userId, kind } = due
    const [to, username] = await Promise.all([addressOf(due, at), nameOf(userId)])
    // Replaced by a newer mail or another address.
    if (to === null || username === null) return void (await pool.query('delete from app.outbox where id = $1', [id]))
    const { publicUrl } = settings
    await transport.send({ id, userId, to, ...mailOf(kind, { username, publicUrl, token: tokenOf(id) }) })
    const { rowCount } = await pool.query('update app.outbox set sent_at = $2 where id = $1', [id, at])
    // The account was deleted during sending, so the mail file was written after the deletion of all others.
    if (!rowCount && (await nameOf(userId)) === null) await transport.forget(userId)
  }

  /** Returns the owner of a token without using it; null: unknown, used or expired. */
  async function ownerOf(kind: TokenKind, token: string, at: string): Promise<number | null> {
    const { rows } = await pool.query<Pick<Token, 'user_id'>>(
      'select user_id from app.mail_tokens where token_hash = $1 and kind = $2 and expires_at > $3',
      [hashOf(token), kind, at],
    )
    return rows[0]?.user_id ?? null
  }

  return {
    ownerOf,
    /** Stores a mail and its token, which replaces an older one, in one statement. Does nothing if the account does not exist. */
    async write(queryable: Queryable, { id, userId, kind, version, at }: OutgoingMail): Promise<void> {
      const until = new Date(Date.parse(at) + LIFETIME_SECONDS[kind] * 1_000).toISOString()
      await queryable.query(
        `with mail as (
           insert into app.outbox (id, user_id, kind, version, created_at, until, next_at)
           select $1::uuid, user_id, $3::text, $4::int, $5::timestamptz, $6::timestamptz, $5::timestamptz
           from app.credentials where user_id = $2 for key share
           on conflict (id) do nothing returning user_id)
         insert into app.mail_tokens (user_id, kind, token_hash, version, expires_at)
         select user_id, $3::text, $7::bytea, $4::int, $6::timestamptz from mail where $8
         on conflict (user_id, kind) do update set
           token_hash = excluded.token_hash, version = excluded.version, expires_at = excluded.expires_at`,
        [id, userId, kind, version ?? null, at, until, hashOf(tokenOf(id)), hasToken(kind)],
      )
    },
    /** Sends due mails. A failed one is retried after a growing pause, and the rest in the next run unless its address was refused. */
    async send(at: string): Promise<void> {
      for (let n = 0; n < MOST_AT_ONCE; n++) {
        const due = await leaseNext(at)
        if (!due) return
        try {
          await deliver(due, at)
        } catch (error) {
          const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (due.tries - 1), LONGEST_PAUSE_SECONDS)
          await pool.query(`update app.outbox set next_at = $2::timestamptz + $3 * interval '1 second' where id = $1`, [
            due.id,
            at,
            pause,
          ])
          // The error message may contain the address, so it is not logged.
          const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
          logger.warn({ code, responseCode, mail: due.id, tries: due.tries }, 'sending a mail failed')
          // The others follow if the mail server only refuses this recipient (docs/threats.md T118).
          if (command !== 'RCPT TO') return
        }
      }
    },
    /** Consumes a token. Exactly one of several concurrent calls gets it; the others get null. */
    async use(kind: TokenKind, token: string, at: string): Promise<Token | null> {
      const { rows } = await pool.query<Token>(
        'delete from app.mail_tokens where token_hash = $1 and kind = $2 and expires_at > $3 returning user_id, version',
        [hashOf(token), kind, at],
      )
      return rows[0] ?? null
    },
    /** Ends the password link of an account: its mail may have gone to an address that is no longer the account's. */
    async endLink(userId: number): Promise<void> {
      await pool.query(`delete from app.mail_tokens where user_id = $1 and kind = 'reset'`, [userId])
    },
    /** Deletes expired mails and tokens. */
    async sweep(at: string): Promise<void> {
      await pool.query('delete from app.outbox where until <= $1', [at])
      await pool.query('delete from app.mail_tokens where expires_at <= $1', [at])
    },
    /** Deletes the mail files of a person. */
    forget: (userId: number) => transport.forget(userId),
  }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

export type Outbox = ReturnType<typeof createOutbox>
