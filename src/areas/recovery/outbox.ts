import { hash } from 'node:crypto'
import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import { DAY, HOUR, MINUTE } from '../../kernel/quota.ts'
import { type MailKind, mailOf } from './mails.ts'
import type { RecoveryState } from './recovery-decider.ts'
import type { MailSettings, Transport } from './transport.ts'

type Due = Pick<AppTables['app.outbox'], 'id' | 'user_id' | 'kind' | 'version' | 'tries'>

/** Something that runs statements: the pool, or a connection within a transaction. */
type Runs = Pick<Database['pool'], 'query'>

/** How long a mail is worth sending, and its token works, in seconds (docs/rules.md R110). */
const LASTS: Readonly<Record<MailKind, number>> = { reset: HOUR, confirm: DAY, changed: DAY }
/** Whoever takes a mail to send it has it for so long; after that its node counts as dead. */
const LEASE_SECONDS = MINUTE
/** Between two tries: the first pause, which doubles, and the longest. */
const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 15 * MINUTE
/** Mails of one run. */
const MOST_AT_ONCE = 100

/** A mail that is due, without anything that says to whom. */
export interface OutgoingMail {
  /** A UUID; a letter with the same is not written twice. */
  readonly id: string
  readonly userId: number
  readonly kind: MailKind
  /** Of the address that it is to confirm. */
  readonly version?: number
  readonly at: string
}

/** What a token is good for. */
export type Token = Pick<AppTables['app.mail_tokens'], 'user_id' | 'version'>

interface OutboxDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly transport: Transport
  readonly settings: Pick<MailSettings, 'publicUrl'>
  readonly logger: { warn(fields: object, message: string): void }
  /** The name of an account, null where it is gone. */
  nameOf(userId: number): Promise<string | null>
  stateOf(userId: number): Promise<RecoveryState>
}

/** Mails that are due, and the tokens in them: rows that are there before anything is sent, and marked after it. */
export function createOutbox(dependencies: OutboxDependencies) {
  const { database, personal, transport, settings, logger, nameOf, stateOf } = dependencies
  const { pool } = database
  /** 128 bits that stand nowhere: only the store's key and the mail's id together give them. */
  const tokenOf = (id: string): string => personal.hmac('mail-token', id)

  /** Takes the next mail that is due, for the time of a lease. */
  async function takeNext(at: string): Promise<Due | undefined> {
    const { rows } = await pool.query<Due>(
      `update app.outbox set next_at = $1::timestamptz + $2 * interval '1 second', tries = tries + 1
       where id = (select id from app.outbox where sent_at is null and next_at <= $1 and until > $1
                   order by next_at, id limit 1 for update skip locked)
       returning id, user_id, kind, version, tries`,
      [at, LEASE_SECONDS],
    )
    return rows[0]
  }

  /** To whom it goes by now: the address that is confirmed, or the one that is to be. */
  async function addressOf({ user_id, kind, version, id }: Due, at: string): Promise<string | null> {
    const { email, isConfirmed, version: present } = await stateOf(user_id)
    if (kind === 'changed') return isConfirmed ? email : null
    if ((await ownerOf(kind, tokenOf(id), at)) === null) return null
    return (kind === 'confirm' ? version === present : isConfirmed) ? email : null
  }

  async function deliver(due: Due, at: string): Promise<void> {
    const { id, user_id: userId, kind } = due
    const [to, username] = await Promise.all([addressOf(due, at), nameOf(userId)])
    // Overtaken by a newer one, or by another address.
    if (to === null || username === null) return void (await pool.query('delete from app.outbox where id = $1', [id]))
    const { publicUrl } = settings
    await transport.send({ id, userId, to, ...mailOf(kind, { username, publicUrl, token: tokenOf(id) }) })
    const { rowCount } = await pool.query('update app.outbox set sent_at = $2 where id = $1', [id, at])
    // Deleted while it was sent: what lies here came after everything else of theirs was taken away.
    if (!rowCount && (await nameOf(userId)) === null) await transport.forget(userId)
  }

  /** Whose token it is, without using it up; null for one that does not work. */
  async function ownerOf(kind: MailKind, token: string, at: string): Promise<number | null> {
    const { rows } = await pool.query<Pick<Token, 'user_id'>>(
      'select user_id from app.mail_tokens where token_hash = $1 and kind = $2 and expires_at > $3',
      [hashOf(token), kind, at],
    )
    return rows[0]?.user_id ?? null
  }

  return {
    ownerOf,
    /** Writes the letter and its token, which ends the older one, in one statement. Nothing where there is no such account. */
    async write(runs: Runs, { id, userId, kind, version, at }: OutgoingMail): Promise<void> {
      const until = new Date(Date.parse(at) + LASTS[kind] * 1_000).toISOString()
      await runs.query(
        `with mail as (
           insert into app.outbox (id, user_id, kind, version, created_at, until, next_at)
           select $1::uuid, user_id, $3::text, $4::int, $5::timestamptz, $6::timestamptz, $5::timestamptz
           from app.credentials where user_id = $2
           on conflict (id) do nothing returning user_id)
         insert into app.mail_tokens (user_id, kind, token_hash, version, expires_at)
         select user_id, $3::text, $7::bytea, $4::int, $6::timestamptz from mail where $3::text <> 'changed'
         on conflict (user_id, kind) do update set
           token_hash = excluded.token_hash, version = excluded.version, expires_at = excluded.expires_at`,
        [id, userId, kind, version ?? null, at, until, hashOf(tokenOf(id))],
      )
    },
    /** Sends what is due; what fails is tried again, later each time. */
    async send(at: string): Promise<void> {
      for (let n = 0; n < MOST_AT_ONCE; n++) {
        const due = await takeNext(at)
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
          // What a mail server says may name the address.
          const { code, responseCode } = error as { code?: string; responseCode?: number }
          logger.warn({ code, responseCode, mail: due.id, tries: due.tries }, 'a mail could not be sent')
          return
        }
      }
    },
    /** Uses a token up: of all who come with it at once one is given what it is good for, the others null. */
    async use(kind: MailKind, token: string, at: string): Promise<Token | null> {
      const { rows } = await pool.query<Token>(
        'delete from app.mail_tokens where token_hash = $1 and kind = $2 and expires_at > $3 returning user_id, version',
        [hashOf(token), kind, at],
      )
      return rows[0] ?? null
    },
    /** Takes away what is over. */
    async sweep(at: string): Promise<void> {
      await pool.query('delete from app.outbox where until <= $1', [at])
      await pool.query('delete from app.mail_tokens where expires_at <= $1', [at])
    },
    /** Takes away what lies in files for a person. */
    forget: (userId: number) => transport.forget(userId),
  }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

export type Outbox = ReturnType<typeof createOutbox>
