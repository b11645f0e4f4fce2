import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { createBatchLoader } from '../../kernel/batch-loader.ts'
import { type Clock, isoNow } from '../../kernel/clock.ts'
import { PREPARED } from '../../kernel/prepared.ts'
import type { EndedSessions } from '../../slice/sessions.ts'
import type { Role } from './account-decider.ts'
import type { OwnSession } from './contract.ts'
import { deviceOf } from './device.ts'

const DAY_MS = 86_400_000
/** A session unused for so long ends (docs/rules.md R51). */
export const SLIDING_MS = 30 * DAY_MS
/** No session outlives this (docs/threats.md T6). */
const ABSOLUTE_MS = 90 * DAY_MS
/** Sessions of one user that hold: those used last. */
const MOST_SESSIONS = 50
/** Sessions looked up by one statement. */
const MOST_FOUND = 100
/** Sliding is written at most so often, so that reads stay reads. */
const RENEW_AFTER_MS = 3_600_000

/** What a session is made with. */
interface SignInBy {
  /** What the browser calls itself. */
  readonly userAgent?: string | undefined
  /** Of the password that was proven. */
  readonly passwordHash?: string | undefined
}

/** Server-side sessions; the table holds only a SHA-256 of each token. */
export function createSessions({ database, clock }: { database: Pick<Database, 'pool'>; clock: Clock }) {
  const { pool } = database
  const listeners: ((ended: EndedSessions) => void)[] = []
  const tell = (ended: EndedSessions): void => {
    for (const listener of listeners) listener(ended)
  }

  async function endBeyondMost(userId: number): Promise<void> {
    const { rows } = await pool.query<{ hash: Buffer }>(
      // What another sign-in ends at the same moment is left to it.
      `delete from app.sessions where token_hash in (
         select token_hash from app.sessions where token_hash in (
           select token_hash from app.sessions where user_id = $1
           order by seen_at desc, created_at desc, token_hash offset $2) for update skip locked)
       returning token_hash as hash`,
      [userId, MOST_SESSIONS],
    )
    for (const { hash } of rows) tell({ userId, sessionId: idOf(hash), exceptSessionId: null })
  }

  /** `username` is null where the read model has not got there yet. */
  type Row = { userId: number; role: Role; username: string | null; seenAt: string; createdAt: string }
  const findRow = createBatchLoader<Buffer, Row | undefined>({
    max: MOST_FOUND,
    concurrency: 2,
    async fetch(hashes) {
      // Every signed-in request asks it.
      const { rows } = await pool.query<Row & { hash: Buffer }>(
        `${PREPARED} select s.token_hash as hash, s.user_id as "userId", c.role, p.username, s.seen_at as "seenAt", s.created_at as "createdAt"
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

  return {
    /**
     * Gives the token for the cookie: 256 random bits. Ends the user's session that was used longest ago where there are 50. Null where
     * the account is gone by now, or has another password than the one that was proven: a sign-in that was on its way begins nothing (T22).
     */
    async create(userId: number, { userAgent, passwordHash }: SignInBy = {}): Promise<string | null> {
      const token = newToken()
      const now = clock.now()
      // The lock puts it before or after a new password and a deletion: both end the sessions that are there before them.
      const { rowCount } = await pool.query(
        `insert into app.sessions (token_hash, user_id, created_at, seen_at, expires_at, device)
         select $1, c.user_id, $3, $3, $4, $5 from app.credentials c
         where c.user_id = $2 and ($6::text is null or c.password_hash = $6) for share`,
        [hashOf(token), userId, iso(now), iso(now + SLIDING_MS), deviceOf(userAgent), passwordHash ?? null],
      )
      if (!rowCount) return null
      await endBeyondMost(userId)
      return token
    },

    /** The role is read from the account at every call, never from the session (T5). `renewed`: its cookie should be, too. */
    async find(token: string) {
      if (!TOKEN.test(token)) return null
      const hash = hashOf(token)
      const now = clock.now()
      const row = await findRow(hash)
      if (!row) return null
      const { userId, role, username } = row
      const renewed = now - Date.parse(row.seenAt) > RENEW_AFTER_MS
      if (renewed) {
        const expires = Math.min(now + SLIDING_MS, Date.parse(row.createdAt) + ABSOLUTE_MS)
        await pool.query('update app.sessions set seen_at = $2, expires_at = $3 where token_hash = $1', [
          hash,
          iso(now),
          iso(expires),
        ])
      }
      return { sessionId: idOf(hash), userId, role, username, renewed }
    },

    /** The present roles of the users of sessions that hold, by session id. */
    async rolesOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Role>> {
      const { rows } = await pool.query<{ hash: Buffer; role: Role }>(
        `select s.token_hash as hash, c.role from app.sessions s join app.credentials c on c.user_id = s.user_id
         where s.token_hash = any($1::bytea[]) and s.expires_at > $2`,
        [sessionIds.map((id) => Buffer.from(id, 'hex')), iso(clock.now())],
      )
      return new Map(rows.map(({ hash, role }) => [idOf(hash), role]))
    },

    /** Those of a user that hold, the latest used first. */
    async listOf(userId: number) {
      const { rows } = await pool.query<Omit<OwnSession, 'device' | 'isCurrent'> & { device: string | null }>(
        `select encode(token_hash, 'hex') as id, created_at as "createdAt", seen_at as "lastUsedAt", device
         from app.sessions where user_id = $1 and expires_at > $2 order by seen_at desc, created_at desc, token_hash`,
        [userId, iso(clock.now())],
      )
      return rows
    },

    /** Another token for a session that goes on: whoever else has the old one is out (T4). Null where it has ended. */
    async renew(sessionId: string): Promise<string | null> {
      const token = newToken()
      const { rows } = await pool.query<{ userId: number }>(
        `update app.sessions set token_hash = $2 where token_hash = decode($1, 'hex') returning user_id as "userId"`,
        [sessionId, hashOf(token)],
      )
      if (!rows[0]) return null
      tell({ userId: rows[0].userId, sessionId, exceptSessionId: null })
      return token
    },

    async end(token: string): Promise<void> {
      const hash = hashOf(token)
      const { rows } = await pool.query<{ userId: number }>(
        'delete from app.sessions where token_hash = $1 returning user_id as "userId"',
        [hash],
      )
      if (rows[0]) tell({ userId: rows[0].userId, sessionId: idOf(hash), exceptSessionId: null })
    },

    /** False where the user has no such session. */
    async endOne(userId: number, sessionId: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `delete from app.sessions where token_hash = decode($2, 'hex') and user_id = $1`,
        [userId, sessionId],
      )
      if (rowCount) tell({ userId, sessionId, exceptSessionId: null })
      return rowCount === 1
    },

    /** Gives how many have ended. */
    async endAll(userId: number, exceptSessionId?: string): Promise<number> {
      const { rowCount } = await pool.query(
        `delete from app.sessions where user_id = $1 and ($2::text is null or token_hash <> decode($2, 'hex'))`,
        [userId, exceptSessionId ?? null],
      )
      tell({ userId, sessionId: null, exceptSessionId: exceptSessionId ?? null })
      return rowCount ?? 0
    },

    /** Removes what has run out. */
    async sweep(at: string): Promise<void> {
      await pool.query('delete from app.sessions where expires_at <= $1', [at])
    },

    /** Calls the listener with ended sessions, for their sockets. */
    onEnded: (listener: (ended: EndedSessions) => void): void => void listeners.push(listener),
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** 256 bits as `create` writes them; anything else is no session of ours, and no reason to ask a store. */
const TOKEN = /^[\w-]{43}$/
const newToken = (): string => randomBytes(32).toString('base64url')
const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
/** Public handle of a session; of no use to sign in. */
const idOf = (hash: Buffer): string => hash.toString('hex')
const iso = (ms: number): string => isoNow({ now: () => ms })
