import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { createBatchLoader } from '../../kernel/batch-loader.ts'
import { type Clock, isoNow } from '../../kernel/clock.ts'
import { PREPARED } from '../../kernel/prepared.ts'
import type { EndedSessions } from '../../slice/sessions.ts'
import type { Role } from './account-decider.ts'
import type { OwnSession } from './contract.ts'
import { deviceOf } from './device.ts'
import { networkOf } from './ip.ts'

const DAY_MS = 86_400_000
/** An unused session ends after this time in ms (docs/rules.md R51). */
export const SLIDING_MS = 30 * DAY_MS
/** Maximum age of a session in ms (docs/threats.md T6). */
const ABSOLUTE_MS = 90 * DAY_MS
/** Maximum number of sessions per user; the most recently used are kept. */
const MAX_SESSIONS = 50
/** Maximum number of sessions read by one statement. */
const MAX_BATCH = 100
/** Maximum number of sessions in the memory of a node. */
const MAX_KEPT = 50_000
/** The expiry is extended at most this often, so that most requests do not write. */
const RENEW_AFTER_MS = 3_600_000
/** Minutes after a sign-in in which some actions of its session need no password (docs/rules.md R393, R396). */
const FRESH_MINUTES = 15

/** Options of a new session. */
interface SignInBy {
  /** User agent of the browser. */
  readonly userAgent?: string | undefined
  /** The client (`clientOf`). */
  readonly ip?: string | undefined
  /** Keyed hash of the passkey that was proven. */
  readonly passkey?: string | undefined
  /** Hash of the password that was proven. */
  readonly passwordHash?: string | undefined
}

/** Server-side sessions. The table contains only a SHA-256 hash of each token. */
export function createSessions({ database, clock }: { database: Pick<Database, 'pool'>; clock: Clock }) {
  const { pool } = database
  const listeners: ((ended: EndedSessions) => void)[] = []
  /** Sessions in use, by id. A node answers requests from here while it knows of every ended session (`keepWhile`). */
  const kept = new LRUCache<string, Row>({ max: MAX_KEPT })
  let knowsEnds = (): boolean => false
  /** Number of calls of `forget`: what was read before one is not kept after it. */
  let forgotten = 0

  function forget(ended: EndedSessions | null): void {
    forgotten++
    if (ended === null) kept.clear()
    else if (ended.sessionId !== null) kept.delete(ended.sessionId)
    else
      for (const [id, { userId }] of [...kept.entries()])
        if (userId === ended.userId && id !== ended.exceptSessionId) kept.delete(id)
  }

  const notify = (ended: EndedSessions): void => {
    forget(ended)
    for (const listener of listeners) listener(ended)
  }

  async function endExcess(userId: number): Promise<void> {
    const { rows } = await pool.query<{ hash: Buffer }>(
      // Skips rows that a concurrent sign-in is already deleting.
      `delete from app.sessions where token_hash in (
         select token_hash from app.sessions where token_hash in (
           select token_hash from app.sessions where user_id = $1
           order by seen_at desc, created_at desc, token_hash offset $2) for update skip locked)
       returning token_hash as hash`,
      [userId, MAX_SESSIONS],
    )
    for (const { hash } of rows) notify({ userId, sessionId: idOf(hash), exceptSessionId: null })
  }

  /** `username` is null until the read model has projected the registration. */
  interface Row {
    readonly userId: number
    readonly role: Role
    readonly username: string | null
    readonly seenAt: string
    readonly createdAt: string
    readonly expiresAt: string
  }
  const findRow = createBatchLoader<Buffer, Row | undefined>({
    max: MAX_BATCH,
    concurrency: 2,
    async fetch(hashes) {
      const { rows } = await pool.query<Row & { hash: Buffer }>(
        `${PREPARED} select s.token_hash as hash, s.user_id as "userId", c.role, p.username, s.seen_at as "seenAt", s.created_at as "createdAt",
           s.expires_at as "expiresAt"
         from app.sessions s
         join app.credentials c on c.user_id = s.user_id
         left join read.people p on p.id = s.user_id
         where s.token_hash = any($1::bytea[]) and s.expires_at > $2`,
        [hashes, iso(clock.now())],
      )
      const byId = new Map(rows.map(({ hash, ...row }) => [idOf(hash), row]))
      return hashes.map((hash) => byId.get(idOf(hash)))
    },
  })

  /** The session from memory if this node knows of every ended one, else from its row, which is then kept. */
  async function present(id: string, now: number): Promise<Row | undefined> {
    const known = knowsEnds() ? kept.get(id) : undefined
    if (known) return Date.parse(known.expiresAt) > now ? known : undefined
    const before = forgotten
    const row = await findRow(Buffer.from(id, 'hex'))
    if (row && row.username !== null && forgotten === before) kept.set(id, row)
    return row
  }

  return {
    /**
     * Returns the token for the cookie: 256 random bits. Ends the least recently used session beyond 50. Returns null
     * if the account is deleted, or the password or passkey has been replaced or removed since it was proven (T22).
     */
    async create(userId: number, { userAgent, ip, passkey, passwordHash }: SignInBy = {}): Promise<string | null> {
      const token = newToken()
      const now = clock.now()
      // The locks order it before or after a change of the password, a removal of the passkey or a deletion: these end the
      // sessions that exist before them.
      const { rowCount } = await pool.query(
        `insert into app.sessions (token_hash, user_id, created_at, seen_at, expires_at, device, network, passkey)
         select $1, c.user_id, $3, $3, $4, $5, $7, $8 from app.credentials c
         where c.user_id = $2 and ($6::text is null or c.password_hash = $6)
           and ($8::text is null
             or exists (select from app.passkeys k where k.credential = $8 and k.user_id = c.user_id for share))
         for share`,
        [
          ...[hashOf(token), userId, iso(now), iso(now + SLIDING_MS), deviceOf(userAgent), passwordHash ?? null],
          ...[networkOf(ip ?? ''), passkey ?? null],
        ],
      )
      if (!rowCount) return null
      await endExcess(userId)
      return token
    },

    /**
     * The role is that of the account, never stored with the session (T5). If `renewed`, the caller must renew the
     * cookie. `ip`: the client of the request.
     */
    async find(token: string, ip?: string) {
      if (!TOKEN.test(token)) return null
      const now = clock.now()
      const id = hash('sha256', token)
      const row = await present(id, now)
      if (!row) return null
      const { userId, role, username } = row
      const renewed = now - Date.parse(row.seenAt) > RENEW_AFTER_MS
      if (renewed) {
        const expires = Math.min(now + SLIDING_MS, Date.parse(row.createdAt) + ABSOLUTE_MS)
        await pool.query(
          `update app.sessions set seen_at = $2, expires_at = $3, network = coalesce($4, network)
           where token_hash = decode($1, 'hex')`,
          [id, iso(now), iso(expires), networkOf(ip ?? '')],
        )
        if (kept.peek(id) === row) kept.set(id, { ...row, seenAt: iso(now), expiresAt: iso(expires) })
      }
      return { sessionId: id, userId, role, username, renewed }
    },

    /** Current roles by session id, for sessions that have not ended. */
    async rolesOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Role>> {
      const { rows } = await pool.query<{ hash: Buffer; role: Role }>(
        `select s.token_hash as hash, c.role from app.sessions s join app.credentials c on c.user_id = s.user_id
         where s.token_hash = any($1::bytea[]) and s.expires_at > $2`,
        [sessionIds.map((id) => Buffer.from(id, 'hex')), iso(clock.now())],
      )
      return new Map(rows.map(({ hash, role }) => [idOf(hash), role]))
    },

    /** Active sessions of a user, most recently used first. */
    async listOf(userId: number) {
      const { rows } = await pool.query<Omit<OwnSession, 'device' | 'isCurrent'> & { device: string | null }>(
        `select encode(token_hash, 'hex') as id, created_at as "createdAt", seen_at as "lastUsedAt", device, network
         from app.sessions where user_id = $1 and expires_at > $2 order by seen_at desc, created_at desc, token_hash`,
        [userId, iso(clock.now())],
      )
      return rows
    },

    /** How a session was opened, if that was within 15 minutes; else null. */
    async recentSignIn(sessionId: string): Promise<'password' | 'passkey' | null> {
      const { rows } = await pool.query<{ how: 'password' | 'passkey' }>(
        `select case when passkey is null then 'password' else 'passkey' end as how from app.sessions
         where token_hash = decode($1, 'hex') and created_at > $2::timestamptz - $3 * interval '1 minute'`,
        [sessionId, iso(clock.now()), FRESH_MINUTES],
      )
      return rows[0]?.how ?? null
    },

    /** Ends the sessions that a passkey opened, except one. */
    async endOfPasskey(userId: number, passkey: string, exceptSessionId: string): Promise<void> {
      const { rows } = await pool.query<{ hash: Buffer }>(
        `delete from app.sessions where user_id = $1 and passkey = $2 and token_hash <> decode($3, 'hex')
         returning token_hash as hash`,
        [userId, passkey, exceptSessionId],
      )
      for (const { hash } of rows) notify({ userId, sessionId: idOf(hash), exceptSessionId: null })
    },

    /**
     * Replaces the token of a session, so that a copy of the old one is useless (T4). Returns null if the session has
     * ended.
     */
    async renew(sessionId: string): Promise<string | null> {
      const token = newToken()
      const { rows } = await pool.query<{ userId: number }>(
        `update app.sessions set token_hash = $2 where token_hash = decode($1, 'hex') returning user_id as "userId"`,
        [sessionId, hashOf(token)],
      )
      if (!rows[0]) return null
      notify({ userId: rows[0].userId, sessionId, exceptSessionId: null })
      return token
    },

    async end(token: string): Promise<void> {
      const hash = hashOf(token)
      const { rows } = await pool.query<{ userId: number }>(
        'delete from app.sessions where token_hash = $1 returning user_id as "userId"',
        [hash],
      )
      if (rows[0]) notify({ userId: rows[0].userId, sessionId: idOf(hash), exceptSessionId: null })
    },

    /** False if the user has no such session. */
    async endOne(userId: number, sessionId: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `delete from app.sessions where token_hash = decode($2, 'hex') and user_id = $1`,
        [userId, sessionId],
      )
      if (rowCount) notify({ userId, sessionId, exceptSessionId: null })
      return rowCount === 1
    },

    /** Returns the number of ended sessions. */
    async endAll(userId: number, exceptSessionId?: string): Promise<number> {
      const { rowCount } = await pool.query(
        `delete from app.sessions where user_id = $1 and ($2::text is null or token_hash <> decode($2, 'hex'))`,
        [userId, exceptSessionId ?? null],
      )
      notify({ userId, sessionId: null, exceptSessionId: exceptSessionId ?? null })
      return rowCount ?? 0
    },

    /** Deletes expired sessions, without a message to the nodes. */
    sweep: (at: string): Promise<void> =>
      inTransaction(database, async (client) => {
        await client.query(`set local plp.sweeps_sessions = on`)
        await client.query('delete from app.sessions where expires_at <= $1', [at])
      }),

    /** Answers from memory while `knows` returns true: then `forget` has been called for every ended session. */
    keepWhile(knows: () => boolean): void {
      knowsEnds = knows
    },

    /** Forgets sessions that another process has ended; null: any may have ended. */
    forget,

    /** Calls the listener with ended sessions, for their sockets. */
    onEnded: (listener: (ended: EndedSessions) => void): void => void listeners.push(listener),
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** The format written by `create`. Other values are not session tokens and need no query. */
const TOKEN = /^[\w-]{43}$/
const newToken = (): string => randomBytes(32).toString('base64url')
const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
/** Public id of a session; it cannot be used to sign in. */
const idOf = (hash: Buffer): string => hash.toString('hex')
const iso = (ms: number): string => isoNow({ now: () => ms })
